package invoices

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
)

// open returns the clients by name, with the minutes of a month, or of all, that are on no
// invoice.
func (r *records) open(month string) []Client {
	out := []Client{}
	for _, c := range r.Clients {
		told := Client{ID: c.ID, Name: c.Name, Email: c.Email, Currency: c.Currency, RateCents: c.RateCents}
		for _, w := range r.free(c.ID, month) {
			told.OpenMinutes += w.Minutes
		}
		out = append(out, told)
	}
	stable.Sort(out, func(a, b Client) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// free are the hours of a client that are on no invoice, by day.
func (r *records) free(client, month string) []*work {
	var out []*work
	for _, w := range r.Hours {
		if w.Client == client && w.Invoice == "" && strings.HasPrefix(w.Day, month) {
			out = append(out, w)
		}
	}
	stable.Sort(out, func(a, b *work) int { return cmp.Compare(a.Day, b.Day) })
	return out
}

func (r *records) client(id, name string) (client, bool) {
	for _, is := range []func(client) bool{func(c client) bool { return c.ID == id }, func(c client) bool { return c.Name == name }} {
		if i := slices.IndexFunc(r.Clients, is); i >= 0 {
			return r.Clients[i], true
		}
	}
	return client{}, false
}

// issue adds the invoice that is asked for, with the next number of the year, unless there is
// one of that request. It returns the number.
func (r *records) issue(o Order, day string) (string, error) {
	if i := slices.IndexFunc(r.Invoices, func(e *entry) bool { return e.RequestID == o.RequestID }); i >= 0 {
		return r.Invoices[i].Number, nil
	}
	c, ok := r.client(o.Client, o.Client)
	if !ok {
		return "", fmt.Errorf("there is no client with the id or name %q; list_clients names them", o.Client)
	}
	e := &entry{Number: r.next(day[:len("2006")]), RequestID: o.RequestID, Client: c.ID, Month: o.Month, Issued: day}
	if len(o.Lines) > 0 {
		lines, err := ordered(o.Lines)
		if err != nil {
			return "", err
		}
		e.Lines = lines
	} else if e.Lines = r.worked(c, o.Month, e.Number); len(e.Lines) == 0 {
		return "", fmt.Errorf("no invoice was created: there are no hours of %s in %s that are on no invoice yet; say what it is for with lines", c.ID, o.Month)
	}
	r.Invoices = append(r.Invoices, e)
	return e.Number, nil
}

// next is the next number of a year.
func (r *records) next(year string) string {
	last := 0
	for _, e := range r.Invoices {
		if rest, ok := strings.CutPrefix(e.Number, year+"-"); ok {
			n, _ := strconv.Atoi(rest)
			last = max(last, n)
		}
	}
	return fmt.Sprintf("%s-%03d", year, last+1)
}

// ordered are the lines that were asked for.
func ordered(lines []NewLine) ([]Line, error) {
	if len(lines) > mostLines {
		return nil, fmt.Errorf("there are %d lines; up to %d are allowed", len(lines), mostLines)
	}
	var out []Line
	for i, l := range lines {
		if err := oneLine("the text of a line", l.Text); err != nil {
			return nil, err
		}
		if l.Text == "" || l.AmountCents < 1 || l.AmountCents > mostAmount {
			return nil, fmt.Errorf("line %d needs a text and an amount of 1 to %d cents", i+1, mostAmount)
		}
		out = append(out, Line{Text: l.Text, AmountCents: l.AmountCents})
	}
	return out, nil
}

// worked puts the hours of a month on an invoice. Each is rounded to a cent by itself, so
// that what is added up is what is shown.
func (r *records) worked(c client, month, number string) []Line {
	var out []Line
	for _, w := range r.free(c.ID, month+"-") {
		w.Invoice = number
		out = append(out, Line{Text: w.Day + " " + w.Text, Minutes: w.Minutes, AmountCents: (w.Minutes*c.RateCents + 30) / 60})
	}
	return out
}

// cancel marks an invoice, once, and lets go of its hours.
func (r *records) cancel(number, reason, day string) {
	for _, e := range r.Invoices {
		if e.Number == number && e.Cancelled == "" {
			e.Cancelled, e.Reason = day, reason
		}
	}
	for _, w := range r.Hours {
		if w.Invoice == number {
			w.Invoice = ""
		}
	}
}

// invoice returns an invoice as it is told.
func (r *records) invoice(number string) (Invoice, error) {
	at := slices.IndexFunc(r.Invoices, func(e *entry) bool { return e.Number == number })
	if at < 0 {
		return Invoice{}, fmt.Errorf("there is no invoice %q", number)
	}
	e := r.Invoices[at]
	c, _ := r.client(e.Client, "")
	day, err := time.Parse(time.DateOnly, e.Issued)
	if err != nil {
		return Invoice{}, err
	}
	out := Invoice{
		Number: e.Number, Client: c.Name, Email: c.Email, Month: e.Month, Issued: e.Issued, Due: day.AddDate(0, 0, daysToPay).Format(time.DateOnly),
		Currency: c.Currency, Lines: e.Lines, File: e.Number + ext, Cancelled: e.Cancelled, Reason: e.Reason,
	}
	for _, l := range e.Lines {
		out.TotalCents += l.AmountCents
	}
	return out, nil
}
