package sequence

// PairCommon pairs the elements of a longest common subsequence of two sequences, none of whose
// elements are paired. If the part that differs is long, so that the product of its lengths is more
// than most, PairCommon pairs only equal elements at both ends. It calls charge with the number of
// steps of the work.
func PairCommon[E comparable](f *Finder, p *Pairing, old, now []E, most int, charge func(steps int)) {
	from, n, m := 0, len(old), len(now)
	for ; from < n && from < m && old[from] == now[from]; from++ {
		p.Take(from, from)
	}
	for ; n > from && m > from && old[n-1] == now[m-1]; n, m = n-1, m-1 {
		p.Take(n-1, m-1)
	}
	if n <= from || m <= from || (n-from)*(m-from) > most {
		return
	}
	charge((n - from) * (m - from) >> 2)
	Common(f, old[from:n], now[from:m], func(i, j int) { p.Take(from+i, from+j) })
}
