package httpd

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	vm "github.com/VictoriaMetrics/metrics"
)

// A family is the set of all metrics that have the same name. Prometheus expects the kind and the
// help of a family above the first sample of the family.
type family struct {
	name, kind, help string
}

// families describes all metrics that a server reports. Other metrics that libraries write are
// omitted, because their names break Prometheus' rules.
var families = familiesByName(
	family{"iacedit_requests_total", "counter", "Requests answered, by operation, status and error code."},
	family{"iacedit_requests_in_flight", "gauge", "Requests that are being read, processed or answered."},
	family{"iacedit_request_duration_seconds", "histogram", "Time from the first byte of a request to its answer, without sending the answer."},
	family{"iacedit_request_body_bytes", "histogram", "Size of the bodies of requests, as they were sent."},
	family{"iacedit_answer_bytes", "histogram", "Size of the bodies of answers."},
	family{"iacedit_shed_total", "counter", "Requests that got status 503, by reason."},
	family{"iacedit_connections", "gauge", "Open connections within the limit."},
	family{"iacedit_connections_over_limit", "gauge", "Open connections over the limit; each gets one short answer."},
	family{"iacedit_connections_dropped_total", "counter", "Connections closed without an answer, because there were too many."},
	family{"iacedit_working", "gauge", "Requests that are processed, by lane."},
	family{"iacedit_waiting", "gauge", "Requests that wait for their turn or for memory, by lane."},
	family{"iacedit_memory_budget_used_bytes", "gauge", "Memory that connections, requests and answers use."},
	family{"iacedit_memory_budget_limit_bytes", "gauge", "Memory that connections, requests and answers may use (--max-memory)."},
	family{"iacedit_ready", "gauge", "1 if the server accepts requests, else 0; as /readyz reports."},
	family{"iacedit_limit_connections", "gauge", "Limit of open connections (--connections)."},
	family{"iacedit_limit_body_bytes", "gauge", "Largest body of a request (--max-body)."},
	family{"iacedit_limit_concurrency", "gauge", "Limit of requests that are processed at once, by lane (--concurrency)."},
	family{"iacedit_limit_waiting_requests_per_lane", "gauge", "Limit of requests of a lane that wait for their turn, and of those that wait for memory (--queue)."},
	family{"iacedit_build_info", "gauge", "Always 1; the label is the version."},

	family{"go_goroutines", "gauge", "Number of goroutines."},
	family{"go_threads", "gauge", "Threads of the operating system that were created."},
	family{"go_gomaxprocs", "gauge", "Processors that run Go code at once (GOMAXPROCS)."},
	family{"go_info", "gauge", "Always 1; the label is the version of Go."},
	family{"go_memlimit_bytes", "gauge", "Memory that the collector tries to keep below (GOMEMLIMIT)."},
	family{"go_gc_duration_seconds", "summary", "Pauses of the collector."},
	family{"go_gc_cpu_seconds_total", "counter", "Processor time of the collector."},
	family{"go_gc_mark_assist_cpu_seconds_total", "counter", "Processor time in which goroutines helped the collector."},
	family{"go_gc_pauses_seconds", "histogram", "Times that the collector stopped all goroutines."},
	family{"go_sched_latencies_seconds", "histogram", "Times that goroutines waited until they ran."},
	family{"go_mutex_wait_seconds_total", "counter", "Time that goroutines waited for locks."},
	family{"go_memstats_alloc_bytes", "gauge", "Bytes of objects on the heap that were not collected."},
	family{"go_memstats_alloc_bytes_total", "counter", "Bytes of objects ever allocated on the heap."},
	family{"go_memstats_mallocs_total", "counter", "Objects ever allocated on the heap."},
	family{"go_memstats_frees_total", "counter", "Objects ever collected from the heap."},
	family{"go_memstats_heap_alloc_bytes", "gauge", "Bytes of objects on the heap that were not collected."},
	family{"go_memstats_heap_idle_bytes", "gauge", "Bytes of the heap without objects."},
	family{"go_memstats_heap_inuse_bytes", "gauge", "Bytes of the heap with objects."},
	family{"go_memstats_heap_objects", "gauge", "Objects on the heap."},
	family{"go_memstats_heap_released_bytes", "gauge", "Bytes of the heap that were given back to the system."},
	family{"go_memstats_heap_sys_bytes", "gauge", "Bytes of the heap from the system."},
	family{"go_memstats_next_gc_bytes", "gauge", "Size of the heap at which the collector starts again."},
	family{"go_memstats_stack_inuse_bytes", "gauge", "Bytes of stacks in use."},
	family{"go_memstats_sys_bytes", "gauge", "Bytes of the process from the system."},

	family{"process_cpu_seconds_total", "counter", "Processor time of the process."},
	family{"process_start_time_seconds", "gauge", "When the process started, in seconds since 1970."},
	family{"process_resident_memory_bytes", "gauge", "Resident memory of the process."},
	family{"process_virtual_memory_bytes", "gauge", "Virtual memory of the process."},
	family{"process_open_fds", "gauge", "Open file descriptors."},
	family{"process_max_fds", "gauge", "Limit of open file descriptors."},
)

