package main

import (
	"fmt"
	"os"
	"time"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"iacedit/bench/loadgen"
)

// writePlot writes a page with a plot of the percentiles of the latency. On the horizontal axis,
// the percentiles are equally far apart, so that the slowest requests do not crowd together at the
// end.
func writePlot(name, assets string, o loadgen.Options, r *loadgen.Result) error {
	var shares []string
	var points []opts.LineData
	for _, p := range percents {
		shares = append(shares, percentName(p))
		points = append(points, opts.LineData{Value: float64(r.Percentile(p)) / float64(time.Millisecond)})
	}
	line := charts.NewLine()
	line.SetGlobalOptions(
		charts.WithInitializationOpts(opts.Initialization{PageTitle: "Latency", AssetsHost: assets}),
		charts.WithTitleOpts(opts.Title{Title: "Latency percentiles", Subtitle: subtitle(o, r)}),
		charts.WithXAxisOpts(opts.XAxis{Name: "requests"}),
		charts.WithYAxisOpts(opts.YAxis{Name: "milliseconds", Type: "log"}),
		charts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}),
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
	)
	line.SetXAxis(shares).AddSeries("latency", points)

	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := line.Render(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

func subtitle(o loadgen.Options, r *loadgen.Result) string {
	return fmt.Sprintf("%s\n%d connections, %.1f right answers a second, %d failed",
		loopOf(o), o.Connections, r.PerSecond(), r.Failed)
}
