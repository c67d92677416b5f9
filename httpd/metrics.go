package httpd

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
	"github.com/valyala/fasthttp"
)

// metrics are the counters of a server.
type metrics struct {
	set      *vm.Set
	inFlight atomic.Int64

	succeeded []*vm.Counter // successful answers, by operation
	answered  sync.Map      // the other answers; maps an outcome to a *vm.Counter

	shedQueue, shedMemory, shedConnections *vm.Counter // requests that got 503
	dropped                                *vm.Counter // connections closed without an answer

	latency, bodies, answers *histogram
}

// An outcome is a class of answers that have the same operation, status and error code. Each class
// has its own counter.
type outcome struct {
	operation string
	status    int
	code      string
}

// name returns the name of the outcome's counter.
func (o outcome) name() string {
	return fmt.Sprintf(`iacedit_requests_total{operation=%q,status="%d",code=%q}`, o.operation, o.status, o.code)
}

func newMetrics(operations []operation) *metrics {
	m := &metrics{
		set:     vm.NewSet(),
		latency: newHistogram("iacedit_request_duration_seconds", 1e9, latencyBounds),
		bodies:  newHistogram("iacedit_request_body_bytes", 1, sizeBounds),
		answers: newHistogram("iacedit_answer_bytes", 1, sizeBounds),
	}
	for i := range operations {
		m.succeeded = append(m.succeeded, m.set.NewCounter(outcome{operations[i].Name, fasthttp.StatusOK, ""}.name()))
	}
	m.shedQueue = m.set.NewCounter(`iacedit_shed_total{why="queue"}`)
	m.shedMemory = m.set.NewCounter(`iacedit_shed_total{why="memory"}`)
	m.shedConnections = m.set.NewCounter(`iacedit_shed_total{why="connections"}`)
	m.dropped = m.set.NewCounter("iacedit_connections_dropped_total")
	for _, h := range []*histogram{m.latency, m.bodies, m.answers} {
		m.set.RegisterMetricsWriter(h.write)
	}
	return m
}

// record counts an answer.
func (m *metrics) record(x *exchange, took time.Duration) {
	status := x.ctx.Response.StatusCode()
	if op := x.operation; op != nil && status == fasthttp.StatusOK {
		m.succeeded[op.index].Inc()
	} else {
		m.counter(outcome{x.operationName(), status, x.code}).Inc()
	}
	if x.operation == nil {
		return
	}
	m.latency.observe(int64(took))
	m.bodies.observe(int64(x.received))
	m.answers.observe(int64(len(x.ctx.Response.Body())))
}

// counter returns the counter of an outcome.
func (m *metrics) counter(o outcome) *vm.Counter {
	if c, ok := m.answered.Load(o); ok {
		return c.(*vm.Counter)
	}
	c := m.set.GetOrCreateCounter(o.name())
	m.answered.Store(o, c)
	return c
}

// operationName returns the name of the request's operation for metrics and the log.
func (x *exchange) operationName() string {
	if x.operation != nil {
		return x.operation.Name
	}
	return "none"
}

// shed counts a request that is refused for lack of room, and returns the refusal.
func (x *exchange) shed(why refusal, counter *vm.Counter) error {
	counter.Inc()
	return why
}

// The upper limits of the buckets of histograms, in nanoseconds and in bytes.
var (
	latencyBounds = []int64{1e5, 25e4, 5e5, 1e6, 25e5, 5e6, 1e7, 25e6, 5e7, 1e8, 25e7, 5e8, 1e9, 25e8, 5e9, 1e10}
	sizeBounds    = []int64{256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20}
)

// A histogram counts values in Prometheus' buckets, without a lock, because every request uses it.
type histogram struct {
	name   string
	unit   float64 // how many observed units are one reported unit: 1e9 ns are 1 s
	bounds []int64
	counts []atomic.Uint64 // one count for each bound, and one for larger values
	sum    atomic.Int64
}

func newHistogram(name string, unit float64, bounds []int64) *histogram {
	return &histogram{name: name, unit: unit, bounds: bounds, counts: make([]atomic.Uint64, len(bounds)+1)}
}

// observe adds v to the histogram.
func (h *histogram) observe(v int64) {
	i := 0
	for i < len(h.bounds) && v > h.bounds[i] {
		i++
	}
	h.counts[i].Add(1)
	h.sum.Add(v)
}

// write writes the histogram's samples in Prometheus' text format.
func (h *histogram) write(w io.Writer) {
	total := uint64(0)
	for i := range h.counts {
		total += h.counts[i].Load()
		bound := "+Inf"
		if i < len(h.bounds) {
			bound = strconv.FormatFloat(float64(h.bounds[i])/h.unit, 'g', -1, 64)
		}
		fmt.Fprintf(w, "%s_bucket{le=\"%s\"} %d\n", h.name, bound, total)
	}
	fmt.Fprintf(w, "%s_sum %s\n%s_count %d\n", h.name, strconv.FormatFloat(float64(h.sum.Load())/h.unit, 'g', -1, 64), h.name, total)
}
