package invoices

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

const (
	mostLines  = 100
	mostText   = 200         // bytes of a line, a reason, an id
	mostAmount = 100_000_000 // cents of a line: a million
	mostFile   = 1 << 20     // more than the largest invoice has, in bytes
	ext        = ".md"
	daysToPay  = 14
)

func (b *book) list(_ context.Context, in Period) (Clients, error) {
	all, err := b.clients(in.Month)
	return Clients{all}, err
}

func (b *book) findClient(_ context.Context, in Query) (Client, error) { return b.find(in) }

func (b *book) get(_ context.Context, in Reference) (Invoice, error) {
	r, _, err := b.read()
	if err != nil {
		return Invoice{}, err
	}
	return r.invoice(in.Number)
}

// create writes an invoice into the book, unless there is one of that request, and then
// its file.
func (b *book) create(_ context.Context, o Order) (Invoice, error) {
	if err := errors.Join(oneLine("request_id", o.RequestID), isMonth(o.Month)); err != nil {
		return Invoice{}, err
	}
	if o.RequestID == "" {
		return Invoice{}, errors.New("request_id is empty")
	}
	var number string
	err := b.change(func(r *records) (err error) {
		number, err = r.issue(o, b.today())
		return err
	})
	if err != nil {
		return Invoice{}, err
	}
	return b.written(number)
}

// cancel marks an invoice, once, and lets go of its hours.
func (b *book) cancel(_ context.Context, in Cancellation) (Invoice, error) {
	if err := oneLine("the reason", in.Reason); err != nil {
		return Invoice{}, err
	}
	err := b.change(func(r *records) error {
		r.cancel(in.Number, in.Reason, b.today())
		return nil
	})
	if err != nil {
		return Invoice{}, err
	}
	return b.written(in.Number)
}

func (b *book) today() string { return b.now().Format(time.DateOnly) }

// written returns an invoice after it has seen to it that its file is what the book says. It
// holds the book meanwhile, so that nobody writes the file of an earlier state.
func (b *book) written(number string) (i Invoice, err error) {
	err = b.change(func(r *records) error {
		if i, err = r.invoice(number); err != nil {
			return err
		}
		name, text := path.Join(issued, i.File), render(i)
		now, err := toolserver.Read(b.files, name, mostFile)
		if err == nil && bytes.Equal(now, text) {
			return nil
		}
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			err = toolserver.Replace(b.files, name, text)
		}
		if err != nil {
			return fmt.Errorf("%s is in the book, but its file can't be written, so call this again: %w", number, err)
		}
		return nil
	})
	return i, err
}

// oneLine refuses what is not a short line of text.
func oneLine(what, text string) error {
	if !utf8.ValidString(text) || len(text) > mostText || strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("%s is not one line of up to %d bytes", what, mostText)
	}
	return nil
}
