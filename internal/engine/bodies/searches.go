package bodies

// Many is the least number of expected searches in one request for which tables are worth their
// cost. If fewer are expected, linear searches are faster.
const Many = 16

// manyLong is the number of long searches after which tables are built although few searches were
// expected. By then, the searches have taken about as long as building the tables would take.
const manyLong = 64

// searches counts the searches in a file. The field useTables is set if many searches are expected,
// or if many searches were long.
type searches struct {
	useTables bool
	long      int // the number of long searches, until useTables is set
}

// inTables reports whether a search that began linearly should continue with tables. The argument
// is the number of children that the search has read so far. A long search continues with tables if
// many searches are expected, or if many earlier searches were long.
func (s *searches) inTables(seen int) bool {
	if seen == fewChildren+1 && !s.useTables {
		s.long++
		s.useTables = s.long >= manyLong
	}
	return seen > fewChildren && s.useTables
}
