package httpd

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/base/budget"
)

// Memory is reserved as bodies arrive. If no memory is left, the answer is 503. The last part
// of the memory is for small bodies only.
func TestMemoryOfBodies(t *testing.T) {
	const body = 1 << 20
	r := start(t, "tcp", Config{MaxBody: body, MaxMemory: 24 << 20, WaitTimeout: 50 * time.Millisecond}, echo)
	if r.config.MaxBody != body {
		t.Fatal(r.config.MaxBody)
	}
	var holders []net.Conn
	for r.semaphore.taken(bodies)+body <= r.semaphore.rules[largeBodies].limit {
		before := r.semaphore.taken(bodies)
		c, _ := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", body), strings.Repeat("x", body-1)))
		holders = append(holders, c)
		eventually(t, func() bool { return r.semaphore.taken(bodies) == before+body })
	}
	whole := strings.Repeat("x", body)
	_, answers := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", body), whole))
	a := next(t, answers)
	a.wantsError(t, 503, "OVERLOADED")
	if a.header.Get("Retry-After") != "1" {
		t.Error("no Retry-After")
	}
	_, answers = r.raw(post("Transfer-Encoding: chunked\r\n", fmt.Sprintf("%x\r\n%s", body, whole)))
	next(t, answers).wantsError(t, 503, "OVERLOADED")
	req := request(t, "POST", "/edit", compressed(t, random(body-1<<10)))
	req.Header.Set("Content-Encoding", "gzip")
	r.do(r.client(), req).wantsError(t, 503, "OVERLOADED")

	r.post("x").wants(t, 200, echoA("x"))
	r.post(whole[:100<<10]).wants(t, 200, echoA(whole[:100<<10]))
	for _, c := range holders {
		c.Close()
	}
	r.holdsNothing()
	r.post(whole).wants(t, 200, echoA(whole))
	r.holdsNothing()
}

// random returns text that gzip cannot shorten.
func random(size int) string {
	text := make([]byte, size)
	rand.NewChaCha8([32]byte{}).Read(text)
	return string(text)
}

// What a head declares takes no memory, and keeps nobody out.
func TestDeclaredBodies(t *testing.T) {
	const connections, declared, sent = 200, 2 << 20, 100 << 10
	r := start(t, "tcp", Config{MaxMemory: 128 << 20, MaxBody: declared}, echo)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := heap()
	for range connections {
		r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", declared), "x"))
	}
	eventually(t, func() bool { return r.metrics.inFlight.Load() == connections })
	if grown := int64(heap()) - int64(before); grown > connections*100<<10 {
		t.Errorf("%d connections that sent a byte each hold %d bytes", connections, grown)
	}
	for range 20 {
		body := strings.Repeat("x", sent)
		r.post(body).wants(t, 200, echoA(body))
	}
}

// An answer holds memory until its last byte is written, and its body none by then.
func TestMemoryOfAnswers(t *testing.T) {
	const size = 8 << 20
	r := start(t, "tcp", Config{}, func(dst, body []byte) ([]byte, error) {
		return append(dst, make([]byte, size)...), nil
	})
	const body = 1 << 20
	c, _ := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", body), strings.Repeat("x", body)))
	held := func() int64 { return r.requestMemory() }
	eventually(t, func() bool { return r.semaphore.taken(turnsOfSmall, turnsOfLarge) == 0 && held() >= size })
	if held() > size+size/2 || r.semaphore.taken(bodies) > 0 {
		t.Errorf("an answer of %d bytes holds %d", size, held())
	}
	c.Close()
	r.holdsNothing()
}

// An answer that outgrows the buffer that it began in holds one buffer while it is written.
func TestGrownAnswersHoldOneBuffer(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, whose runs are short, keeps memory")
	}
	const body, size, clients = 3 << 20, 4 << 20, 8
	r := start(t, "tcp", Config{}, func(dst, body []byte) ([]byte, error) {
		return append(dst, make([]byte, size)...), nil
	})
	live := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	sent := post(fmt.Sprintf("Content-Length: %d\r\n", body), strings.Repeat("x", body))
	before, told := live(), r.memoryUsed()
	for range clients {
		c, _ := r.raw(sent)
		defer c.Close()
	}
	eventually(t, func() bool {
		return r.semaphore.taken(turnsOfSmall, turnsOfLarge) == 0 && r.requestMemory() >= clients*size
	})
	if held, told := live()-before, r.memoryUsed()-told; held > told {
		t.Errorf("%d answers of %d bytes hold %d bytes, and %d are counted", clients, size, held, told)
	}
}

// Connections that are closed with an error, and read for a moment after that, hold what is
// counted.
func TestMemoryOfRefusedConnections(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, whose runs are short, keeps memory")
	}
	const clients = 1000
	r := start(t, "tcp", Config{}, echo)
	live := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before, told := live(), r.memoryUsed()
	for range clients {
		c, err := r.dial()
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "X\r\n\r\n")
	}
	eventually(t, func() bool { return r.lingering.Load() == clients })
	if held, told := live()-before, r.memoryUsed()-told; told < held*7/10 { // the clients' ends are held, too
		t.Errorf("%d connections hold %d bytes, and %d are counted", clients, held, told)
	}
}

