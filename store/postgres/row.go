package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// A row is a note as it stands in the table.
type row struct {
	id         notes.ID
	key        string
	text       string
	correction bool
	headings   []string
	place      string
	path       string
	first      int32
	last       int32
	front      bool
	annotation.Record
}

// columns are those of a row, in the order of scan.
const columns = `id, coalesce(key, ''), text, correction, headings, place, path, first_line, last_line, read_hash, domains, data, tags, corrections, front`

func scan(from pgx.Row, more ...any) (row, error) {
	var r row
	var id string
	var text, data []byte
	into := []any{&id, &r.key, &text, &r.correction, &r.headings, &r.place, &r.path, &r.first, &r.last, &r.Hash, &r.Domains, &data, &r.Tags, &r.Corrections, &r.front}
	if err := from.Scan(append(into, more...)...); err != nil {
		return row{}, err
	}
	r.text, r.Data = string(text), data
	var err error
	r.id, err = notes.ParseID(id)
	return r, err
}

// values are what scan reads, as the values of an INSERT.
func (r row) values() []any {
	return []any{
		r.id.String(), !r.id.Undated(), r.place, nullable(r.key), []byte(r.text), r.correction, jsonOf(r.headings), r.path, r.first, r.last,
		r.Hash, r.Domains, jsonOf(r.Data), jsonOf(r.Tags), jsonOf(r.Corrections), r.front,
	}
}

// noteColumns are all columns of a note, which its copy in the trash has too.
const noteColumns = `tenant, revision, id, dated, place, key, text, correction, headings, path, first_line, last_line, read_hash, domains, data, tags, corrections, front`

const insertRow = `INSERT INTO weft.note (` + noteColumns + `)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`

func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// jsonOf writes a list or an object for a column; nothing is NULL.
func jsonOf[T any, L ~[]T](list L) any {
	if len(list) == 0 {
		return nil
	}
	if raw, ok := any(list).(json.RawMessage); ok {
		return []byte(raw)
	}
	text, err := json.Marshal(list)
	if err != nil { // strings and times can always be written
		return nil
	}
	return text
}

// placeOf returns where a dated note stands in the order of all.
func placeOf(id notes.ID) string {
	return fmt.Sprintf("%s.%010d", secondOf(id), id.N)
}

// secondOf begins the places of all notes of a second.
func secondOf(id notes.ID) string { return notes.ID{Local: id.Local, N: 1}.String() }

// after is behind every place that begins with what is before it.
const after = "~"

func (r row) hash() string { return notes.Hash(r.text) }

// allTags are those of the parser or of where the note came from, and of the text.
func (r row) allTags() []string {
	if r.Hash != "" && r.Hash != r.hash() {
		return annotation.InlineTags(r.text)
	}
	return annotation.Distinct(r.Tags, annotation.InlineTags(r.text))
}

// parsed returns the data that was made of this text.
func (r row) parsed() map[string]any {
	if len(r.Data) == 0 || r.Hash != r.hash() {
		return nil
	}
	var data map[string]any
	_ = json.Unmarshal(r.Data, &data) // the record wrote it
	return data
}

// note is the row as an index sees it.
func (r row) note() rank.Note {
	n := annotation.IndexNote(r.id, r.text, r.allTags(), r.parsed(), r.headings)
	n.Front = r.front
	return n
}

// entry makes the entry as it is returned.
func (s *Store) entry(r row) *commonv1.Entry {
	e := &commonv1.Entry{
		Id:          r.id.String(),
		Date:        r.id.Day().String(),
		Headings:    r.headings,
		Text:        r.text,
		Tags:        r.allTags(),
		Source:      &commonv1.SourceRef{Path: r.path, FirstLine: r.first, LastLine: r.last},
		ContentHash: r.hash(),
		Correction:  r.correction,
		Corrected:   r.Corrected(),
		CorrectedBy: r.CorrectedBy(),
		Corrects:    r.Corrects(r.hash()),
		FrontMatter: r.front,
	}
	if data := r.parsed(); data != nil {
		e.DomainData, _ = structpb.NewStruct(data) // JSON has no values that a Struct can't hold
	}
	if !r.id.Undated() {
		e.Time = timestamppb.New(r.id.In(s.opts.TimeZone))
	}
	return e
}

// row returns the note of an id, or store.ErrNotFound.
func (c change) row(ctx context.Context, id notes.ID) (row, error) {
	r, err := scan(c.QueryRow(ctx, `SELECT `+columns+` FROM weft.note WHERE tenant = $1 AND id = $2`, c.tenant, id.String()))
	if errors.Is(err, pgx.ErrNoRows) {
		return row{}, store.ErrNotFound
	}
	return r, err
}

// insert adds a note.
func (c change) insert(ctx context.Context, r row) error {
	_, err := c.Exec(ctx, insertRow, append([]any{c.tenant, c.revision}, r.values()...)...)
	return err
}

// rewrite writes a note that has another text now. The vectors of the old one go.
func (c change) rewrite(ctx context.Context, r row) error {
	if _, err := c.Exec(ctx, `DELETE FROM weft.vector WHERE tenant = $1 AND id = $2`, c.tenant, r.id.String()); err != nil {
		return err
	}
	return c.update(ctx, r)
}

// update writes a note's text and what is noted of it.
func (c change) update(ctx context.Context, r row) error {
	_, err := c.Exec(ctx, `UPDATE weft.note SET revision = $3, text = $4, read_hash = $5, domains = $6, data = $7, tags = $8, corrections = $9
		WHERE tenant = $1 AND id = $2`,
		c.tenant, r.id.String(), c.revision, []byte(r.text), r.Hash, r.Domains, jsonOf(r.Data), jsonOf(r.Tags), jsonOf(r.Corrections))
	return err
}
