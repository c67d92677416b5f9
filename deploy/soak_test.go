package deploy

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/components"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// How long TestSoak runs, and where it leaves what it measured.
var (
	soakTime = flag.Duration("soak", 0, "how long TestSoak runs; 0 skips it")
	soakDir  = flag.String("soakdir", "", "directory for TestSoak's table and plot")
)

// soakShare is the part of the server's capacity that the soak asks for, in percent.
const soakShare = 80

// soakClients is how many clients visit at once.
const soakClients = 32

// watched are the metrics that must stay flat, and by how much they may be higher at the
// end than in the middle, in percent and at least so much.
var watched = []struct {
	metric  string
	percent float64
	atLeast float64
}{
	{"go_goroutines", 20, 60},
	{"process_resident_memory_bytes", 20, 48 << 20},
	{"process_open_fds", 20, 60},
}

// For as long as it is asked, a server at most of its capacity answers valid, invalid
// and hostile clients; no answer is wrong, and nothing that it holds grows.
func TestSoak(t *testing.T) {
	if *soakTime == 0 {
		t.Skip("runs where -soak says for how long")
	}
	admin := freeAddress(t)
	b := newBackend(t, "--admin-addr="+admin)
	s := &soak{address: b.address, visits: visits(), wrong: map[string]int{}}
	capacity := s.run(0, min(5*time.Second, *soakTime/4))
	rate := capacity * soakShare / 100
	t.Logf("capacity %.0f visits a second; soaking at %.0f for %v", capacity, rate, *soakTime)

	var samples [][]float64
	ended := make(chan struct{})
	var sampler sync.WaitGroup
	sampler.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(max(time.Second, *soakTime/600)):
				samples = append(samples, sample(t, admin))
			}
		}
	})
	got := s.run(rate, *soakTime)
	close(ended)
	sampler.Wait()
	t.Logf("%d visits, %.0f a second; %d told to come again; %d wrong", s.made.Load(), got, s.shed.Load(), len(s.wrong))
	for what, n := range s.wrong {
		t.Errorf("%d × %s", n, what)
	}
	saveSoak(t, samples)
	checkFlat(t, samples)
}

// A soak is the clients together.
type soak struct {
	address string
	visits  []visit
	made    atomic.Int64
	shed    atomic.Int64
	mu      sync.Mutex
	wrong   map[string]int
}

// run makes visits for so long, at that rate a second or, where it is 0, as many as
// there can be. It returns how many were made a second.
func (s *soak) run(rate float64, long time.Duration) float64 {
	began, before := time.Now(), s.made.Load()
	var clients sync.WaitGroup
	for range soakClients {
		clients.Go(func() { s.client(rate/soakClients, began.Add(long)) })
	}
	clients.Wait()
	return float64(s.made.Load()-before) / time.Since(began).Seconds()
}

// client makes visits, at that rate, until the end.
func (s *soak) client(rate float64, end time.Time) {
	transport := &http.Transport{MaxIdleConnsPerHost: 1, DisableCompression: true}
	defer transport.CloseIdleConnections()
	v := &visitor{address: s.address, client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}
	var slow sync.WaitGroup
	defer slow.Wait()
	next := time.Now()
	for time.Now().Before(end) {
		if chosen := s.choose(rate == 0); chosen.slow {
			slow.Go(func() { s.visit(v, chosen) })
		} else {
			s.visit(v, chosen)
		}
		if rate > 0 {
			next = next.Add(time.Duration(float64(time.Second) / rate))
			time.Sleep(time.Until(next))
		}
	}
}

// visit makes a visit and records what came of it.
func (s *soak) visit(v *visitor, chosen *visit) {
	err := chosen.make(v)
	s.made.Add(1)
	if errors.Is(err, errShed) {
		s.shed.Add(1)
	} else if err != nil {
		s.mu.Lock()
		s.wrong[chosen.name+": "+err.Error()]++
		s.mu.Unlock()
	}
}

// choose chooses a visit by its share: of all, or of the first, valid ones.
func (s *soak) choose(valid bool) *visit {
	among := s.visits
	if valid {
		among = among[:3]
	}
	total := 0
	for _, v := range among {
		total += v.share
	}
	n := rand.IntN(total)
	for i := range among {
		if n -= among[i].share; n < 0 {
			return &among[i]
		}
	}
	panic("the shares do not add up")
}

// sample reads what is watched.
func sample(t *testing.T, admin string) []float64 {
	values := make([]float64, len(watched))
	resp, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		t.Error(err)
		return values
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		for i, w := range watched {
			if name == w.metric {
				values[i], _ = strconv.ParseFloat(value, 64)
			}
		}
	}
	return values
}

// checkFlat compares the last quarter of the samples with the second.
func checkFlat(t *testing.T, samples [][]float64) {
	quarter := len(samples) / 4
	if quarter == 0 {
		t.Fatalf("%d samples are too few", len(samples))
	}
	for i, w := range watched {
		middle := median(samples[quarter:2*quarter], i)
		end := median(samples[len(samples)-quarter:], i)
		t.Logf("%s: %.0f in the second quarter, %.0f in the last", w.metric, middle, end)
		if middle == 0 || end > middle*(1+w.percent/100) && end > middle+w.atLeast {
			t.Errorf("%s is not flat", w.metric)
		}
	}
}

// median returns the median of a column.
func median(rows [][]float64, column int) float64 {
	values := make([]float64, len(rows))
	for i, row := range rows {
		values[i] = row[column]
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// saveSoak writes the samples as a table and as a plot, where a directory is given.
func saveSoak(t *testing.T, samples [][]float64) {
	if *soakDir == "" {
		return
	}
	if err := os.MkdirAll(*soakDir, 0o755); err != nil {
		t.Fatal(err)
	}
	table, err := os.Create(filepath.Join(*soakDir, "soak.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows := csv.NewWriter(table)
	header := []string{"sample"}
	for _, w := range watched {
		header = append(header, w.metric)
	}
	rows.Write(header)
	page := components.NewPage()
	for i, w := range watched {
		line := charts.NewLine()
		line.SetGlobalOptions(charts.WithTitleOpts(opts.Title{Title: w.metric}))
		var axis []string
		var points []opts.LineData
		for n, values := range samples {
			axis = append(axis, strconv.Itoa(n))
			points = append(points, opts.LineData{Value: values[i]})
		}
		line.SetXAxis(axis).AddSeries(w.metric, points)
		page.AddCharts(line)
	}
	for n, values := range samples {
		row := []string{strconv.Itoa(n)}
		for _, value := range values {
			row = append(row, fmt.Sprintf("%.0f", value))
		}
		rows.Write(row)
	}
	rows.Flush()
	plot, err := os.Create(filepath.Join(*soakDir, "soak.html"))
	if err != nil {
		t.Fatal(err)
	}
	defer plot.Close()
	if err := errors.Join(rows.Error(), page.Render(plot)); err != nil {
		t.Error(err)
	}
}
