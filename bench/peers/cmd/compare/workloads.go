package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"iacedit/internal/corpus"
	"iacedit/read"
)

const (
	editPath = "/v1/iac/edit"
	readPath = "/v1/iac/read"
	findPath = "/v1/iac/find"
)

// codeIs returns a function that checks an answer. The function returns an error unless the edited
// code in the answer equals want.
func codeIs(want []byte) func(answer []byte) error {
	return func(answer []byte) error {
		var a struct {
			Data struct {
				EditedCode *string `json:"edited_code"`
			} `json:"data"`
		}
		err := json.Unmarshal(answer, &a)
		if err == nil && (a.Data.EditedCode == nil || *a.Data.EditedCode != string(want)) {
			err = fmt.Errorf("the answer has other code than it should: %.200s", answer)
		}
		return err
	}
}

// A group contains the lanes of one request: the lane of our server, and the lanes of the two
// floors, which are servers that only decode and encode the JSON.
type group struct{ ours, floor, sonic *lane }

// all returns the lanes of the group, followed by the lanes in others.
func (g *group) all(others ...*lane) []*lane {
	return append([]*lane{g.ours, g.floor, g.sonic}, others...)
}

// group returns the lanes of a request. The lane of our server sends the body to the path, and
// checks the answers with the given function. The lanes of the two floors send the argument floors
// as their body. Their answers must contain the given code, unedited.
func (c *comparison) group(path string, body []byte, right func(answer []byte) error, floors, code []byte) (g group, err error) {
	if g.ours, err = c.withEcho(c.servers.ours.lane(path, body, right)); err != nil {
		return g, err
	}
	if g.floor, err = c.withEcho(c.servers.floor.lane(editPath, floors, codeIs(code))); err != nil {
		return g, err
	}
	g.sonic, err = c.servers.sonic.lane(editPath, floors, codeIs(code))
	if g.sonic != nil {
		g.sonic.http = g.floor.http // the answers of the two floors are equal, or have the same length
	}
	return g, err
}

// editLanes returns the lanes for an input's edit.
func (c *comparison) editLanes(in corpus.Input) (group, error) {
	return c.group(editPath, in.Body(), codeIs(in.Want()), in.Body(), in.Code)
}

// withEcho sets l.http to a new lane of the server echo, whose requests and answers are as long as
// those of l. If it gets an error, it only returns the error.
func (c *comparison) withEcho(l *lane, err error) (*lane, error) {
	if err != nil {
		return nil, err
	}
	body := l.test.Request
	n := min(l.test.Length(), len(body))
	l.http, err = c.servers.echo.lane(fmt.Sprintf("/?bytes=%d", n), body, func(answer []byte) error {
		if !bytes.Equal(answer, body[:n]) {
			return errors.New("it gives something else back")
		}
		return nil
	})
	return l, err
}

// readLanes returns the lanes for a request to read all code of an input.
func (c *comparison) readLanes(in corpus.Input) (group, error) {
	body, err := json.Marshal(map[string]string{"code": string(in.Code)})
	if err != nil {
		return group{}, err
	}
	content, err := new(read.Options).Read(nil, in.Code, nil)
	if err != nil {
		return group{}, err
	}
	return c.group(readPath, body, func(answer []byte) error {
		if !bytes.Contains(answer, content) {
			return fmt.Errorf("it reads something else: %.200s", answer)
		}
		return nil
	}, body, in.Code)
}

// changesLanes returns the lanes for an input's edit with "return": "changes", so that the answer
// has only the changes. The requests to the floors do not have this member.
func (c *comparison) changesLanes(in corpus.Input) (group, error) {
	body := append(bytes.TrimSuffix(in.Body(), []byte("}")), `,"return":"changes"}`...)
	return c.group(editPath, body, func(answer []byte) error { return changesAre(answer, in) }, in.Body(), in.Code)
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

// jobLanes returns the lanes for a job. The requests to the floors
// contain the code of all its files as one string.
func (c *comparison) jobLanes(job *corpus.Job) (group, error) {
	path, rules := editPath, job.Edits
	if job.Find != "" {
		path, rules = findPath, job.Find
	}
	code := job.Code()
	body, err := json.Marshal(map[string]any{"code": string(code), "edits": json.RawMessage(rules)})
	if err != nil {
		return group{}, err
	}
	return c.group(path, job.Body(), job.Check, body, code)
}
