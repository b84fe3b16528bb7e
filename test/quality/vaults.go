package quality

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/weft-mesh/weft/examples"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

//go:embed vaults
var vaults embed.FS

//go:embed cases
var cases embed.FS

// Cases are the labelled cases: a folder for each suite, in it one for each half.
func Cases() fs.FS {
	sub, err := fs.Sub(cases, "cases")
	if err != nil {
		panic(err)
	}
	return sub
}

// A vault is a folder of notes that questions are asked about.
type vault struct {
	now        string // the moment of questions that name none
	zone, week string
	notes      func() (fs.FS, error)
}

var knownVaults = map[string]vault{
	"examples":  {"2026-02-23T09:00", "Europe/Berlin", "monday", func() (fs.FS, error) { return examples.Vault(), nil }},
	"brooklyn":  {"2026-02-20T20:00", "America/New_York", "sunday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/brooklyn") }},
	"melbourne": {"2026-05-17T19:00", "Australia/Melbourne", "monday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/melbourne") }},
	"leeds":     {"2026-10-18T20:30", "Europe/London", "monday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/leeds") }},
	"calgary":   {"2026-06-06T20:00", "America/Edmonton", "sunday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/calgary") }},
	"pune":      {"2026-08-09T21:00", "Asia/Kolkata", "monday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/pune") }},
	"detroit":   {"2026-05-31T09:00", "America/Detroit", "sunday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/detroit") }},
	"nairobi":   {"2026-07-19T20:00", "Africa/Nairobi", "monday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/nairobi") }},
	"porto":     {"2026-05-03T21:30", "Europe/Lisbon", "monday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/porto") }},
	"glasgow":   {"2026-09-20T22:15", "Europe/London", "monday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/glasgow") }},
	"iloilo":    {"2026-10-03T20:30", "Asia/Manila", "sunday", func() (fs.FS, error) { return fs.Sub(vaults, "vaults/iloilo") }},
}

// Unpack copies every vault into dir.
func Unpack(dir string) (Env, error) {
	e := Env{Vaults: map[string]string{}}
	for name, v := range knownVaults {
		from, err := v.notes()
		if err != nil {
			return e, err
		}
		to := filepath.Join(dir, name)
		if err := os.CopyFS(to, from); err != nil {
			return e, err
		}
		e.Vaults[name] = to
	}
	return e, nil
}

// A vaultDesk answers questions about one of the known vaults.
type vaultDesk struct {
	*Desk
	vault
}

// desks opens a mesh on each vault.
func (e Env) desks(ctx context.Context) (_ map[string]vaultDesk, stop func() error, err error) {
	open := map[string]vaultDesk{}
	stop = func() error {
		var errs []error
		for _, d := range open {
			errs = append(errs, d.Close(ctx))
		}
		return errors.Join(errs...)
	}
	for name, dir := range e.Vaults {
		v := knownVaults[name]
		d, err := Open(ctx, dir, v.zone, v.week)
		if err != nil {
			return nil, nil, errors.Join(err, stop())
		}
		open[name] = vaultDesk{d, v}
	}
	return open, stop, nil
}

// ask returns the report of a run that answers a question. Asked back, it
// declines: the notes alone have to do.
func (d vaultDesk) ask(ctx context.Context, question, at string) (*orchestratorv1.RunReport, error) {
	now, err := moment(or(at, d.now), d.zone)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	report, err := d.Ask(ctx, question, now)
	if err != nil || report.GetStatus() != orchestratorv1.RunReport_WAITING {
		return report, err
	}
	return d.decline(ctx, report)
}