// Connections that idle hold no buffers.
func TestMemoryOfIdleConnections(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, whose runs are short, keeps memory")
	}
	const clients, most = 1000, 8 << 10
	r := start(t, "tcp", Config{}, echo)
	live := func() int64 {
		runtime.GC()
		runtime.GC() // the second one frees what is in pools
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before, told := live(), r.memoryUsed()
	for range clients {
		_, answers := r.raw(post("Content-Length: 1\r\n", "x"))
		next(t, answers).wants(t, 200, echoA("x"))
	}
	eventually(t, func() bool { return r.http.GetOpenConnectionsCount() == 0 })
	clientsHold := int64(clients * 5 << 10) // their readers
	if held, told := live()-before, r.memoryUsed()-told; held > told+clientsHold+clients*most {
		t.Errorf("%d idle connections hold %d bytes, besides %d that are counted", clients, held-told-clientsHold, told)
	}
}

// Answers that nobody reads give way to requests for which there is no memory otherwise.
func TestSlowReadersGiveWay(t *testing.T) {
	const size = 4 << 20
	r := start(t, "tcp", Config{MaxMemory: 96 << 20, MaxConcurrency: 1}, func(dst, body []byte) ([]byte, error) {
		if len(body) > 1 {
			return echo(dst, body)
		}
		return append(dst, make([]byte, size)...), nil
	})
	var readers []net.Conn
	for r.semaphore.taken(work)+2*size <= r.semaphore.rules[largeWork].limit {
		before := r.semaphore.taken(work)
		c, _ := r.raw(post("Content-Length: 1\r\n", "x"))
		readers = append(readers, c)
		eventually(t, func() bool { return r.semaphore.taken(turnsOfSmall) == 0 && r.semaphore.taken(work) > before })
	}
	body := strings.Repeat("x", 2<<20)
	r.post(body).wants(t, 200, echoA(body))
	if r.metrics.dropped.Get() == 0 {
		t.Error("nothing gave way")
	}
	for _, c := range readers {
		c.Close()
	}
	r.holdsNothing()
}

// Work holds no more memory than is taken for it, be it done or, as far as it came, refused:
// not all code can be converted.
func TestWorkFactors(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the race detector changes")
	}
	if !collectsAtOnce() {
		cmd := exec.Command(os.Args[0], "-test.run=^TestWorkFactors$", "-test.v")
		cmd.Env = append(os.Environ(), "GODEBUG="+collectAtOnce)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v:\n%s", err, out)
		}
		return
	}
	s := New(Config{})
	for name, body := range workShapes(1 << 20) {
		for _, op := range s.operations {
			if of, _, _ := strings.Cut(name, ": "); of != op.Name {
				continue
			}
			t.Run(name, func(t *testing.T) {
				sent := []byte(body)
				taken, live := worked(t, &op, sent)
				t.Logf("%8d bytes: %6.1f a byte taken, %6.1f live", len(sent), taken/float64(len(sent)), live/float64(len(sent)))
				if countedWork*live > taken+slackOfWork {
					t.Errorf("the work on %d bytes takes %.0f, and %.0f are taken for it", len(sent), live, taken)
				}
			})
		}
	}
}

// collectAtOnce makes the garbage collector stop the program while it marks. A collector that
// marks while the program runs counts all that is allocated in the meantime as live, garbage
// included, and the more so the busier the machine is. The runtime reads the setting once, when a
// process starts, so that the test has to run itself again in a process with the setting.
const collectAtOnce = "gcstoptheworld=1"

func collectsAtOnce() bool { return strings.Contains(os.Getenv("GODEBUG"), collectAtOnce) }

// Of what work takes so much is taken before it does, but for slackOfWork: nobody counts all
// small things.
const (
	countedWork = 0.85
	slackOfWork = 1 << 20
)

// worked returns how much memory is taken for the work on a body, and how much it takes.
func worked(t *testing.T, op *operation, body []byte) (taken, live float64) {
	var more atomic.Int64
	caller := &budget.Caller{Given: initialWork(len(body)), Take: func(n int64) bool { more.Add(n); return true }}
	most := peakLive(func() {
		if _, err := op.Apply(nil, body, caller); err != nil && op.Name != "convert" && !strings.Contains(err.Error(), "makes more") {
			t.Error(err)
		}
	})
	return float64(caller.Given + more.Load()), float64(most)
}

