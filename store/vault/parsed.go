package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// A record is what the parsed file of a day says of one entry. Fields that this
// version does not know are kept as they are. Records are shared by those who read
// the same file: who changes one changes a copy.
type record struct {
	key         string
	hash        string          // of the text that the data was made from
	data        json.RawMessage // an object by domain; empty if there is none
	tags        []string
	corrections []correction
	domains     string // the version of the domains that the data was made by
	fields      map[string]json.RawMessage

	// What was made of it before, empty until then; guarded by the vault's scanMu.
	text   []byte // as it stands in a file
	textOf string // under which id it stands there
	noted  string // as an item holds it
}

// A correction is a change of parsed data, with what was there before.
type correction struct {
	Key        string          `json:"key"`
	At         time.Time       `json:"at"`
	Hash       string          `json:"hash"` // of the text whose data was corrected
	BeforeData json.RawMessage `json:"before_data,omitempty"`
	BeforeTags []string        `json:"before_tags,omitempty"`
}

// changeable returns a copy that may be changed.
func (r *record) changeable() *record {
	now := *r
	now.text, now.noted = nil, ""
	return &now
}

// corrected reports whether the data of a text was corrected.
func (r *record) corrected(hash string) bool {
	return slices.ContainsFunc(r.corrections, func(c correction) bool { return c.Hash == hash })
}

// certain reports whether an entry whose text has the given hash is the one that
// was kept under the record's key. A record without data whose hash is another's
// may be left from an attempt that wrote no text, beside a note that a person
// wrote: then it is better to keep the note again than to lose it.
func (r *record) certain(hash string) bool {
	return r.key != "" && (r.hash == hash || len(r.data) > 0 || len(r.corrections) > 0)
}

func (r *record) hasCorrection(key string) bool {
	return slices.ContainsFunc(r.corrections, func(c correction) bool { return c.Key == key })
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
		"key": &r.key, "hash": &r.hash, "data": &r.data, "tags": &r.tags, "corrections": &r.corrections,
		"domains": &r.domains,
	} {
		if value, ok := fields[name]; ok {
			if err := json.Unmarshal(value, into); err != nil {
				return nil, fmt.Errorf("field %s: %w", name, err)
			}
		}
	}
	switch {
	case string(r.data) == "null":
		r.data = nil
	case len(r.data) > 0 && r.data[0] != '{':
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
		Data json.RawMessage `json:"data,omitempty"`
		Tags []string        `json:"tags,omitempty"`
	}{r.data, r.tags})
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

// put stores parsed data made from the text of the given hash.
func (r *record) put(hash string, p store.Parsed) error {
	var data json.RawMessage
	if len(p.Data.GetFields()) > 0 {
		var err error
		if data, err = json.Marshal(p.Data.AsMap()); err != nil {
			return err
		}
	}
	r.hash, r.data, r.tags, r.domains = hash, data, p.Tags, p.Domains
	return nil
}

// correct puts corrected data and remembers what was there before.
func (r *record) correct(key, hash string, p store.Parsed, now time.Time) error {
	r.corrections = append(slices.Clone(r.corrections), correction{
		Key: key, At: now.UTC().Truncate(time.Second), Hash: hash, BeforeData: r.data, BeforeTags: r.tags,
	})
	return r.put(hash, p)
}

// names returns the strings in parsed data, such as "bench press", each once.
func names(data map[string]any) []string {
	var out []string
	seen := make(map[string]bool)
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case string:
			if name != "unit" && v != "" && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		case []any:
			for _, e := range v {
				walk(name, e)
			}
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				walk(k, v[k])
			}
		}
	}
	walk("", data)
	return out
}

// removed is how many notes of one second are thought of as removed by hand.
const removed = 64

// matching returns the record of a text and under which id it is noted: by the
// entry's own id, or, if the text under that id is another by now, the record of
// the same second that was made from this very text, as when a note of that
// second was removed by hand.
func matching(records map[string]*record, id notes.ID, hash string) (*record, string) {
	own := records[id.String()]
	if own != nil && own.hash == hash {
		return own, id.String()
	}
	for n := max(1, id.N-removed); n <= id.N+removed; n++ {
		id := id
		id.N = n
		other := id.String()
		if r := records[other]; r != nil && r.hash == hash {
			return r, other
		}
	}
	return own, id.String()
}
