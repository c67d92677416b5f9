package deploy

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/testkit/corpus"
)

// How long each of the ten attacks of TestHostile lasts. It skips them by default, because it asserts
// how soon an overloaded server answers; "make hostile" and .ci/run run it alone on the machine.
var hostileTime = flag.Duration("hostile", 0, "how long each attack of TestHostile lasts; 0 skips it")

// outside is what a server may take beside --max-memory (docs/operations.md, "Memory").
const outside = 160 << 20

// told is the least part of what the server holds that its metric must tell, and from how
// many bytes on.
const (
	told     = 0.7
	toldFrom = 8 << 20
	looks    = 4 // how often it is looked, at most
)

// An attack is something that many clients do at once, for as long as the test lasts.
type attack struct {
	name    string
	clients int
	honest  bool // whether honest requests of 100 KB must pass meanwhile
	do      func(a *attacker)
	least   time.Duration // how long it lasts at least
}

// An attacker is one of the clients of an attack.
type attacker struct {
	address string
	until   time.Time
	client  *http.Client
}

// goesOn waits, and reports whether the attack goes on.
func (a *attacker) goesOn(pause time.Duration) bool {
	time.Sleep(pause)
	return time.Now().Before(a.until)
}

// send opens a connection, sends text, and holds it open by hold until that returns.
func (a *attacker) send(text string, hold func(c net.Conn)) {
	c, err := net.DialTimeout("tcp", a.address, time.Second)
	if err != nil {
		time.Sleep(10 * time.Millisecond)
		return
	}
	defer c.Close()
	c.SetDeadline(a.until)
	if _, err := io.WriteString(c, text); err == nil && hold != nil {
		hold(c)
	}
}

// drip sends a byte now and then, until that fails.
func (a *attacker) drip(c net.Conn) {
	for a.goesOn(100 * time.Millisecond) {
		if _, err := c.Write([]byte(" ")); err != nil {
			return
		}
	}
}

// keep sends nothing more and reads nothing, until the server hangs up.
func (a *attacker) keep(c net.Conn) {
	for a.goesOn(100 * time.Millisecond) {
		if _, err := c.Write(nil); err != nil {
			return
		}
	}
}

// ask posts a body and reads the answer.
func (a *attacker) ask(encoding string, body []byte) {
	postAs(a.client, a.address, encoding, body)
}

