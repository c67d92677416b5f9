package main

import (
	"fmt"

	"iacedit/bench/peers/figures"
	"iacedit/internal/corpus"
)

// edits measures what an edit costs the server, beyond what HTTP itself takes, beside the
// floor; and how many requests a second that makes.
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

// smallEdit measures the smallest request. What it costs beyond HTTP is too little to
// divide by, so that all of it is compared.
func (c *comparison) smallEdit() error {
	ours, floor, err := c.editLanes(corpus.Small())
	if err != nil {
		return err
	}
	if err := rounds([]*lane{ours, floor}, c.Rounds, c.Connections, c.Round); err != nil {
		return err
	}
	c.beside("edit, "+bodySize(ours), ours, floor,
		figures.AtMost(figures.MedianRatio(ours.costs(), floor.costs()), 1.25, "× the floor with HTTP"))
	c.bars(ours, floor)
	return nil
}

// edit measures one input. Ours has to cost at most so many times what the floor does, and
// to answer 50 times as many requests a second as the rival.
func (c *comparison) edit(in corpus.Input, mostOfFloor float64) error {
	ours, floor, err := c.editLanes(in)
	if err != nil {
		return err
	}
	rival, err := c.servers.hclwrite.lane(editPath, in.Body(), codeIs(in.Want()))
	if err != nil {
		return err
	}
	if err := rounds([]*lane{ours, floor, rival}, c.Rounds, c.Connections, c.Round); err != nil {
		return err
	}
	what := fmt.Sprintf("edit, %s (%s)", bodySize(ours), in.Name)
	c.beside(what, ours, floor, figures.AtMost(figures.MedianRatio(ours.beyond(), floor.beyond()), mostOfFloor, "× the floor"))
	c.row(fmt.Sprintf("%s, closed loop, %d connections", what, c.Connections), requests(ours), requests(floor), "hclwrite "+requests(rival),
		figures.Plain(figures.MedianRatio(ours.perSecond(), floor.perSecond()), "of the floor"),
		figures.AtLeast(figures.MedianRatio(ours.perSecond(), rival.perSecond()), 50, "× hclwrite"))
	c.bars(ours, floor)
	return nil
}

// bars notes costs for the plot.
func (c *comparison) bars(ours, floor *lane) {
	for _, l := range []*lane{ours, floor, ours.http} {
		c.report.Costs = append(c.report.Costs, figures.Bar{Input: bodySize(ours), Server: l.name, Micros: figures.Median(l.costs()) / 1e3})
	}
}

// beside adds a row of what ours costs, beside the floor and the echo.
func (c *comparison) beside(what string, ours, floor *lane, checks ...figures.Check) {
	c.row(what, ours.cost(), floor.cost(), "echo "+micros(figures.Median(ours.http.costs())), checks...)
}

func requests(l *lane) string { return fmt.Sprintf("%.0f requests/s", figures.Median(l.perSecond())) }

// bodySize names the length of a lane's requests.
func bodySize(l *lane) string {
	if n := len(l.test.Request); n < 1_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return corpus.SizeName(len(l.test.Request))
}

// others measures what other requests cost: reading, what changed in the place of the code,
// and the jobs of the corpus.
func (c *comparison) others() error {
	for _, in := range c.inputs {
		ours, floor, err := c.readLanes(in)
		if err == nil {
			err = rounds([]*lane{ours, floor}, c.Rounds, c.Connections, c.Round)
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", in.Name, err)
		}
		c.beside(fmt.Sprintf("read all, %s (%s)", bodySize(ours), in.Name), ours, floor,
			figures.Plain(figures.MedianRatio(ours.beyond(), floor.beyond()), "× the floor"),
			figures.AtLeast(figures.MedianRatio(ours.perSecond(), floor.perSecond()), 0.5, "of the floor's requests/s"))
	}
	if err := c.changes(); err != nil {
		return fmt.Errorf("return: changes: %w", err)
	}
	for _, job := range corpus.Jobs() {
		if err := c.job(&job); err != nil {
			return fmt.Errorf("%s: %w", job.Name, err)
		}
	}
	return nil
}

// changes measures an edit whose answer is what changed.
func (c *comparison) changes() error {
	in := c.inputs[1]
	ours, floor, err := c.changesLanes(in)
	if err == nil {
		err = rounds([]*lane{ours, floor}, c.Rounds, c.Connections, c.Round)
	}
	if err != nil {
		return err
	}
	c.beside(fmt.Sprintf("return: changes, %s (%s)", bodySize(ours), in.Name), ours, floor,
		figures.AtMost(figures.MedianRatio(ours.beyond(), floor.beyond()), 2.0/3, "× the floor"),
		figures.AtLeast(figures.MedianRatio(ours.perSecond(), floor.perSecond()), 1, "of the floor's requests/s"))
	return nil
}

func (c *comparison) job(job *corpus.Job) error {
	ours, floor, err := c.jobLanes(job)
	if err == nil {
		err = rounds([]*lane{ours, floor}, c.Rounds, c.Connections, c.Round)
	}
	if err != nil {
		return err
	}
	checks := []figures.Check{figures.Plain(figures.MedianRatio(ours.beyond(), floor.beyond()), "× the floor")}
	if job.MostMillis > 0 {
		checks = append(checks, figures.AtMost(figures.Median(ours.beyond())/1e6, job.MostMillis, "ms"))
	}
	c.beside(job.Name, ours, floor, checks...)
	return nil
}
