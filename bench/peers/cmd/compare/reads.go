package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
	"iacedit/internal/corpus"
	"iacedit/read"
)

// reads measures how many requests a second are answered that read all of a module. The
// floor decodes and encodes the code, as it does for an edit.
func (c *comparison) reads() error {
	for _, in := range c.inputs {
		if err := c.readLoop(in); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	return nil
}

func (c *comparison) readLoop(in corpus.Input) error {
	request, err := json.Marshal(map[string]string{"code": string(in.Code)})
	if err != nil {
		return err
	}
	reader := *c.servers.ours
	reader.url = strings.TrimSuffix(reader.url, "/edit") + "/read"
	answer, err := loadgen.Post(reader.url, request, loadgen.DefaultTimeout)
	if err != nil {
		return err
	}
	content, err := new(read.Options).Read(nil, in.Code, nil)
	if err != nil || !bytes.Contains(answer, content) {
		return fmt.Errorf("the server reads something else (%v): %.200s", err, answer)
	}
	floor, err := c.servers.floor.lane(in.Name, request, in.Code, in.Code, c.Connections)
	if err != nil {
		return err
	}
	ours := &lane{server: &reader, test: loadgen.NewCase(in.Name, request, answer)}
	if err := rounds([]*lane{ours, floor}, c.Rounds, c.Connections, 0, c.Round); err != nil {
		return err
	}
	c.row(fmt.Sprintf("server, read all, %d connections, %s", c.Connections, in.Name), requests(ours.perSecond()), requests(floor.perSecond()), "",
		figures.AtLeast(figures.MedianRatio(ours.perSecond(), floor.perSecond()), 0.5, "of the floor"))
	return nil
}
