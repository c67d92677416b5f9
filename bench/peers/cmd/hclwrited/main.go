// Command hclwrited is the simplest edit service: net/http, encoding/json and hclwrite. It
// supports the part of the edit language that the benchmarks use: {"set": {TYPE: {LABEL: {…:
// [{"attributes": {NAME: STRING}}]}}}}.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"slices"
	"time"

	"github.com/zclconf/go-cty/cty"

	"iacedit/bench/peers"
)

type request struct {
	Code  string `json:"code"`
	Edits struct {
		Set map[string]json.RawMessage `json:"set"`
	} `json:"edits"`
}

type entry struct {
	Attributes map[string]string `json:"attributes"`
}

type data struct {
	EditedCode string `json:"edited_code"`
}

type response struct {
	Success bool   `json:"success"`
	Data    data   `json:"data"`
	Message string `json:"message"`
}

func handle(w http.ResponseWriter, r *http.Request) {
	code, err := edit(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(response{true, data{string(code)}, "iac-edit: success"}); err != nil {
		log.Print(err)
	}
}

func edit(r *http.Request) ([]byte, error) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		return nil, err
	}
	var sets []peers.Set
	for block, address := range req.Edits.Set {
		found, err := setsBelow(block, nil, address)
		if err != nil {
			return nil, err
		}
		sets = append(sets, found...)
	}
	return peers.Hclwrite([]byte(req.Code), sets...)
}

// setsBelow returns the attributes that the edits set in blocks of one type. It considers only the
// blocks whose first labels are the given labels. address is the JSON below these labels: an array
// of entries, or an object whose keys are the next labels.
func setsBelow(block string, labels []string, address json.RawMessage) ([]peers.Set, error) {
	if bytes.HasPrefix(bytes.TrimSpace(address), []byte("[")) {
		return setsOf(block, labels, address)
	}
	var next map[string]json.RawMessage
	if err := json.Unmarshal(address, &next); err != nil {
		return nil, fmt.Errorf("%s %q: %w", block, labels, err)
	}
	var sets []peers.Set
	for label, below := range next {
		found, err := setsBelow(block, append(slices.Clone(labels), label), below)
		if err != nil {
			return nil, err
		}
		sets = append(sets, found...)
	}
	return sets, nil
}

func setsOf(block string, labels []string, entries json.RawMessage) ([]peers.Set, error) {
	var list []entry
	if err := json.Unmarshal(entries, &list); err != nil {
		return nil, fmt.Errorf("%s %q: %w", block, labels, err)
	}
	if len(list) != 1 {
		return nil, errors.New("one entry for a block is all that is known here")
	}
	var sets []peers.Set
	for name, value := range list[0].Attributes {
		sets = append(sets, peers.Set{Block: block, Labels: labels, Attribute: name, Value: cty.StringVal(value)})
	}
	return sets, nil
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8082", "address to listen on")
	flag.Parse()
	server := &http.Server{Addr: *addr, Handler: http.HandlerFunc(handle), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
