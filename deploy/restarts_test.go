package deploy

import (
	"flag"
	"testing"
	"time"
)

// How often the servers are restarted and killed. "make restarts" does it more often.
var (
	restarts = flag.Int("restarts", 5, "how often TestRestarts restarts a server, with each proxy")
	kills    = flag.Int("kills", 5, "how often TestKills kills a server, with each proxy")
)

// settle is how long the proxies are given to find a server that has come back, as
// whoever restarts servers one after the other gives them: HAProxy looks every second.
const settle = 1500 * time.Millisecond

// Servers are restarted one after the other, and no request fails.
func TestRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("restarts servers for a while")
	}
	eachProxy(t, func(t *testing.T, front string, servers [2]*backend) {
		l := startLoad(t, front, 8, 2*time.Millisecond)
		for i := range *restarts {
			b := servers[i%2]
			time.Sleep(settle)
			b.stop()
			b.start()
		}
		total, counts := l.end()
		t.Logf("%d restarts, %d requests: %v", *restarts, total, counts)
		if counts[right] != total || total < 100**restarts {
			t.Errorf("of %d requests %d were answered right", total, counts[right])
		}
	}, "--drain=300ms")
}

// Servers are killed, one of two at a time, and no answer is wrong; only requests whose
// answers had begun fail.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("kills servers for a while")
	}
	eachProxy(t, func(t *testing.T, front string, servers [2]*backend) {
		l := startLoad(t, front, 8, 2*time.Millisecond)
		for i := range *kills {
			b := servers[i%2]
			time.Sleep(settle)
			b.kill()
			b.start()
		}
		total, counts := l.end()
		t.Logf("%d kills, %d requests: %v", *kills, total, counts)
		if counts[right]+counts[begun] != total || total < 100**kills {
			t.Errorf("of %d requests %d were answered right, and %d broke off", total, counts[right], counts[begun])
		}
	})
}
