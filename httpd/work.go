package httpd

// What the work on a body takes in memory at most, as TestWorkFactors measures it: the
// code, its tree, the draft, the answer. It depends on what the body consists of: a list
// of numbers takes a hundred times the memory that its text does, a long string four
// times.
const (
	leastWork = 1 << 20 // for the smallest body
	byteWork  = 8       // for each byte, instead of which some take more:
	lineWork  = 170     // the end of a line
	equalWork = 130     // an equals sign
	commaWork = 450     // a comma
	colonWork = 450     // a colon
	signWork  = 160     // a bracket that opens, an operator, a dot

	leastByteWork = 11 // for a byte of a large body, about
	usualWork     = 29 // for a byte of usual code, its lines and signs counted
)

// workOfByte is the work on a byte, by its value. In JSON the end of a line is an escape.
var workOfByte = func() (work [256]uint16) {
	for i := range work {
		work[i] = byteWork
	}
	for _, of := range []struct {
		bytes string
		work  uint16
	}{{",", commaWork}, {":", colonWork}, {"=", equalWork}, {"{[(+-*/%<>!&|?.", signWork}} {
		for _, c := range []byte(of.bytes) {
			work[c] = of.work
		}
	}
	return work
}()

// mostWork returns the most that the work on a body of that size takes.
func mostWork(size int) int64 { return leastWork + int64(size)*commaWork/2 }

// workOf returns how much the work on a body takes.
func workOf(body []byte) int64 {
	n := int64(leastWork)
	for i := 0; i < len(body); i++ {
		c := body[i]
		n += int64(workOfByte[c])
		if c == '\\' && i+1 < len(body) {
			i++
			n += byteWork
			if body[i] == 'n' || body[i] == 'u' {
				n += lineWork
			}
		}
	}
	return min(n, mostWork(len(body)))
}
