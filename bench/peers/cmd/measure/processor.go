package main

import (
	"fmt"
	"os"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
	"iacedit/internal/base/vector"
	"iacedit/internal/testkit/corpus"
)

// edits compares the processor time of an edit, without the cost of HTTP, with the time of the
// floor (the server that only decodes and encodes the JSON). It also measures the number of
// requests a second.
func (c *comparison) edits() error {
	if err := c.smallEdit(); err != nil {
		return err
	}
	for i, mostOfFloor := range []float64{1.3, 0.9} {
		if err := c.edit(c.inputs[i], mostOfFloor); err != nil {
			return fmt.Errorf("%s: %w", c.inputs[i].Name, err)
		}
	}
	return nil
}

// smallEdit measures the smallest request. It compares the costs with HTTP, because the cost of the
// edit alone is too small for a ratio.
func (c *comparison) smallEdit() error {
	g, err := c.editWorkloads(corpus.Small())
	if err != nil {
		return err
	}
	if err := loadInTurn(g.with(), c.Rounds, c.Connections, c.Round); err != nil {
		return err
	}
	c.beside("edit, "+bodySize(g.ours), g,
		figures.AtMost(figures.SummarizeRatios(g.ours.costs(), g.floor.costs()), 1.2, "× the floor with HTTP"),
		figures.NoTarget(figures.SummarizeRatios(g.ours.costs(), g.sonic.costs()), "× sonic with HTTP"))
	c.addCosts(g)
	return nil
}

// edit measures one input. Our server's cost must be at most mostOfFloor times the cost of the
// floor, and our server must answer 50 times as many requests a second as the server with hclwrite.
func (c *comparison) edit(in corpus.Input, mostOfFloor float64) error {
	g, err := c.editWorkloads(in)
	if err != nil {
		return err
	}
	rival, err := c.servers.hclwrite.newWorkload(editPath, in.Body(), loadgen.CheckCode(in.Want()))
	if err != nil {
		return err
	}
	if err := loadInTurn(g.with(rival), c.Rounds, c.Connections, c.Round); err != nil {
		return err
	}
	what := fmt.Sprintf("edit, %s (%s)", bodySize(g.ours), in.Name)
	c.beside(what, g, g.ofFloors(mostOfFloor)...)
	c.row(fmt.Sprintf("%s, closed loop, %d connections", what, c.Connections), requests(g.ours), requests(g.floor), "hclwrite "+requests(rival),
		figures.NoTarget(figures.SummarizeRatios(g.ours.perSecond(), g.floor.perSecond()), "of the floor"),
		figures.AtLeast(figures.SummarizeRatios(g.ours.perSecond(), rival.perSecond()), 50, "× hclwrite"))
	c.addCosts(g)
	return nil
}

// ofFloors returns the ratios of our cost to the costs of the two floors, without HTTP. The
// argument is the target for the first of these ratios; 0 means no target.
func (g *workloadGroup) ofFloors(most float64) []figures.Check {
	floor := figures.SummarizeRatios(g.ours.costsWithoutHTTP(), g.floor.costsWithoutHTTP())
	check := figures.NoTarget(floor, "× the floor")
	if most > 0 {
		check = figures.AtMost(floor, most, "× the floor")
	}
	return []figures.Check{check, figures.NoTarget(figures.SummarizeRatios(g.ours.costsWithoutHTTP(), g.sonic.costsWithoutHTTP()), "× sonic")}
}

// addCosts adds points to the plot: the costs of a request on our server, the floors and the echo.
func (c *comparison) addCosts(g workloadGroup) {
	for _, w := range g.with(g.ours.echo) {
		c.report.Costs = append(c.report.Costs, figures.Cost{Input: bodySize(g.ours), Server: w.name, Micros: figures.Median(w.costs()) / 1e3})
	}
}

// beside adds a row that compares our cost with the costs of the floors and the echo.
func (c *comparison) beside(what string, g workloadGroup, checks ...figures.Check) {
	c.row(what, g.ours.cost(), g.floor.cost(), "sonic "+g.sonic.cost()+"; echo "+micros(figures.Median(g.ours.echo.costs())), checks...)
}

