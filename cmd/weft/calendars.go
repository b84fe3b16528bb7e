package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/timeline"
)

// readCalendars reads .ics files, and folders of them. What it returns tells the
// commitments in a stretch of time, and the person what could not be taken as it
// is; nil if no calendar is named.
func (p *program) readCalendars(paths []string, zone *time.Location) (func(from, to time.Time) ([]timeline.Commitment, error), error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var c calendar.Calendar
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil, usage("--calendar %s: there is no such file or folder", path)
		case err != nil:
			return nil, err
		case info.IsDir():
			err = c.ReadFolder(os.DirFS(path), ".")
		default:
			err = c.ReadFile(os.DirFS(filepath.Dir(path)), filepath.Base(path))
		}
		if err != nil {
			return nil, err
		}
	}
	return func(from, to time.Time) ([]timeline.Commitment, error) {
		out, warnings, err := c.Commitments(from, to, zone)
		for _, w := range append(c.Warnings, warnings...) {
			p.notice("%s", w)
		}
		c.Warnings = nil // are told once
		return out, err
	}, nil
}

// writeCalendar writes a schedule as an .ics file.
func (p *program) writeCalendar(path string, d *draft.Draft) error {
	goal := d.Goal.Outline.Nodes[0].Title
	var entries []calendar.Entry
	count := map[string]int{}
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		count[b.Node]++
		entries = append(entries, calendar.Entry{
			UID: calendar.StableUID(goal, b.Node, count[b.Node]), Summary: b.Title, Description: goal, From: b.From, To: b.To,
		})
	}
	stamp, zone, err := p.planningTime()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := calendar.Write(&text, entries, stamp, zone); err != nil {
		return err
	}
	return replaceFile(path, text.Bytes())
}

// replaceFile writes a file whole or not at all.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".weft-*")
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return nil
}
