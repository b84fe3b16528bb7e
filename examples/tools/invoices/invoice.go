package invoices

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	mostLines  = 100
	mostText   = 200         // bytes of a line, a reason, an id
	mostAmount = 100_000_000 // cents of a line: a million
	ext        = ".md"
	daysToPay  = 14
)

// create writes an invoice into the book, unless there is one of that request, and then
// its file.
func (b *book) create(ctx context.Context, o Order) (Invoice, error) {
	if err := errors.Join(oneLine("request_id", o.RequestID), isMonth(o.Month)); err != nil {
		return Invoice{}, err
	}
	if o.RequestID == "" {
		return Invoice{}, errors.New("request_id is empty")
	}
	var number string
	err := b.change(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT number FROM invoices WHERE request_id = ?`, o.RequestID).Scan(&number)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		number, err = b.issue(ctx, tx, o)
		return err
	})
	if err != nil {
		return Invoice{}, err
	}
	return b.written(ctx, number)
}

// issue adds an invoice with the next number of the year.
func (b *book) issue(ctx context.Context, tx *sql.Tx, o Order) (number string, err error) {
	var client string
	var rate int64
	err = tx.QueryRowContext(ctx, `SELECT id, rate_cents FROM clients WHERE id = ?1 OR name = ?1 ORDER BY id = ?1 DESC`, o.Client).Scan(&client, &rate)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("there is no client with the id or name %q; list_clients names them", o.Client)
	}
	if err != nil {
		return "", err
	}
	day := b.now().Format(time.DateOnly)
	year := day[:len("2006")]
	var last int
	err = tx.QueryRowContext(ctx, `SELECT coalesce(max(CAST(substr(number, 6) AS INTEGER)), 0) FROM invoices WHERE number LIKE ? || '-%'`, year).Scan(&last)
	if err != nil {
		return "", err
	}
	number = fmt.Sprintf("%s-%03d", year, last+1)
	if _, err := tx.ExecContext(ctx, `INSERT INTO invoices (number, request_id, client, month, issued) VALUES (?, ?, ?, ?, ?)`,
		number, o.RequestID, client, o.Month, day); err != nil {
		return "", err
	}
	if len(o.Lines) > 0 {
		return number, ordered(ctx, tx, number, o.Lines)
	}
	return number, worked(ctx, tx, number, client, o.Month, rate)
}

// ordered puts the lines that were asked for on an invoice.
func ordered(ctx context.Context, tx *sql.Tx, number string, lines []NewLine) error {
	if len(lines) > mostLines {
		return fmt.Errorf("there are %d lines; up to %d are allowed", len(lines), mostLines)
	}
	for i, l := range lines {
		if err := oneLine("the text of a line", l.Text); err != nil {
			return err
		}
		if l.Text == "" || l.AmountCents < 1 || l.AmountCents > mostAmount {
			return fmt.Errorf("line %d needs a text and an amount of 1 to %d cents", i+1, mostAmount)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO lines (invoice, position, text, amount_cents) VALUES (?, ?, ?, ?)`,
			number, i+1, l.Text, l.AmountCents); err != nil {
			return err
		}
	}
	return nil
}

// worked puts the hours of a month on an invoice. Each is rounded to a cent by itself, so
// that what is added up is what is shown.
func worked(ctx context.Context, tx *sql.Tx, number, client, month string, rate int64) error {
	res, err := tx.ExecContext(ctx, `
		INSERT INTO lines (invoice, position, text, minutes, amount_cents)
		SELECT ?, row_number() OVER (ORDER BY day, id), day || ' ' || text, minutes, (minutes * ? + 30) / 60
		FROM hours WHERE client = ? AND day LIKE ? || '-%' AND invoice IS NULL`, number, rate, client, month)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, fmt.Errorf("no invoice was created: there are no hours of %s in %s that are on no invoice yet; say what it is for with lines", client, month))
	}
	_, err = tx.ExecContext(ctx, `UPDATE hours SET invoice = ? WHERE client = ? AND day LIKE ? || '-%' AND invoice IS NULL`, number, client, month)
	return err
}

func (b *book) get(ctx context.Context, in Reference) (Invoice, error) {
	return read(ctx, b.db, in.Number)
}

// cancel marks an invoice, once, and lets go of its hours.
func (b *book) cancel(ctx context.Context, in Cancellation) (Invoice, error) {
	if err := oneLine("the reason", in.Reason); err != nil {
		return Invoice{}, err
	}
	err := b.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE invoices SET cancelled = ?, reason = ? WHERE number = ? AND cancelled = ''`,
			b.now().Format(time.DateOnly), in.Reason, in.Number)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE hours SET invoice = NULL WHERE invoice = ?`, in.Number)
		}
		return err
	})
	if err != nil {
		return Invoice{}, err
	}
	return b.written(ctx, in.Number)
}

// oneLine refuses what is not a short line of text.
func oneLine(what, text string) error {
	if !utf8.ValidString(text) || len(text) > mostText || strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("%s is not one line of up to %d bytes", what, mostText)
	}
	return nil
}
