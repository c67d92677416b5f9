package bodies

// Many is the number of expected searches in one request from which tables pay. For fewer, a
// linear search is faster than making them.
const Many = 16

// manyLong is the number of searches beyond a few children from which tables pay although few
// searches were expected. By then the searches have taken as long as making the tables.
const manyLong = 64

// searches are the searches in a file, which are many if so many are expected, or turn out to
// be long.
type searches struct {
	many bool
	long int // how many were long, until they are many
}

// inTables reports whether a search that examines so many children continues in tables. It
// counts the long searches that do not.
func (s *searches) inTables(seen int) bool {
	if seen == fewChildren+1 && !s.many {
		s.long++
		s.many = s.long >= manyLong
	}
	return seen > fewChildren && s.many
}
