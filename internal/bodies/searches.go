package bodies

// Many is the least number of expected searches in one request for which tables are worth
// their cost. For fewer, linear searches are faster.
const Many = 16

// manyLong is the number of long searches after which tables are worth their cost, although
// few searches were expected. The searches have then taken as long as making the tables.
const manyLong = 64

// searches counts the searches in a file. They are many if many are expected, or if many were
// long.
type searches struct {
	many bool
	long int // the number of long searches, until many is set
}

// inTables reports whether a search that examines a number of children continues in tables. It
// counts the long searches that do not continue there.
func (s *searches) inTables(seen int) bool {
	if seen == fewChildren+1 && !s.many {
		s.long++
		s.many = s.long >= manyLong
	}
	return seen > fewChildren && s.many
}