func familiesByName(all ...family) map[string]family {
	byName := make(map[string]family, len(all))
	for _, f := range all {
		byName[f.name] = f
	}
	return byName
}

// familyOf returns the family to which a sample with the given name belongs. Most samples have the
// name of their family. For a part of a histogram or a summary, a suffix such as "_count" follows
// the name of the family.
func familyOf(sample string) (family, bool) {
	if f, ok := families[sample]; ok {
		return f, true
	}
	for _, part := range []string{"_bucket", "_sum", "_count"} {
		if name, ok := strings.CutSuffix(sample, part); ok {
			f := families[name]
			return f, f.kind == "histogram" || f.kind == "summary"
		}
	}
	return family{}, false
}

// describe writes samples, a line each, to w, with the kind and the help of each family above
// its first sample. Samples of a family must be adjacent. Samples without a family are
// omitted.
func describe(w io.Writer, samples []byte) {
	var last family
	for line := range bytes.Lines(samples) {
		name := line[:max(0, bytes.IndexAny(line, "{ "))]
		f, ok := familyOf(string(name))
		if !ok {
			continue
		}
		if f != last {
			fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
			last = f
		}
		w.Write(line)
	}
}

// MetricsType is the Content-Type of the metrics, Prometheus' text format.
const MetricsType = "text/plain; version=0.0.4; charset=utf-8"

// gauges registers the metrics whose values are computed when the metrics are read, such as the
// number of open connections.
func (m *metrics) gauges(s *Server) {
	for name, read := range map[string]func() int64{
		"iacedit_requests_in_flight":              m.inFlight.Load,
		"iacedit_connections":                     func() int64 { open, _ := s.connections(); return int64(open) },
		"iacedit_connections_over_limit":          func() int64 { _, reserved := s.connections(); return int64(reserved) },
		`iacedit_working{lane="small"}`:           func() int64 { return s.semaphore.taken(turnsOfSmall) },
		`iacedit_working{lane="large"}`:           func() int64 { return s.semaphore.taken(turnsOfLarge) },
		`iacedit_waiting{lane="small"}`:           func() int64 { return s.semaphore.waiting(smallTurns, smallBodies, smallWork) },
		`iacedit_waiting{lane="large"}`:           func() int64 { return s.semaphore.waiting(largeTurns, largeBodies, growingWork, largeWork) },
		"iacedit_memory_budget_used_bytes":        s.memoryUsed,
		"iacedit_memory_budget_limit_bytes":       func() int64 { return s.config.MaxMemory },
		"iacedit_ready":                           func() int64 { return int64(btoi(s.Ready())) },
		"iacedit_limit_connections":               func() int64 { return int64(s.config.MaxConnections) },
		"iacedit_limit_body_bytes":                func() int64 { return int64(s.config.MaxBody) },
		`iacedit_limit_concurrency{lane="small"}`: func() int64 { return s.semaphore.rules[smallTurns].limit },
		`iacedit_limit_concurrency{lane="large"}`: func() int64 { return s.semaphore.rules[largeTurns].limit },
		`iacedit_limit_waiting_requests_per_lane`: func() int64 { return int64(s.config.MaxWaiting) },
	} {
		m.set.NewGauge(name, func() float64 { return float64(read()) })
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// WriteMetrics writes the metrics of the server and the process for Prometheus.
func (s *Server) WriteMetrics(w io.Writer) {
	if !s.isInitialized() || w == nil {
		return
	}
	var samples bytes.Buffer
	s.metrics.set.WritePrometheus(&samples)
	fmt.Fprintf(&samples, "iacedit_build_info{version=%q} 1\n", s.config.Version)
	vm.WriteProcessMetrics(&samples)
	vm.WriteFDMetrics(&samples)
	describe(w, samples.Bytes())
}
