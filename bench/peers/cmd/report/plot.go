package main

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
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"iacedit/bench/peers/figures"
)

// The colours of the servers, in order. The colours differ in lightness, so that they can be
// distinguished without seeing colour.
var colours = []color.Color{
	color.RGBA{R: 0x1b, G: 0x5e, B: 0x9e, A: 0xff},
	color.RGBA{R: 0x8f, G: 0xbc, B: 0xdb, A: 0xff},
	color.RGBA{R: 0xe0, G: 0x7b, B: 0x39, A: 0xff},
	color.RGBA{R: 0xf2, G: 0xc9, B: 0x94, A: 0xff},
}

const (
	plotWidth  = 9 * vg.Inch
	plotHeight = 3.6 * vg.Inch
)

// writePlot writes an SVG of two plots side by side: the cost of a request on each server, and
// the latencies of the open loop.
func writePlot(name string, r *figures.Report) error {
	bars, err := costs(r.Costs)
	if err != nil {
		return err
	}
	lines, err := latency(r.Latency)
	if err != nil {
		return err
	}
	canvas := vgsvg.New(plotWidth, plotHeight)
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: vg.Points(24), PadTop: vg.Points(6), PadBottom: vg.Points(6), PadLeft: vg.Points(6), PadRight: vg.Points(12)}
	row, all := []*plot.Plot{bars, lines}, draw.New(canvas)
	all.FillPolygon(color.White, []vg.Point{all.Min, {X: all.Min.X, Y: all.Max.Y}, all.Max, {X: all.Max.X, Y: all.Min.Y}})
	for i, c := range plot.Align([][]*plot.Plot{row}, tiles, all)[0] {
		row[i].Draw(c)
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = canvas.WriteTo(file)
	return errors.Join(err, file.Close())
}

// costs draws the costs of a request as bars on a logarithmic axis. For each input it draws a group
// of bars, with a bar for each server.
func costs(bars []figures.Bar) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "Processor time of the server a request, µs"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left, p.Y.Min = true, true, 1
	var inputs, servers []string
	for _, b := range bars {
		inputs, servers = addNew(inputs, b.Input), addNew(servers, b.Server)
	}
	const width = 14
	for i, server := range servers {
		chart, err := plotter.NewBarChart(valuesOf(bars, server), vg.Points(width))
		if err != nil {
			return nil, err
		}
		chart.LineStyle.Width, chart.Color = 0, colours[i%len(colours)]
		chart.Offset = vg.Points(width * (float64(i) - float64(len(servers)-1)/2))
		p.Add(onLogAxis{chart})
		p.Legend.Add(server, chart)
		p.Y.Max = max(p.Y.Max, 10*slices.Max(valuesOf(bars, server)))
	}
	p.NominalX(inputs...)
	return p, nil
}

// onLogAxis draws bars from the bottom of the axis. A BarChart would draw them from 0, which a
// logarithmic axis does not have.
type onLogAxis struct{ *plotter.BarChart }

func (b onLogAxis) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	for i, value := range b.Values {
		x := tx(float64(i)) + b.Offset
		left, right, bottom, top := x-b.Width/2, x+b.Width/2, c.Min.Y, ty(value)
		c.FillPolygon(b.Color, []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}})
	}
}

// DataRange excludes the 0 that BarChart.DataRange includes.
func (b onLogAxis) DataRange() (xmin, xmax, ymin, ymax float64) {
	return -0.5, float64(len(b.Values)) - 0.5, slices.Min(b.Values), slices.Max(b.Values)
}

func valuesOf(bars []figures.Bar, server string) plotter.Values {
	var values plotter.Values
	for _, b := range bars {
		if b.Server == server {
			values = append(values, b.Micros)
		}
	}
	return values
}

func addNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// latency draws a line for each server. On the horizontal axis, the shares 90%, 99% and 99.9% are
// equally far apart, so that the slowest requests do not crowd together at the end.
func latency(curves []figures.Curve) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "Latency by load, open loop"
	p.X.Label.Text, p.Y.Label.Text = "share of requests", "ms"
	p.X.Tick.Marker = plot.ConstantTicks(shareTicks(50, 90, 99, 99.9, 99.99))
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(milliTicks())
	p.Legend.Top, p.Legend.Left = true, true
	for i, curve := range curves {
		var points plotter.XYs
		for j, percent := range curve.Percent {
			points = append(points, plotter.XY{X: nines(percent), Y: float64(curve.Latency[j]) / float64(time.Millisecond)})
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Width, line.Color = vg.Points(2), colours[i%len(colours)]
		p.Add(line)
		p.Legend.Add(curve.Server, line)
	}
	p.X.Min = 0
	return p, nil
}

// milliTicks returns the ticks 1, 2 and 5 of each power of ten, from 10 µs to 10 s. The axis shows
// the ticks in its range.
func milliTicks() []plot.Tick {
	var ticks []plot.Tick
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

func shareTicks(percents ...float64) []plot.Tick {
	var ticks []plot.Tick
	for _, percent := range percents {
		label := strconv.FormatFloat(percent, 'g', -1, 64) + " %"
		ticks = append(ticks, plot.Tick{Value: nines(percent), Label: label})
	}
	return ticks
}
