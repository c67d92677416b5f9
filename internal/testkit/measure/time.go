package measure

import (
	"time"

	"iacedit/internal/testkit/cputime"
)

// A calibration runs a loop for calibrationUnits units. The loop does work that is typical of
// parsing and editing: it follows indexes through memory, scans bytes and branches on them. A unit
// is the time of unitRounds rounds of the loop. On an idle machine a unit is about ten nanoseconds
// long, like one step of a budget.
const (
	calibrationUnits = 30_000
	unitRounds       = 4
)

// chain contains, for each index, the index to visit next. From any index, the chain visits all
// indexes and returns to the first one.
var chain = func() (c [1 << 14]uint32) {
	at := uint32(0)
	for range c {
		next := (at*5 + 12345) % uint32(len(c)) // visits all indexes, by the theorem of Hull and Dobell
		c[at] = next
		at = next
	}
	return c
}()

// calibrate runs a calibration, and returns the current length of a unit in nanoseconds.
func calibrate() float64 {
	took := cputime.Of(func() { Checksum += loop(calibrationUnits * unitRounds) })
	return float64(took) / calibrationUnits
}

// Checksum is the sum of the results of loop. It prevents the compiler from removing the calls.
var Checksum uint32

func loop(rounds int) (sum uint32) {
	at := sum
	for range rounds {
		at = chain[at]
		if b := byte(at >> 3); b >= 'a' && b <= 'z' {
			sum += uint32(b)
		} else {
			sum = sum*16777619 ^ uint32(b)
		}
	}
	return sum
}

// Time runs f, and returns its processor time in units of about ten nanoseconds. It averages the
// calibrations before and after the run, because other work of the machine slows down the
// calibrations as well as the run.
func Time(f func()) float64 {
	before := calibrate()
	took := cputime.Of(f)
	return 2 * float64(took) / (before + calibrate())
}

// LeastTimes runs all functions in turn, in several rounds. For each function it returns the least
// processor time of a round, in units of about ten nanoseconds.
//
// Other work of the machine can slow down a run or a calibration, but cannot speed it up. So the
// unit is computed from the fastest calibration. The unit is the same for all functions, so that
// their times can be subtracted.
func LeastTimes(rounds int, functions ...func()) []float64 {
	unit := calibrate()
	least := make([]float64, len(functions))
	for round := range rounds {
		for i, f := range functions {
			took := float64(cputime.Of(f))
			if round == 0 || took < least[i] {
				least[i] = took
			}
			unit = min(unit, calibrate())
		}
	}
	for i := range least {
		least[i] /= unit
	}
	return least
}

// Duration converts a number of units to a duration on an idle machine.
func Duration(units float64) time.Duration {
	return time.Duration(units * 10).Round(10 * time.Microsecond)
}