func requests(w *workload) string {
	return fmt.Sprintf("%.0f requests/s", figures.Median(w.perSecond()))
}

// bodySize returns the length of a workload's requests as text, such as "812 bytes".
func bodySize(w *workload) string {
	if n := len(w.test.Request); n < 1_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return corpus.SizeName(len(w.test.Request))
}

// otherRequests measures other requests: reading, edits that return changes, the jobs of the
// corpus, and an edit without special processor instructions.
func (c *comparison) otherRequests() error {
	for i, mostOfFloor := range []float64{1.6, 1} {
		if err := c.reading(c.inputs[i], mostOfFloor); err != nil {
			return fmt.Errorf("reading %s: %w", c.inputs[i].Name, err)
		}
	}
	if err := c.changes(); err != nil {
		return fmt.Errorf("return: changes: %w", err)
	}
	for _, job := range corpus.Jobs() {
		if err := c.job(&job); err != nil {
			return fmt.Errorf("%s: %w", job.Name, err)
		}
	}
	if err := c.withoutVectors(); err != nil {
		return fmt.Errorf("portable code: %w", err)
	}
	return nil
}

// reading measures a request to read all of an input.
func (c *comparison) reading(in corpus.Input, mostOfFloor float64) error {
	g, err := c.readWorkloads(in)
	if err != nil {
		return err
	}
	return c.other(fmt.Sprintf("read all, %s (%s)", bodySize(g.ours), in.Name), g, mostOfFloor, 0.5, 0)
}

// changes measures an edit whose answer contains only the changes.
func (c *comparison) changes() error {
	in := c.inputs[1]
	g, err := c.changesWorkloads(in)
	if err != nil {
		return err
	}
	return c.other(fmt.Sprintf("return: changes, %s (%s)", bodySize(g.ours), in.Name), g, 0.67, 1, 0)
}

func (c *comparison) job(job *corpus.Job) error {
	g, err := c.jobWorkloads(job)
	if err != nil {
		return err
	}
	return c.other(job.Name, g, job.MostOfFloor, 0, job.MostMillis)
}

// other measures a group of workloads and adds its row. The last arguments are targets; 0 means no
// target: the greatest multiple of the floor's cost, the least share of the floor's requests a
// second, and the most milliseconds.
func (c *comparison) other(what string, g workloadGroup, mostOfFloor, leastOfRate, mostMillis float64) error {
	if err := loadInTurn(g.with(), c.Rounds, c.Connections, c.Round); err != nil {
		return err
	}
	checks := g.ofFloors(mostOfFloor)
	if leastOfRate > 0 {
		checks = append(checks, figures.AtLeast(figures.SummarizeRatios(g.ours.perSecond(), g.floor.perSecond()), leastOfRate, "of the floor's requests/s"))
	}
	if mostMillis > 0 {
		checks = append(checks, figures.AtMost(figures.Single(figures.Median(g.ours.costsWithoutHTTP())/1e6), mostMillis, "ms"))
	}
	c.beside(what, g, checks...)
	return nil
}

// withoutVectors compares an edit that uses only portable code with an edit that uses processor
// instructions for 64 bytes at once. It does nothing if this machine lacks these instructions.
func (c *comparison) withoutVectors() error {
	if !vector.Bytes {
		fmt.Fprintln(os.Stderr, "measure: SKIPPED: this processor runs portable code alone")
		return nil
	}
	in := c.inputs[0]
	with, err := c.withEcho(c.servers.ours.newWorkload(editPath, in.Body(), loadgen.CheckCode(in.Want())))
	if err != nil {
		return err
	}
	without, err := c.servers.portable.newWorkload(editPath, in.Body(), loadgen.CheckCode(in.Want()))
	if err != nil {
		return err
	}
	without.echo = with.echo
	if err := loadInTurn([]*workload{with, without}, c.Rounds, c.Connections, c.Round); err != nil {
		return err
	}
	c.row(fmt.Sprintf("edit without AVX-512, %s (%s)", bodySize(with), in.Name), without.cost(), "", "with it "+with.cost(),
		figures.AtMost(figures.SummarizeRatios(without.costsWithoutHTTP(), with.costsWithoutHTTP()), 1.2, "× with it"))
	return nil
}
