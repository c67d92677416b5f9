package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"iacedit/bench/loadgen"
	"iacedit/internal/testkit/corpus"
	"iacedit/read"
)

const (
	editPath = "/v1/iac/edit"
	readPath = "/v1/iac/read"
	findPath = "/v1/iac/find"
)

// A workloadGroup contains the workloads of one request: the workload of our server, and the
// workloads of the two floors, which are servers that only decode and encode the JSON.
type workloadGroup struct{ ours, floor, sonic *workload }

// with returns the workloads of the group, followed by the workloads in others.
func (g *workloadGroup) with(others ...*workload) []*workload {
	return append([]*workload{g.ours, g.floor, g.sonic}, others...)
}

// newGroup returns the workloads of a request. The workload of our server sends the body to
// the path, and checks the answers with the given function. The workloads of the two floors send
// floorBody. Their answers must contain the given code, unedited.
func (c *comparison) newGroup(path string, body []byte, check func(answer []byte) error, floorBody, code []byte) (g workloadGroup, err error) {
	if g.ours, err = c.withEcho(c.servers.ours.newWorkload(path, body, check)); err != nil {
		return g, err
	}
	if g.floor, err = c.withEcho(c.servers.floor.newWorkload(editPath, floorBody, loadgen.CheckCode(code))); err != nil {
		return g, err
	}
	g.sonic, err = c.servers.sonic.newWorkload(editPath, floorBody, loadgen.CheckCode(code))
	if g.sonic != nil {
		g.sonic.echo = g.floor.echo // the answers of the two floors are equal, or have the same length
	}
	return g, err
}

// editWorkloads returns the workloads for an input's edit.
func (c *comparison) editWorkloads(in corpus.Input) (workloadGroup, error) {
	return c.newGroup(editPath, in.Body(), loadgen.CheckCode(in.Want()), in.Body(), in.Code)
}

// withEcho sets w.echo to a new workload for the echo server. Its requests and answers are as long as
// those of w. If err is not nil, withEcho only returns err.
func (c *comparison) withEcho(w *workload, err error) (*workload, error) {
	if err != nil {
		return nil, err
	}
	body := w.test.Request
	n := min(w.test.Length(), len(body))
	w.echo, err = c.servers.echo.newWorkload(fmt.Sprintf("/?bytes=%d", n), body, func(answer []byte) error {
		if !bytes.Equal(answer, body[:n]) {
			return errors.New("it gives something else back")
		}
		return nil
	})
	return w, err
}

// readWorkloads returns the workloads for a request to read all the code of an input.
func (c *comparison) readWorkloads(in corpus.Input) (workloadGroup, error) {
	body, err := json.Marshal(map[string]string{"code": string(in.Code)})
	if err != nil {
		return workloadGroup{}, err
	}
	content, err := new(read.Options).Read(nil, in.Code, nil)
	if err != nil {
		return workloadGroup{}, err
	}
	return c.newGroup(readPath, body, func(answer []byte) error {
		if !bytes.Contains(answer, content) {
			return fmt.Errorf("it reads something else: %.200s", answer)
		}
		return nil
	}, body, in.Code)
}

// changesWorkloads returns the workloads in which the edit of an input asks for only the changes
// (the member "return" is "changes"). The requests to the floors do not have this member.
func (c *comparison) changesWorkloads(in corpus.Input) (workloadGroup, error) {
	body := append(bytes.TrimSuffix(in.Body(), []byte("}")), `,"return":"changes"}`...)
	return c.newGroup(editPath, body, func(answer []byte) error { return changesAre(answer, in) }, in.Body(), in.Code)
}

// changesAre returns an error unless applying the changes in an answer to the input's code gives
// the expected code.
func changesAre(answer []byte, in corpus.Input) error {
	var a struct {
		Data struct {
			Code    *string `json:"edited_code"`
			Changes []struct {
				Start, End struct{ Offset int }
				Text       string
			}
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return err
	}
	code := string(in.Code)
	for _, change := range slices.Backward(a.Data.Changes) {
		code = code[:change.Start.Offset] + change.Text + code[change.End.Offset:]
	}
	if a.Data.Code != nil || code != string(in.Want()) {
		return fmt.Errorf("it tells of something else: %.200s", answer)
	}
	return nil
}

// jobWorkloads returns the workloads for a job. The requests to the floors, which are the servers
// that edit nothing, contain the code of all the job's files as one string.
func (c *comparison) jobWorkloads(job *corpus.Job) (workloadGroup, error) {
	path, rules := editPath, job.Edits
	if job.Find != "" {
		path, rules = findPath, job.Find
	}
	code := job.Code()
	body, err := json.Marshal(map[string]any{"code": string(code), "edits": json.RawMessage(rules)})
	if err != nil {
		return workloadGroup{}, err
	}
	return c.newGroup(path, job.Body(), job.Check, body, code)
}
