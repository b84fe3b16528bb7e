package vault

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// trashFolder is where texts go that are taken out of the notes: a folder of
// Weft's in the trash that Obsidian has in a vault. Hidden folders are not read
// for notes.
const trashFolder = ".trash/weft"

// A discarded is a file in the trash: front matter that says what it was, when it
// went there and from where, then the text and a line end.
type discarded struct {
	path       string
	nth        int // of the files of its entry
	id         notes.ID
	at         time.Time
	replaced   bool
	from       string
	correction bool
	record     json.RawMessage // what the parsed file said of it; empty if nothing
	text       string
}

const (
	frontLine   = "---\n"
	removedAt   = "removed"
	replacedAt  = "replaced"
	trashSuffix = ".md"
)

func (d discarded) understood() bool { return !d.at.IsZero() }

// format writes the file. Its front matter is YAML, one field a line.
func (d discarded) format() []byte {
	var b strings.Builder
	field := func(name, value string) { fmt.Fprintf(&b, "%s: %s\n", name, value) }
	b.WriteString(frontLine)
	field("entry", d.id.String())
	when := removedAt
	if d.replaced {
		when = replacedAt
	}
	field(when, d.at.UTC().Format(time.RFC3339))
	field("from", d.from)
	if d.correction {
		field("correction", "true")
	}
	if len(d.record) > 0 {
		field("parsed", string(d.record))
	}
	b.WriteString(frontLine)
	b.WriteString(d.text)
	b.WriteByte('\n')
	return []byte(b.String())
}

// parseDiscarded reads what format wrote.
func parseDiscarded(content string) (discarded, error) {
	var d discarded
	rest, ok := strings.CutPrefix(content, frontLine)
	if !ok {
		return d, errors.New("it has no front matter")
	}
	for line := range strings.Lines(rest) {
		rest = rest[len(line):]
		if line == frontLine {
			d.text = strings.TrimSuffix(rest, "\n")
			if !d.understood() || d.id.N == 0 {
				return d, errors.New("its front matter does not tell which entry it was, and since when it is here")
			}
			return d, nil
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		if err := d.set(name, value); err != nil {
			return d, fmt.Errorf("field %s: %w", name, err)
		}
	}
	return d, errors.New("its front matter has no end")
}

func (d *discarded) set(name, value string) (err error) {
	switch name {
	case "entry":
		if d.id, err = notes.ParseID(value); d.id.Undated() {
			err = errors.New("an undated note is in no day file")
		}
	case removedAt, replacedAt:
		d.replaced = name == replacedAt
		d.at, err = time.Parse(time.RFC3339, value)
	case "from":
		d.from = value
	case "correction":
		d.correction = value == "true"
	case "parsed":
		d.record = json.RawMessage(value)
		if !json.Valid(d.record) {
			err = errors.New("it is no JSON")
		}
	}
	return err
}

// discard writes a text into the trash, under a name of its own.
func (v *Vault) discard(d discarded) (discarded, error) {
	have, err := v.discardedOf(d.id.String())
	if err != nil {
		return d, err
	}
	d.nth = 1
	if len(have) > 0 {
		d.nth = have[0].nth + 1
	}
	d.path = path.Join(trashFolder, fmt.Sprintf("%s.%d%s", d.id, d.nth, trashSuffix))
	return d, v.replace(d.path, func(old []byte) ([]byte, error) {
		if old != nil {
			return nil, fmt.Errorf("writing %s: it is there already; rename it", d.path)
		}
		return d.format(), nil
	})
}

// recall takes a file out of the trash again.
func (v *Vault) recall(d discarded) error {
	real, err := v.files.Resolve(d.path)
	if err != nil {
		return err
	}
	if err := v.files.Root().Remove(real); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(v.files.Root(), path.Dir(real))
}

// discardedOf reads what the trash has of one entry, or of all for "", the last
// that went there first. A file that can't be understood has no time.
func (v *Vault) discardedOf(id string) ([]discarded, error) {
	var names []string
	err := v.files.List(trashFolder, func(e fs.DirEntry) { names = append(names, e.Name()) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the trash: %w", err)
	}
	var out []discarded
	for _, name := range names {
		of, nth, ok := trashName(name)
		if !ok || id != "" && of != id {
			continue
		}
		rel := path.Join(trashFolder, name)
		content, _, err := v.files.Read(rel, maxFile)
		if err != nil {
			continue
		}
		d, err := parseDiscarded(string(content))
		if err != nil || d.id.String() != of {
			d = discarded{} // but its number is taken
		}
		d.path, d.nth = rel, nth
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b discarded) int {
		if id != "" {
			return cmp.Compare(b.nth, a.nth)
		}
		return cmp.Or(b.at.Compare(a.at), strings.Compare(b.path, a.path))
	})
	return out, nil
}

// trashName reads the name of a file in the trash: the entry's id and a number.
func trashName(name string) (id string, nth int, ok bool) {
	base, ok := strings.CutSuffix(name, trashSuffix)
	id, number, dot := strings.Cut(base, ".")
	nth, err := strconv.Atoi(number)
	return id, nth, ok && dot && err == nil && nth > 0
}

// Trash lists what is in the trash.
func (v *Vault) Trash(ctx context.Context, s store.Scope, id string) ([]store.Trashed, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if v.foreign(s) {
		return nil, nil
	}
	all, err := v.discardedOf(id)
	if err != nil {
		return nil, err
	}
	out := make([]store.Trashed, 0, len(all))
	for _, d := range all {
		if d.understood() {
			out = append(out, v.trashed(d))
		}
	}
	return out, nil
}

func (v *Vault) trashed(d discarded) store.Trashed {
	return store.Trashed{
		At:       d.at,
		Replaced: d.replaced,
		Entry: &commonv1.Entry{
			Id:          d.id.String(),
			Date:        d.id.Day().String(),
			Time:        timestamppb.New(d.id.In(v.opts.TimeZone)),
			Text:        d.text,
			Source:      &commonv1.SourceRef{Path: d.path, FirstLine: 1},
			ContentHash: notes.Hash(d.text),
			Correction:  d.correction,
		},
	}
}
