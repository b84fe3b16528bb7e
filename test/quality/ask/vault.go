package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/quality"
)

// open copies a vault to a temporary folder and starts a mesh on the copy.
func open(ctx context.Context, vault, zone, week string, set []config.Override) (_ *quality.Desk, stop func() error, err error) {
	if info, err := os.Stat(vault); err != nil {
		return nil, nil, err
	} else if !info.IsDir() {
		return nil, nil, fmt.Errorf("%s is no folder", vault)
	}
	dir, err := os.MkdirTemp("", "weft-ask-")
	if err != nil {
		return nil, nil, err
	}
	clean := func() error { return os.RemoveAll(dir) }
	if err := os.CopyFS(dir, os.DirFS(vault)); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("copy the vault: %w", err), clean())
	}
	// Runs and the token are those of the vault's own mesh.
	if err := os.RemoveAll(filepath.Join(dir, ".weft")); err != nil {
		return nil, nil, errors.Join(err, clean())
	}
	desk, err := quality.Open(ctx, dir, zone, week, set...)
	if err != nil {
		return nil, nil, errors.Join(err, clean())
	}
	return desk, func() error { return errors.Join(desk.Close(ctx), clean()) }, nil
}

// reindex has notes parsed that other domains or other texts were parsed for, as
// a server does by itself.
func reindex(ctx context.Context, api weftapi.Client, progress io.Writer) error {
	stream, err := api.ReindexEntries(ctx, &orchestratorv1.ReindexEntriesRequest{})
	for err == nil {
		var r *orchestratorv1.ReindexEntriesResponse
		if r, err = stream.Recv(); r.GetDone() > 0 && r.GetDone() == r.GetTotal() {
			fmt.Fprintf(progress, "parsed %d notes again\n", r.GetTotal())
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("parse the notes: %w", err)
}

// moment reads -now, or returns noon of the day after the last dated note.
func moment(ctx context.Context, api weftapi.Client, at string, zone *time.Location) (time.Time, error) {
	const form = "2006-01-02T15:04"
	if at != "" {
		now, err := time.ParseInLocation(form, at, zone)
		if err != nil {
			return now, fmt.Errorf("-now %q: want a moment such as 2026-11-21T12:00", at)
		}
		return now, nil
	}
	last, err := api.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{PageSize: 1, Descending: true})
	if err != nil {
		return time.Time{}, err
	}
	if len(last.GetEntries()) == 0 || last.GetEntries()[0].GetDate() == "" {
		return time.Time{}, errors.New("no note has a day; say with -now when the questions are asked")
	}
	noon, err := time.ParseInLocation(form, last.GetEntries()[0].GetDate()+"T12:00", zone)
	return noon.AddDate(0, 0, 1), err
}
