package invoices

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	bookFile = "book.json"
	bookLock = "book.lock"
	issued   = "issued"

	mostBook = 64 << 20 // bytes of a book that is read
)

//go:embed seed.json
var seed []byte

// records are what stands in a book.
type records struct {
	Clients  []client `json:"clients"`
	Hours    []*work  `json:"hours"`
	Invoices []*entry `json:"invoices"`
}

type client struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	Currency  string `json:"currency"`
	RateCents int64  `json:"rate_cents"` // of an hour
}

// work is what was done for a client on a day.
type work struct {
	Client  string `json:"client"`
	Day     string `json:"day"`
	Minutes int64  `json:"minutes"`
	Text    string `json:"text"`
	Invoice string `json:"invoice,omitempty"` // that it is on
}

// An entry is an invoice in the book.
type entry struct {
	Number    string `json:"number"`
	RequestID string `json:"request_id"`
	Client    string `json:"client"`
	Month     string `json:"month"`
	Issued    string `json:"issued"`              // a day
	Cancelled string `json:"cancelled,omitempty"` // a day
	Reason    string `json:"reason,omitempty"`    // why it was cancelled
	Lines     []Line `json:"lines"`
}

// A book may be used by several processes: it is read, changed and written as a whole while
// its lock is held.
type book struct {
	files *safefile.Folder
	lock  *toolserver.Lock
	now   func() time.Time
}

func openBook(files *safefile.Folder, o Options) (*book, error) {
	if err := errors.Join(files.Free(bookFile), files.Free(bookLock)); err != nil { // a link may lead anywhere
		return nil, err
	}
	if err := files.Root().MkdirAll(issued, 0o700); err != nil {
		return nil, err
	}
	b := &book{files: files, lock: toolserver.NewLock(files, bookLock), now: o.Now}
	if b.now == nil {
		b.now = time.Now
	}
	err := b.change(func(r *records) error {
		if !o.Seed || len(r.Clients) > 0 {
			return nil
		}
		return json.Unmarshal(seed, r)
	})
	if err != nil {
		return nil, errors.Join(err, b.lock.Close())
	}
	return b, nil
}

// read returns what is in the book, nothing if there is none yet.
func (b *book) read() (*records, []byte, error) {
	r := &records{}
	data, err := toolserver.Read(b.files, bookFile, mostBook)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, nil, fmt.Errorf("%s is no invoice book: %w", bookFile, err)
	}
	return r, data, nil
}

// change does something to the book, as a whole or, if there is an error, not at all.
func (b *book) change(do func(*records) error) error {
	return b.lock.Hold(func() error {
		r, was, err := b.read()
		if err != nil {
			return err
		}
		if err := do(r); err != nil {
			return err
		}
		data, err := json.MarshalIndent(r, "", "  ")
		if err != nil || bytes.Equal(data, was) {
			return err
		}
		return toolserver.Replace(b.files, bookFile, data)
	})
}

// clients returns all of them, by name.
func (b *book) clients(month string) ([]Client, error) {
	if month != "" {
		if err := isMonth(month); err != nil {
			return nil, err
		}
	}
	r, _, err := b.read()
	if err != nil {
		return nil, err
	}
	return r.open(month), nil
}

func isMonth(text string) error {
	if _, err := time.Parse("2006-01", text); err != nil {
		return fmt.Errorf("%q is no month, such as 2026-01", text)
	}
	return nil
}

func (b *book) find(in Query) (Client, error) {
	all, err := b.clients(in.Month)
	if err != nil {
		return Client{}, err
	}
	for _, c := range all {
		if c.ID == in.Client || strings.EqualFold(c.Name, in.Client) {
			return c, nil
		}
	}
	var like []Client
	var names []string
	for _, c := range all {
		if in.Client != "" && strings.Contains(strings.ToLower(c.Name), strings.ToLower(in.Client)) {
			like = append(like, c)
			names = append(names, c.Name)
		}
	}
	switch len(like) {
	case 0:
		return Client{}, fmt.Errorf("there is no client %q; list_clients names them", in.Client)
	case 1:
		return like[0], nil
	}
	return Client{}, fmt.Errorf("%q may be any of %s", in.Client, strings.Join(names, ", "))
}
