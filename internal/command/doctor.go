package command

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/notes/dayfile"
)

func (p *program) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:        "doctor",
		SuggestFor: []string{"status", "check", "health", "info"},
		Short:      "Check that Weft can work, and show what each agent uses",
		Long: `Checks the configuration, the vault and its disk, the domains and, if you have
them, the notes database and the server on this vault, which asks its tool
servers: it tells which answer, and to which of their tools nobody has agreed or
which have changed since. For each agent it shows
whether it uses rules or a model; for a model, whether it can be reached, is
installed and has a large enough context window. It also counts the vault's
files: how each is dated, or why it isn't read. It changes nothing and sends
models nothing; "weft models test" does.

With --server it checks that server only and needs no vault here.`,
		Example: `  weft doctor
  weft doctor -o json | jq '.checks[] | select(.ok | not)'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.settings()
			if err != nil {
				return err
			}
			if p.flags.server != "" {
				return p.examined(append(p.checks(c), p.serverCheckup(cmd.Context(), c)...), nil, dayfile.Census{})
			}
			checks := append(p.checks(c), p.localChecks(c)...)
			checks = append(checks, databaseCheckup(cmd.Context(), c)...)
			checks = append(checks, p.serverCheckup(cmd.Context(), c)...)
			all, err := app.Examine(cmd.Context(), c)
			if err != nil {
				return err
			}
			for _, t := range all {
				for _, r := range t.Routes {
					if r.Err != nil {
						checks = append(checks, checkup{Name: t.Agent, Found: r.Err.Error(), Advice: strings.TrimSpace(advice(r))})
					}
				}
			}
			census, err := p.vaultCensus(cmd.Context(), c)
			if err != nil {
				return err
			}
			return p.examined(checks, all, census)
		},
	}
}

// examined prints what was found, and fails if something is wrong.
func (p *program) examined(checks []checkup, all []app.Thinking, census dayfile.Census) error {
	if err := p.printCheckups(checks, all, census); err != nil {
		return err
	}
	if n := failing(checks); n > 0 {
		return fmt.Errorf("%d of %d checks failed; see above for what to do", n, len(checks))
	}
	return nil
}

// A checkup is one thing that was looked at.
type checkup struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Found  string `json:"found"`
	Advice string `json:"advice,omitempty"`
}

func failing(checks []checkup) int {
	n := 0
	for _, c := range checks {
		if !c.OK {
			n++
		}
	}
	return n
}

// checks looks at what every command needs.
func (p *program) checks(c *config.Config) []checkup {
	file := "no file, so every setting has its default"
	if source, err := p.source(); err == nil {
		if path, _ := source.File(); exists(path) {
			file = path
		}
	}
	zone := checkup{Name: "time zone", OK: true, Found: app.TimeZone(c.TimeZone)}
	if c.TimeZone == "" {
		zone.Found += " (the system's)"
	}
	return []checkup{{Name: "configuration", OK: true, Found: file}, zone}
}

// localChecks looks at what a mesh on this machine needs. A server elsewhere has its own.
func (p *program) localChecks(c *config.Config) []checkup {
	vault := checkup{Name: "vault", OK: true, Found: c.Vault}
	if info, err := os.Stat(c.Vault); err != nil || !info.IsDir() {
		vault.OK, vault.Found = false, c.Vault+" is not a folder"
		vault.Advice = "create it, or name your notes' folder with --vault"
	}
	known := checkup{Name: "domains", OK: true}
	if set, err := p.domains(nil); err != nil {
		known.OK, known.Found, known.Advice = false, err.Error(), "run: weft domains check"
	} else {
		known.Found = fmt.Sprintf("%d; the base is %s", len(set.Infos()), set.Base())
	}
	out := []checkup{vault}
	for _, d := range app.Disks(c) {
		out = append(out, diskCheckup(d, c))
	}
	return append(out, known)
}

// databaseCheckup tells whether the database of the notes can be used, if they lie in one.
func databaseCheckup(ctx context.Context, c *config.Config) []checkup {
	d, ok := app.ExamineDatabase(ctx, c)
	if !ok {
		return nil
	}
	if d.Err != nil {
		return []checkup{{Name: "database", Found: d.Name + ": " + d.Err.Error(), Advice: "check postgres.url: weft config print --origins"}}
	}
	return []checkup{{Name: "database", OK: true, Found: d.Name}}
}

// diskCheckup tells whether a disk has room for more.
func diskCheckup(d app.Disk, c *config.Config) checkup {
	at := fmt.Sprintf("%s free for the %s at %s", disk.Bytes(d.Free), d.Holds, d.Dir)
	if !d.Full {
		return checkup{Name: "disk", OK: true, Found: at}
	}
	return checkup{
		Name: "disk", Found: fmt.Sprintf("%s: below limits.disk_reserve (%s), so new input is refused", at, c.Limits.DiskReserve),
		Advice: "free some space there, or lower limits.disk_reserve",
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// vaultCensus counts the files of the vault, if it is one of this machine.
func (p *program) vaultCensus(ctx context.Context, c *config.Config) (dayfile.Census, error) {
	if info, err := os.Stat(c.Vault); c.Store != config.Vault || p.flags.server != "" || err != nil || !info.IsDir() {
		return dayfile.Census{}, nil //nolint:nilerr // the check of the vault tells it
	}
	return app.Census(ctx, c)
}

func (p *program) printCheckups(checks []checkup, all []app.Thinking, census dayfile.Census) error {
	if p.flags.json() {
		return p.printValue(map[string]any{"checks": checks, "files": census.Rows(), "warnings": append([]string{}, census.Warnings...), "agents": thinkingValues(all)})
	}
	var out strings.Builder
	for _, c := range checks {
		if c.OK || !isAgent(c.Name, all) { // an agent's trouble stands with the agent below
			out.WriteString(checkLine(p.outStyle, c))
		}
	}
	if table := censusTable(p.outStyle, census.Rows()); table != "" {
		out.WriteString("\nfiles in the vault\n" + table)
	}
	if n := len(census.Warnings); n > 0 {
		out.WriteString("\nto look at\n  " + strings.Join(census.Warnings[:min(n, mostToLookAt)], "\n  ") + "\n")
		if n > mostToLookAt {
			fmt.Fprintf(&out, "  and %d more; all with: weft doctor -o json\n", n-mostToLookAt)
		}
	}
	if len(all) > 0 {
		out.WriteString("\n" + thinkingTable(p.outStyle, all))
	}
	return p.print(out.String())
}

// mostToLookAt is how many lines of files are named that were not read as they stand.
const mostToLookAt = 40

func isAgent(name string, all []app.Thinking) bool {
	for _, t := range all {
		if t.Agent == name {
			return true
		}
	}
	return false
}

func checkLine(style screen.Style, c checkup) string {
	mark := style.Good("ok ")
	if !c.OK {
		mark = style.Bad("bad")
	}
	line := fmt.Sprintf("%s %-14s %s\n", mark, c.Name, c.Found)
	if c.Advice != "" {
		line += strings.Repeat(" ", 19) + c.Advice + "\n"
	}
	return line
}
