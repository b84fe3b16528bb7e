package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/store"
)

// formatRecords writes a parsed file, in an order that makes small diffs. Of a day of
// many notes mostly one has changed: the others are written as they were.
func formatRecords(records map[string]*record) ([]byte, error) {
	if len(records) == 0 {
		return []byte("{}\n"), nil
	}
	ids := slices.Sorted(maps.Keys(records))
	size := len("{\n}\n")
	for _, id := range ids {
		r := records[id]
		if r.text == nil || r.textOf != id {
			if err := r.write(id); err != nil {
				return nil, fmt.Errorf("the parsed data of entry %s: %w", id, err)
			}
		}
		size += len(r.text) + len(",\n")
	}
	content := append(make([]byte, 0, size), "{\n"...)
	for i, id := range ids {
		if i > 0 {
			content = append(content, ",\n"...)
		}
		content = append(content, records[id].text...)
	}
	content = append(content, "\n}\n"...)
	return content, checkWhole(content)
}

// fewBytes is less than any file needs that has too many values for one: each takes
// two bytes and more as they are written here.
const fewBytes = 2 * document.MaxValues

// checkWhole returns an error if a file that consists of good records is too much
// to be read again.
func checkWhole(content []byte) error {
	if len(content) < fewBytes {
		return nil
	}
	return readable(content)
}

// readable returns an error if what was written could not be read again.
func readable(content []byte) error {
	if err := document.CheckJSON(content, maxData); err != nil {
		return fmt.Errorf("%w: with the data of this note, the file of its day could not be read again: %w", store.ErrInvalid, err)
	}
	return nil
}

// write sets the text of a record: what the file of this record alone has between
// its braces.
func (r *record) write(id string) error {
	fields, err := r.format()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]map[string]json.RawMessage{id: fields}); err != nil {
		return err
	}
	if err := readable(b.Bytes()); err != nil {
		return err
	}
	r.text, r.textOf = b.Bytes()[len("{\n"):b.Len()-len("\n}\n")], id
	return nil
}

func (r *record) format() (map[string]json.RawMessage, error) {
	fields := maps.Clone(r.fields)
	if fields == nil {
		fields = make(map[string]json.RawMessage)
	}
	set := func(name string, value any, present bool) error {
		if !present {
			delete(fields, name)
			return nil
		}
		text, err := json.Marshal(value)
		fields[name] = text
		return err
	}
	return fields, errors.Join(
		set("key", r.key, r.key != ""),
		set("hash", r.Hash, r.Hash != ""),
		set("data", r.Data, len(r.Data) > 0),
		set("tags", r.Tags, len(r.Tags) > 0),
		set("corrections", r.Corrections, len(r.Corrections) > 0),
		set("domains", r.Domains, r.Domains != ""),
	)
}
