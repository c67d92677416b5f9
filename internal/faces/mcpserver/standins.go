package mcpserver

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"strconv"
	"sync"
)

// standIns are strings that stand for ids of requests that the SDK does not keep as they are: null,
// and numbers such as 1.5. The SDK sees only the strings, and the client only its own ids.
type standIns struct {
	mutex  sync.Mutex
	prefix []byte                     // the beginning of each string in JSON, which no client can guess
	next   int                        // the number of the next string
	ids    map[string]json.RawMessage // by string in JSON
}

func newStandIns() *standIns {
	return &standIns{prefix: []byte(`"` + rand.Text() + "-"), ids: map[string]json.RawMessage{}}
}

// replace returns a message of the client. If it is a request with an id that the SDK would change,
// a string replaces the id.
func (s *standIns) replace(message []byte) []byte {
	var members map[string]json.RawMessage
	if len(message) == 0 || message[0] != '{' || json.Unmarshal(message, &members) != nil {
		return message
	}
	id, ok := members["id"]
	if !ok || members["method"] == nil || id[0] == '"' {
		return message
	}
	if _, err := strconv.ParseInt(string(id), 10, 64); err == nil {
		return message
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	text := string(s.prefix) + strconv.Itoa(s.next) + `"`
	s.next++
	s.ids[text] = id
	members["id"] = json.RawMessage(text)
	with, err := json.Marshal(members)
	if err != nil {
		return message
	}
	return with
}

// restore returns a line for the client, in which the ids replace the strings that stand for them.
func (s *standIns) restore(line []byte) []byte {
	if s == nil {
		return line
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.ids) == 0 {
		return line
	}
	var restored []byte
	for {
		before, rest, ok := bytes.Cut(line, s.prefix)
		restored = append(restored, before...)
		if !ok {
			return restored
		}
		number, after, _ := bytes.Cut(rest, []byte(`"`))
		text := string(s.prefix) + string(number) + `"`
		if id, known := s.ids[text]; known {
			delete(s.ids, text)
			restored = append(restored, id...)
		} else {
			restored = append(restored, text...)
		}
		line = after
	}
}
