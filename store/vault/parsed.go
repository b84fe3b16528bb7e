package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// A record is what the parsed file of a day says of one entry. Fields that this
// version does not know are kept as they are. Records are shared by those who read
// the same file: who changes one changes a copy.
type record struct {
	key string
	annotation.Record
	fields map[string]json.RawMessage

	// What was made of it before, empty until then; guarded by the vault's scanMu.
	text   []byte // as it stands in a file
	textOf string // under which id it stands there
	noted  string // as an item holds it
}

// changeable returns a copy that may be changed.
func (r *record) changeable() *record {
	now := *r
	now.text, now.noted = nil, ""
	return &now
}

// certain reports whether an entry whose text has the given hash is the one that
// was kept under the record's key. A record without data whose hash is another's
// may be left from an attempt that wrote no text, beside a note that a person
// wrote: then it is better to keep the note again than to lose it.
func (r *record) certain(hash string) bool {
	return r.key != "" && (r.Hash == hash || len(r.Data) > 0 || len(r.Corrections) > 0)
}

// parseRecords reads a parsed file. Its error is a CorruptError without a path.
func parseRecords(content []byte) (map[string]*record, error) {
	if len(bytes.TrimSpace(content)) == 0 {
		return map[string]*record{}, nil
	}
	if err := document.CheckJSON(content, maxData); err != nil {
		return nil, &store.CorruptError{Err: err}
	}
	var raw map[string]map[string]json.RawMessage
	if err := json.Unmarshal(content, &raw); err != nil {
		return nil, &store.CorruptError{Line: lineOf(content, err), Err: err}
	}
	records := make(map[string]*record, len(raw))
	for id, fields := range raw {
		r, err := parseRecord(fields)
		if err != nil {
			return nil, &store.CorruptError{Err: fmt.Errorf("entry %s: %w", id, err)}
		}
		records[id] = r
	}
	return records, nil
}

func parseRecord(fields map[string]json.RawMessage) (*record, error) {
	r := &record{fields: fields}
	for name, into := range map[string]any{
		"key": &r.key, "hash": &r.Hash, "data": &r.Data, "tags": &r.Tags, "corrections": &r.Corrections,
		"domains": &r.Domains,
	} {
		if value, ok := fields[name]; ok {
			if err := json.Unmarshal(value, into); err != nil {
				return nil, fmt.Errorf("field %s: %w", name, err)
			}
		}
	}
	switch {
	case string(r.Data) == "null":
		r.Data = nil
	case len(r.Data) > 0 && r.Data[0] != '{':
		return nil, errors.New("field data: it is no object")
	}
	return r, nil
}

// annotations returns data and tags as JSON, as an item holds them.
func (r *record) annotations() string {
	if r.noted != "" {
		return r.noted
	}
	text, _ := json.Marshal(struct { // what was read as JSON can be written as such
		Data      json.RawMessage `json:"data,omitempty"`
		Tags      []string        `json:"tags,omitempty"`
		Corrected bool            `json:"corrected,omitempty"`
		By        string          `json:"by,omitempty"`
		Corrects  string          `json:"corrects,omitempty"`
	}{r.Data, r.Tags, r.Corrected(), r.CorrectedBy(), r.Corrects(r.Hash)})
	r.noted = string(text)
	return r.noted
}

// lineOf returns the line of a JSON error, 0 if it tells none.
func lineOf(content []byte, err error) int {
	offset := int64(-1)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
	} else if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = e.Offset
	}
	if offset < 0 || offset > int64(len(content)) {
		return 0
	}
	return 1 + bytes.Count(content[:offset], []byte("\n"))
}

// removed is how many notes of one second are thought of as removed by hand.
const removed = 64

// matching returns the record of a text and under which id it is noted: by the
// entry's own id, or, if the text under that id is another by now, the record of
// the same second that was made from this very text, as when a note of that
// second was removed by hand.
func matching(records map[string]*record, id notes.ID, hash string) (*record, string) {
	own := records[id.String()]
	if own != nil && own.Hash == hash {
		return own, id.String()
	}
	for n := max(1, id.N-removed); n <= id.N+removed; n++ {
		id := id
		id.N = n
		other := id.String()
		if r := records[other]; r != nil && r.Hash == hash {
			return r, other
		}
	}
	return own, id.String()
}
