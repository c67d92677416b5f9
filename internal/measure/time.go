package measure

import (
	"time"

	"iacedit/internal/cputime"
)

// A calibration is a number of rounds of a loop that does what parsing and editing do: it
// follows numbers through memory, scans bytes and branches on them. A unit is what unitRounds
// rounds take: ten nanoseconds, which is a step of a budget, where nothing else runs.
const (
	calibrationUnits = 30_000
	unitRounds       = 4
)

// chain leads from each index to another, and visits all of them.
var chain = func() (c [1 << 14]uint32) {
	at := uint32(0)
	for range c {
		next := (at*5 + 12345) % uint32(len(c)) // a full period, by Hull and Dobell
		c[at] = next
		at = next
	}
	return c
}()

// calibrate returns how long a unit takes now, in nanoseconds.
func calibrate() float64 {
	took := cputime.Of(func() { Checksum += loop(calibrationUnits * unitRounds) })
	return float64(took) / calibrationUnits
}

// Checksum keeps what loop returns, so that no compiler leaves it out.
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

// Time returns the processor time of f in units, which are about ten nanoseconds.
func Time(f func()) float64 {
	before := calibrate()
	took := cputime.Of(f)
	return 2 * float64(took) / (before + calibrate())
}

// Duration returns how long units take on the machine where nothing else runs.
func Duration(units float64) time.Duration {
	return time.Duration(units * 10).Round(10 * time.Microsecond)
}
