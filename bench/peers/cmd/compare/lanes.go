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
)

// codeIs returns a check that an answer's edited code is this.
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

// editLanes returns lanes of an input's edit: ours and the floor's, each with its echo.
func (c *comparison) editLanes(in corpus.Input) (ours, floor *lane, err error) {
	if ours, err = c.ours(editPath, in.Body(), codeIs(in.Want())); err != nil {
		return nil, nil, err
	}
	floor, err = c.floor(in.Body(), in.Code)
	if err != nil {
		return nil, nil, err
	}
	floor.http = ours.http // of the same length
	return ours, floor, nil
}

// ours returns a lane of our server with its echo.
func (c *comparison) ours(path string, body []byte, right func(answer []byte) error) (*lane, error) {
	return c.withEcho(c.servers.ours.lane(path, body, right))
}

// floor returns a lane of the floor, which answers with the code that it gets.
func (c *comparison) floor(body, code []byte) (*lane, error) {
	return c.withEcho(c.servers.floor.lane(editPath, body, codeIs(code)))
}

// withEcho gives a lane the echo of a request and an answer as long as its own.
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

// readLanes returns lanes that read all of some code, and the floor's with the same code.
func (c *comparison) readLanes(in corpus.Input) (ours, floor *lane, err error) {
	body, err := json.Marshal(map[string]string{"code": string(in.Code)})
	if err != nil {
		return nil, nil, err
	}
	content, err := new(read.Options).Read(nil, in.Code, nil)
	if err != nil {
		return nil, nil, err
	}
	ours, err = c.ours(readPath, body, func(answer []byte) error {
		if !bytes.Contains(answer, content) {
			return fmt.Errorf("it reads something else: %.200s", answer)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	floor, err = c.floor(body, in.Code)
	return ours, floor, err
}

// changesLanes returns lanes of an input's edit that asks for what changes, not for the
// code, and the floor's of the same edit.
func (c *comparison) changesLanes(in corpus.Input) (ours, floor *lane, err error) {
	body := append(bytes.TrimSuffix(in.Body(), []byte("}")), `,"return":"changes"}`...)
	ours, err = c.ours(editPath, body, func(answer []byte) error {
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
	})
	if err != nil {
		return nil, nil, err
	}
	floor, err = c.floor(in.Body(), in.Code)
	return ours, floor, err
}

// jobLanes returns lanes of a job, and the floor's with all its code in one piece.
func (c *comparison) jobLanes(job *corpus.Job) (ours, floor *lane, err error) {
	if ours, err = c.ours(editPath, job.Body(), job.Check); err != nil {
		return nil, nil, err
	}
	code := job.Code()
	body, err := json.Marshal(map[string]any{"code": string(code), "edits": json.RawMessage(job.Edits)})
	if err != nil {
		return nil, nil, err
	}
	floor, err = c.floor(body, code)
	return ours, floor, err
}