// attacks are the hostile clients.
func attacks() []attack {
	const declared = 16 << 20
	part := head(fmt.Sprint("Content-Length: ", declared)) + `{"code":"` + strings.Repeat("#", 300<<10)
	medium := corpus.Generated(2 << 20)
	large := corpus.Generated(8 << 20)
	whole := head(fmt.Sprint("Content-Length: ", len(medium.Body()))) + string(medium.Body())
	bombs := [][]byte{squeezed(make([]byte, 15<<20))}
	for _, body := range poisons() {
		bombs = append(bombs, squeezed(body))
	}
	var turn atomic.Int64
	shapes := dearShapes(1 << 20)
	return []attack{
		{"slow senders", 200, true, func(a *attacker) { a.send(head(fmt.Sprint("Content-Length: ", declared))+"x", a.drip) }, 0},
		{"slow after a start", 200, true, func(a *attacker) { a.send(part, a.drip) }, 0},
		{"slow chunks", 100, true, func(a *attacker) { a.send(head("Transfer-Encoding: chunked")+"FFFFFF\r\nx", a.drip) }, 0},
		{"declared sizes", 1000, true, func(a *attacker) { a.send(head(fmt.Sprint("Content-Length: ", declared)), a.keep) }, 0},
		{
			name: "half-sent heads", clients: 2500, honest: true, least: 14 * time.Second, // beyond the time for a head, 10 s
			do: func(a *attacker) { a.send("POST /edit HTTP/1.1\r\nHost: x\r\nX", a.keep) },
		},
		{
			name: "idle connections", clients: 2500, honest: true, least: 10 * time.Second, // so that twenty honest requests pass on a slow machine
			do: func(a *attacker) { a.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", a.keep) },
		},
		{"slow readers", 1037, false, func(a *attacker) { a.send(whole, a.keep) }, 0},
		{"gzip bombs", 8, false, func(a *attacker) {
			for _, bomb := range bombs {
				a.ask("gzip", bomb)
			}
		}, 0},
		{"dear requests", 8, false, func(a *attacker) { a.ask("", shapes[int(turn.Add(1))%len(shapes)]) }, 0},
		{"a burst", 40, false, func(a *attacker) { a.ask("", large.Body()) }, 0},
	}
}

// Servers of two sizes live through all attacks. Meanwhile they tell their health within a
// second, hold what their metric says, and take no more than they say; and afterwards the
// memory goes back to the system.
func TestHostile(t *testing.T) {
	if *hostileTime == 0 {
		t.Skip("skipped without -hostile: make hostile attacks servers")
	}
	for _, limit := range []int64{512 << 20, 1 << 30} {
		t.Run(fmt.Sprint(limit>>20, "MiB"), func(t *testing.T) {
			c := newConfined(t, limit)
			c.live()
			idle := c.live()
			for _, a := range attacks() {
				c.attacked(&a, idle)
				if !c.alive() {
					t.Fatalf("%s: the server ended: %v", a.name, c.cmd.ProcessState)
				}
			}
			peak := c.peak()
			t.Logf("at most %d MiB, of %d MiB of --max-memory", peak>>20, c.taken>>20)
			if peak > c.taken+outside {
				t.Errorf("it took %d bytes at most, with --max-memory of %d", peak, c.taken)
			}
			c.givesBack()
		})
	}
}

// attacked attacks the server and watches it.
func (c *confined) attacked(a *attack, idle float64) {
	c.t.Helper()
	until := time.Now().Add(max(*hostileTime, a.least))
	var clients, watchers sync.WaitGroup
	for range a.clients {
		clients.Go(func() {
			transport := &http.Transport{DisableCompression: true}
			defer transport.CloseIdleConnections()
			one := &attacker{c.address, until, &http.Client{Transport: transport, Timeout: 30 * time.Second}}
			for one.goesOn(time.Millisecond) {
				a.do(one)
			}
		})
	}
	least, slowest, passed, refused := 1.0, time.Duration(0), 0, 0
	watchers.Go(func() {
		for time.Now().Before(until) {
			slowest = max(slowest, c.healthy(a.name))
			time.Sleep(100 * time.Millisecond)
		}
	})
	watchers.Go(func() {
		for time.Now().Before(until) {
			least = min(least, c.told(idle))
			time.Sleep(300 * time.Millisecond)
		}
	})
	if a.honest {
		watchers.Go(func() { passed, refused = c.honest(until) })
	}
	watchers.Wait()
	clients.Wait()
	c.t.Logf("%-20s health within %4d ms, metric at least %.2f of what is held; honest: %d passed, %d refused; at most %d MiB so far",
		a.name, slowest.Milliseconds(), least, passed, refused, c.peak()>>20)
	if least < told {
		c.t.Errorf("%s: the metric tells %.2f of what is held", a.name, least)
	}
	if a.honest && (passed == 0 || refused*20 > passed) {
		c.t.Errorf("%s: of the honest requests %d passed and %d were refused", a.name, passed, refused)
	}
}

// healthy asks for health on the main listener by a new connection, which must be answered
// within a second. It returns how long that took with the start of the program that asks,
// which has a processor's share of its own: the attackers' program has none to spare.
func (c *confined) healthy(during string) time.Duration {
	began := time.Now()
	out, err := exec.Command(binary, "healthcheck", "--timeout=1s", "http://"+c.address).CombinedOutput()
	if err != nil {
		c.t.Errorf("%s: /healthz: %s", during, out)
	}
	return time.Since(began)
}

// told returns the part of what the server holds that its metric tells. Memory that is allocated
// during a collection counts as held, even if it is garbage. Therefore told looks again if the
// metric tells too little, and returns the largest part.
func (c *confined) told(idle float64) (part float64) {
	for range looks {
		held, used := c.look(idle)
		if held < toldFrom {
			return 1
		}
		part = max(part, min(1, used/held))
		if part >= told {
			return part
		}
		c.t.Logf("%.0f bytes are held, and the metric tells %.0f", held, used)
	}
	return part
}

// look returns what the server holds, besides what it does when idle, and the most that its
// metric tells meanwhile.
func (c *confined) look(idle float64) (held, used float64) {
	const metric = "iacedit_memory_budget_used_bytes"
	used = c.metrics()[metric]
	stop := make(chan struct{})
	var sampler sync.WaitGroup
	sampler.Go(func() { // what is held changes while it is asked for
		for {
			used = max(used, c.metrics()[metric])
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	held = c.live() - idle
	close(stop)
	sampler.Wait()
	return held, used
}

// honestFor is the environment variable by which the test's program becomes an honest client: the
// server's address, and until when it sends requests, in Unix nanoseconds.
const honestFor = "IACEDIT_TEST_HONEST"

// honest runs an honest client until the attack ends. It returns how many of its requests passed
// and how many were refused. The client is a process of its own for the same reason as in healthy.
func (c *confined) honest(until time.Time) (passed, refused int) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", honestFor, c.address, until.UnixNano()))
	out, err := cmd.Output()
	if err != nil {
		c.t.Errorf("the honest client: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		if _, err := fmt.Sscanf(line, "passed %d refused %d", &passed, &refused); err != nil {
			c.t.Logf("an honest request was refused: %s", line)
		}
	}
	return passed, refused
}

// beHonest sends requests of 100 KB for a value of honestFor, and prints each refusal and then the
// numbers of passed and refused requests.
func beHonest(of string) error {
	var address string
	var until int64
	if _, err := fmt.Sscan(of, &address, &until); err != nil {
		return err
	}
	passed, refused := 0, 0
	input := corpus.Generated(100 << 10)
	body, want := input.Body(), corpus.Answer(input.Want())
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for time.Now().UnixNano() < until {
		answer, err := post(client, "http://"+address+"/v1/iac/edit", body)
		if err == nil && bytes.Equal(answer, want) {
			passed++
		} else {
			refused++
			fmt.Printf("%v %.80q\n", err, answer)
		}
		time.Sleep(20 * time.Millisecond)
	}
	_, err := fmt.Printf("passed %d refused %d\n", passed, refused)
	return err
}

// givesBack checks that the memory of what came goes back to the system.
func (c *confined) givesBack() {
	const within, most = 30 * time.Second, 128 << 20
	began := time.Now()
	for c.status("VmRSS") > most {
		if time.Since(began) > within {
			c.t.Errorf("%d bytes are still there after %v", c.status("VmRSS"), within)
			return
		}
		time.Sleep(time.Second)
	}
	c.t.Logf("%d MiB are left after %v", c.status("VmRSS")>>20, time.Since(began).Round(time.Second))
}
