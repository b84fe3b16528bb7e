package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// look shows what is really there, whatever was told of it.
func (d *planDemo) look() error {
	mails, err := filepath.Glob(d.in("mailbox", "sent", "*.eml"))
	if err != nil {
		return err
	}
	invoices, err := filepath.Glob(d.in("invoices", "issued", "*"))
	if err != nil {
		return err
	}
	events, err := filepath.Glob(d.in("calendar", "events", "*.ics"))
	if err != nil {
		return err
	}
	if len(mails) == 0 {
		err = d.scene("What is really there. No mail was sent", "ls mailbox/sent", "")
	}
	for _, name := range mails {
		err = errors.Join(err, d.file("What is really there. The mail, parts of which are left out here", name, parts("Message-ID", "Date", "From", "To", "Subject", "Content-Disposition")))
	}
	for _, name := range invoices {
		err = errors.Join(err, d.file("The invoice, for what the note says they owe", name, whole))
	}
	for _, name := range events {
		err = errors.Join(err, d.file("The calendar's event, on the day on which the invoice is due", name, parts("UID", "DTSTART", "SUMMARY")))
	}
	return errors.Join(err,
		d.file("The mailbox's own ledger. A call has a line when it comes and one when it is over; these are the calls that send", d.in("mailbox", "ledger.jsonl"), sendings),
		d.tell("\n\n"+demoPlansEnd))
}

// file shows a file of the demo's folder, or a part of it.
func (d *planDemo) file(about, path string, part func(string) string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("what came of the plan can't be read: %w", err)
	}
	name, err := filepath.Rel(d.dir, path)
	if err != nil {
		return err
	}
	if err := d.title(about, "cat "+name); err != nil {
		return err
	}
	return d.print(part(strings.ReplaceAll(string(data), "\r\n", "\n")))
}

func whole(text string) string { return text }

// parts returns what shows the lines of a mail or an event that begin with these names. "…"
// is what is left out.
func parts(names ...string) func(string) string {
	return func(text string) string {
		var out strings.Builder
		left := false
		for line := range strings.Lines(text) {
			end := strings.IndexAny(line, ":;")
			if end >= 0 && slices.Contains(names, line[:end]) {
				out.WriteString(line)
				left = false
				continue
			}
			if !left {
				out.WriteString("…\n")
			}
			left = true
		}
		return out.String()
	}
}

// sendings returns the lines of a ledger that are about mails that are sent, each as far as
// it fits.
func sendings(ledger string) string {
	const most = 150
	var out strings.Builder
	for line := range strings.Lines(ledger) {
		if !strings.Contains(line, `"operation":"send_message"`) {
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		if r := []rune(line); len(r) > most {
			line = string(r[:most]) + "…"
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}
