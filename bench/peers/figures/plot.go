package figures

import (
	"errors"
	"image/color"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"iacedit/bench/loadgen"
)

const (
	plotWidth  = 4.5 * vg.Inch
	plotHeight = 3.6 * vg.Inch
)

// WritePlot writes an SVG with up to two plots side by side: the cost of a request on each server,
// and the latencies of the open loop.
func WritePlot(name string, costs []Cost, latency []loadgen.Curve) error {
	var plots []*plot.Plot
	var errs [2]error
	if len(costs) > 0 {
		p := plot.New()
		plots, errs[0] = append(plots, p), drawCosts(p, costs)
	}
	if len(latency) > 0 {
		p := plot.New()
		plots, errs[1] = append(plots, p), drawLatency(p, latency)
	}
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	canvas := vgsvg.New(plotWidth*vg.Length(len(plots)), plotHeight)
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	tiles := draw.Tiles{Rows: 1, Cols: len(plots), PadX: vg.Points(24), PadTop: vg.Points(6), PadBottom: vg.Points(6), PadLeft: vg.Points(6), PadRight: vg.Points(12)}
	for i, c := range plot.Align([][]*plot.Plot{plots}, tiles, all)[0] {
		plots[i].Draw(c)
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = canvas.WriteTo(file)
	return errors.Join(err, file.Close())
}

// drawCosts draws a line for each server, with a point for each input, on a logarithmic axis.
func drawCosts(p *plot.Plot, costs []Cost) error {
	p.Title.Text = "Processor time of the server a request, µs"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left = true, true
	var inputs, servers []string
	points := map[string]plotter.XYs{}
	for _, c := range costs {
		inputs, servers = addNew(inputs, c.Input), addNew(servers, c.Server)
		points[c.Server] = append(points[c.Server], plotter.XY{X: float64(slices.Index(inputs, c.Input)), Y: c.Micros})
	}
	var lines []any
	for _, server := range servers {
		lines = append(lines, server, points[server])
	}
	p.NominalX(inputs...)
	return plotutil.AddLinePoints(p, lines...)
}

func addNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// drawLatency draws a line for each server. On the horizontal axis, the shares 90%, 99% and 99.9%
// are equally far apart, so that the slowest requests do not crowd together at the end.
func drawLatency(p *plot.Plot, curves []loadgen.Curve) error {
	p.Title.Text = "Latency by load"
	p.X.Label.Text, p.Y.Label.Text = "share of requests", "ms"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, milliTicks()
	p.Legend.Top, p.Legend.Left = true, true
	var shares plot.ConstantTicks
	for _, percent := range []float64{50, 90, 99, 99.9, 99.99} {
		shares = append(shares, plot.Tick{Value: nines(percent), Label: strconv.FormatFloat(percent, 'g', -1, 64) + " %"})
	}
	p.X.Tick.Marker = shares
	var lines []any
	for _, curve := range curves {
		var points plotter.XYs
		for i, percent := range curve.Percent {
			points = append(points, plotter.XY{X: nines(percent), Y: float64(curve.Latency[i]) / float64(time.Millisecond)})
		}
		lines = append(lines, curve.Server, points)
	}
	return plotutil.AddLines(p, lines...)
}

// milliTicks returns the ticks 1, 2 and 5 of each power of ten, from 10 µs to 10 s. The axis shows
// the ticks in its range.
func milliTicks() (ticks plot.ConstantTicks) {
	for power := 0.01; power < 10_000; power *= 10 {
		for _, n := range []float64{1, 2, 5} {
			ticks = append(ticks, plot.Tick{Value: n * power, Label: strconv.FormatFloat(n*power, 'g', 4, 64)})
		}
	}
	return ticks
}

// nines returns the number of nines in a percentage: 1 for 90 percent, 2 for 99, 3 for 99.9, and
// fractions for percentages between these.
func nines(percent float64) float64 { return -math.Log10(1 - percent/100) }
