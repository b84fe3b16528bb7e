// Package annotation is what a store notes of an entry besides its text: what a
// parser made of it, and what the user corrected. It is pure code that every driver
// shares, so that the same calls leave the same data.
package annotation

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// A Record is what is noted of one text.
type Record struct {
	Hash        string          // of the text that the data was made from; empty if none was
	Data        json.RawMessage // an object by domain; empty if there is none
	Tags        []string
	Corrections []Correction
	Domains     string // the version of the domains that the data was made by
}

// A Correction is a change of parsed data, with what was there before.
type Correction struct {
	Key        string          `json:"key"`
	At         time.Time       `json:"at"`
	Hash       string          `json:"hash"` // of the text whose data was corrected
	BeforeData json.RawMessage `json:"before_data,omitempty"`
	BeforeTags []string        `json:"before_tags,omitempty"`
	// By is the entry that tells the correction; empty if no note was kept that does.
	By string `json:"by,omitempty"`
	// Of is the entry that was corrected, in the record of the note that corrects it; such
	// a Correction has nothing that was there before.
	Of string `json:"of,omitempty"`
}

// A Batch is notes as they go from one store into another, with all that is noted of
// them.
type Batch struct {
	Notes []Note
	// Page is set for the notes of a page: the path of its file, and the hash of what
	// that says.
	Page, PageHash string
}

// A Note is an entry, with what an entry does not tell.
type Note struct {
	Entry  *commonv1.Entry
	Key    string // under which it was kept; "" if under none
	Record Record
}

// SetParsed puts what a parser made of the text of a hash. Data that the user has
// corrected stays: the text says what it said before the correction. So do tags that
// the same text had before, such as those of a file that it was imported from.
func (r *Record) SetParsed(hash string, p store.Parsed) error {
	if slices.ContainsFunc(r.Corrections, func(c Correction) bool { return c.Of == "" && c.Hash == hash }) {
		r.Domains = p.Domains
		return nil
	}
	if r.Hash == hash {
		p.Tags = Distinct(p.Tags, r.Tags)
	}
	return r.put(hash, p)
}

// Correct puts corrected data and remembers what was there before. A correction
// whose key is known changes nothing. by is the entry that tells it, if any.
func (r *Record) Correct(key, hash, by string, p store.Parsed, now time.Time) error {
	if slices.ContainsFunc(r.Corrections, func(c Correction) bool { return c.Key == key }) {
		return nil
	}
	r.Corrections = append(slices.Clone(r.Corrections), Correction{
		Key: key, At: now.UTC().Truncate(time.Second), Hash: hash, By: by, BeforeData: r.Data, BeforeTags: r.Tags,
	})
	return r.put(hash, p)
}

// Corrected reports whether the data is what the user corrected it to.
func (r *Record) Corrected() bool {
	return slices.ContainsFunc(r.Corrections, func(c Correction) bool { return c.Of == "" && c.Hash == r.Hash })
}

// CorrectedBy returns the entry that tells the latest correction of the data.
func (r *Record) CorrectedBy() string {
	for _, c := range slices.Backward(r.Corrections) {
		if c.Of == "" && c.Hash == r.Hash {
			return c.By
		}
	}
	return ""
}

// SetCorrects notes that the text of a hash, the record's own, has corrected another entry.
func (r *Record) SetCorrects(key, hash, entry string, now time.Time) {
	if !slices.ContainsFunc(r.Corrections, func(c Correction) bool { return c.Of == entry && c.Hash == hash }) {
		r.Corrections = append(slices.Clone(r.Corrections), Correction{Key: key, At: now.UTC().Truncate(time.Second), Hash: hash, Of: entry})
	}
}

// Corrects returns the entry that the text of a hash, the record's own, has corrected.
func (r *Record) Corrects(hash string) string {
	for _, c := range r.Corrections {
		if c.Of != "" && c.Hash == hash {
			return c.Of
		}
	}
	return ""
}

func (r *Record) put(hash string, p store.Parsed) error {
	var data json.RawMessage
	if len(p.Data.GetFields()) > 0 {
		var err error
		if data, err = json.Marshal(p.Data.AsMap()); err != nil {
			return err
		}
	}
	r.Hash, r.Data, r.Tags, r.Domains = hash, data, p.Tags, p.Domains
	return nil
}

// Rewritten returns what stays of a record when its text is replaced: all that was
// not made from the old one.
func (r *Record) Rewritten(old, text string) Record {
	of := InlineTags(old)
	foreign := slices.DeleteFunc(slices.Clone(r.Tags), func(tag string) bool { return slices.Contains(of, tag) })
	return Record{Hash: notes.Hash(text), Tags: foreign}
}

// IndexNote is an entry as an index sees it: with its text it is found by its tags,
// the names in its data, and the headings above it.
func IndexNote(id notes.ID, text string, tags []string, data map[string]any, headings []string) rank.Note {
	return rank.Note{ID: id.String(), At: id.Local, Text: text, Labels: Distinct(tags, names(data), headings)}
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