// workShapes are requests of about that size that take much memory for it.
func workShapes(size int) map[string]string {
	times := func(s string) string { return strings.Repeat(s, size/len(s)) }
	edit := func(code, edits string) string { return fmt.Sprintf(`{"code":"%s","edits":%s}`, code, edits) }
	set := func(path, value string) string {
		return fmt.Sprintf(`{"set":{"locals":{"attributes":{%q:%s}}}}`, path, value)
	}
	var attributes strings.Builder
	for i := 0; attributes.Len() < size && i < 99_000; i++ {
		fmt.Fprintf(&attributes, `"a%d":1,`, i)
	}
	numbers := `locals {\na=[` + times("1,") + `1]\n}\n`
	shapes := map[string]string{
		"edit: empty blocks":          edit(times(`a{}\n`), set("z", "1")),
		"edit: blank lines":           edit(times(`\n`), set("z", "1")),
		"edit: comments":              edit(`locals {\n`+times(`#\n`)+"}", set("z", "1")),
		"edit: a string":              edit(`a=\"`+times("x")+`\"`, set("z", "1")),
		"edit: a template":            edit(`locals {\na=\"`+times("${a}")+`\"\n}`, set("z", "1")),
		"edit: a sum":                 edit(`locals {\na=`+times("1+")+`1\n}`, set("z", "1")),
		"edit: a sum replaced":        edit(`locals {\na=`+times("1+")+`1\n}`, set("a", "1")),
		"edit: an element":            edit(numbers, set("a[0]", "2")),
		"edit: a list replaced":       edit(numbers, set("a", "[2]")),
		"edit: a list by another":     edit(numbers, set("a", "["+times("2,")+"2]")),
		"edit: a new list":            edit("", set("a", "["+times("1,")+"1]")),
		"edit: a new list of objects": edit("", set("a", "["+times("{},")+"{}]")),
		"edit: a key":                 edit(`locals {\na={`+times("b=1,")+`}\n}`, set("a.c", "2")),
		"edit: new attributes":        edit("", `{"set":{"locals":{"attributes":{`+attributes.String()+`"z":1}}}}`),
		"edit: usual":                 string(generatedBody(size)),
	}
	for name, code := range map[string]string{
		"empty blocks": times(`a{}\n`), "a list": numbers, "a sum": `a=` + times("1+") + "1",
		"a template": `a=\"` + times("${a}") + `\"`, "an object": `a={` + times("b=1,") + `}`, "a string": `a=\"` + times("x") + `\"`,
	} {
		shapes["read: "+name] = fmt.Sprintf(`{"code":"%s"}`, code)
		shapes["find: "+name] = fmt.Sprintf(`{"code":"%s","find":[{"match":"$x + $y"}]}`, code)
		shapes["convert: "+name] = fmt.Sprintf(`{"code":"%s","to":"json"}`, code)
	}
	for name, code := range map[string]string{
		"a list": "[" + times("1,") + "1]", "objects": "[" + times("{},") + "{}]", "attributes": "{" + attributes.String() + `"z":1}`,
	} {
		shapes["convert: JSON, "+name] = fmt.Sprintf(`{"code":%q,"to":"hcl"}`, `{"locals":{"a":`+code+`}}`)
	}
	return shapes
}

// peakLive returns how much of the heap is live at most while f runs.
func peakLive(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	live := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}}
	read := func() int64 {
		runtimemetrics.Read(live)
		return int64(live[0].Value.Uint64())
	}
	runtime.GC()
	runtime.GC()
	before, most := read(), int64(0)
	var ended atomic.Bool
	var sampler sync.WaitGroup
	sampler.Go(func() {
		for !ended.Load() {
			most = max(most, read())
			time.Sleep(200 * time.Microsecond)
		}
	})
	f()
	ended.Store(true)
	sampler.Wait()
	return most - before
}

// A body that comes more slowly than the minimum rate is given up, long before the
// time-out for the whole request.
func TestMinRateOfBodies(t *testing.T) {
	r := start(t, "tcp", Config{MinRate: 1 << 20, ReadTimeout: time.Hour}, echo)
	r.grace = 100 * time.Millisecond
	for _, headers := range []string{"Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n"} {
		c, answers := r.raw(post(headers, ""))
		go func() {
			for range 1000 {
				if _, err := io.WriteString(c, "1\r\nx\r\n"); err != nil {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
		next(t, answers).wantsError(t, 408, "REQUEST_TIMEOUT")
	}
	r.holdsNothing()
}

// An answer that is not taken is given up, and its memory given back.
func TestMinRateOfAnswers(t *testing.T) {
	r := start(t, "tcp", Config{MinRate: 64 << 20}, func(dst, body []byte) ([]byte, error) {
		return append(dst, make([]byte, 32<<20)...), nil
	})
	r.grace = 100 * time.Millisecond
	for range 5 {
		r.raw(post("Content-Length: 1\r\nConnection: close\r\n", "x")) // on a busy machine, one may wait too long for memory and get 503
	}
	eventually(t, func() bool {
		return r.metrics.latency.counts[len(latencyBounds)].Load() == 0 && r.Server.atRestButListening()
	})
	r.holdsNothing()
}
