package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	if len(mails) == 0 {
		err = d.scene("What is really there. No mail was sent", "ls mailbox/sent", "")
	}
	for _, name := range mails {
		err = errors.Join(err, d.file("What is really there. The mail, parts of which are left out here", name, mailParts))
	}
	for _, name := range invoices {
		err = errors.Join(err, d.file("The invoice, for what the note says they owe", name, whole))
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

// mailParts returns the lines of a mail that say what it is. "…" is what is left out.
func mailParts(mail string) string {
	var out strings.Builder
	left := false
	for line := range strings.Lines(mail) {
		switch field, _, _ := strings.Cut(line, ":"); field {
		case "Message-ID", "Date", "From", "To", "Subject", "Content-Disposition":
			out.WriteString(line)
			left = false
		default:
			if !left {
				out.WriteString("…\n")
			}
			left = true
		}
	}
	return out.String()
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
