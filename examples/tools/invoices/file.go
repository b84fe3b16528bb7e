package invoices

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

// mostFile is more than the largest invoice has, in bytes.
const mostFile = 1 << 20

// written returns an invoice after it has seen to it that its file is what the book says. It
// holds the book meanwhile, so that nobody writes the file of an earlier state.
func (b *book) written(ctx context.Context, number string) (i Invoice, err error) {
	err = b.change(ctx, func(tx *sql.Tx) error {
		if i, err = read(ctx, tx, number); err != nil {
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

// A reader is the book, or the book as a transaction sees it.
type reader interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// read reads an invoice.
func read(ctx context.Context, from reader, number string) (Invoice, error) {
	i := Invoice{Lines: []Line{}}
	err := from.QueryRowContext(ctx, `
		SELECT i.number, c.name, c.email, c.currency, i.month, i.issued, i.cancelled, i.reason
		FROM invoices i JOIN clients c ON c.id = i.client WHERE i.number = ?`, number).
		Scan(&i.Number, &i.Client, &i.Email, &i.Currency, &i.Month, &i.Issued, &i.Cancelled, &i.Reason)
	if errors.Is(err, sql.ErrNoRows) {
		return i, fmt.Errorf("there is no invoice %q", number)
	}
	if err != nil {
		return i, err
	}
	i.File = i.Number + ext
	day, err := time.Parse(time.DateOnly, i.Issued)
	if err != nil {
		return i, err
	}
	i.Due = day.AddDate(0, 0, daysToPay).Format(time.DateOnly)
	rows, err := from.QueryContext(ctx, `SELECT text, minutes, amount_cents FROM lines WHERE invoice = ? ORDER BY position`, number)
	if err != nil {
		return i, err
	}
	for rows.Next() {
		var l Line
		if err := rows.Scan(&l.Text, &l.Minutes, &l.AmountCents); err != nil {
			return i, errors.Join(err, rows.Close())
		}
		i.Lines = append(i.Lines, l)
		i.TotalCents += l.AmountCents
	}
	return i, errors.Join(rows.Err(), rows.Close())
}
