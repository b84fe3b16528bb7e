// Command scorecard tells how often Weft is right on the labelled cases.
//
//	scorecard                 every suite
//	scorecard router time     these suites
//	scorecard -half dev -faults router
//	scorecard -write docs/quality.md
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/test/quality"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "scorecard:", err)
		os.Exit(1)
	}
}

// errLost says that the product is not as good as it has been.
var errLost = errors.New("quality fell back")

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("scorecard", flag.ContinueOnError)
	half := flags.String("half", "", "only this half of the cases: dev or held")
	faults := flags.Bool("faults", true, "show the development cases that fail")
	cases := flags.String("cases", "", "folder to read cases from; the built-in ones without it")
	write := flags.String("write", "", "page to write the tables into, between its markers")
	if err := flags.Parse(args); err != nil {
		return err
	}
	suites, err := pick(flags.Args())
	if err != nil {
		return err
	}
	halves := []quality.Half{quality.Held, quality.Dev}
	switch quality.Half(*half) {
	case "":
	case quality.Dev, quality.Held:
		halves = []quality.Half{quality.Half(*half)}
	default:
		return fmt.Errorf("-half is dev or held, not %q", *half)
	}
	source := quality.Cases()
	if *cases != "" {
		source = os.DirFS(*cases)
	}
	cards, err := score(ctx, suites, source, halves)
	if err != nil {
		return err
	}
	var missed, lost []string
	var tables bytes.Buffer
	for i, s := range suites {
		quality.WriteTable(out, s, cards[i], true)
		quality.WriteTable(&tables, s, cards[i], false)
		if dev := cards[i][quality.Dev]; dev != nil && *faults {
			fmt.Fprintln(out)
			dev.WriteFaults(out)
		}
		if held := cards[i][quality.Held]; held != nil {
			for _, m := range held.Missed(s.Targets) {
				missed = append(missed, s.Name+": "+m)
			}
			for _, m := range held.Lost(s.Targets) {
				lost = append(lost, s.Name+": "+m)
			}
		}
	}
	if *write != "" {
		if err := page(*write, tables.String()); err != nil {
			return err
		}
	}
	if len(missed) > 0 {
		fmt.Fprintf(out, "\nNot reached yet:\n  %s\n", strings.Join(missed, "\n  "))
	}
	if len(lost) > 0 {
		return fmt.Errorf("%w:\n  %s", errLost, strings.Join(lost, "\n  "))
	}
	return nil
}

const (
	begin = "<!-- scorecard: written by make quality -->\n"
	end   = "<!-- end of scorecard -->\n"
)

// page puts the tables between the markers of a page.
func page(path, tables string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no markers for the scorecard", path)
	}
	return os.WriteFile(path, []byte(before+begin+tables+"\n"+end+after), 0o644)
}

// score runs the suites on halves of the cases.
func score(ctx context.Context, suites []quality.Suite, source fs.FS, halves []quality.Half) ([]map[quality.Half]*quality.Card, error) {
	dir, err := os.MkdirTemp("", "weft-quality-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	env, err := quality.Unpack(dir)
	if err != nil {
		return nil, err
	}
	cards := make([]map[quality.Half]*quality.Card, len(suites))
	for i, s := range suites {
		cards[i] = map[quality.Half]*quality.Card{}
		for _, half := range halves {
			files, err := quality.Files(source, s.Name, half)
			if err != nil {
				return nil, err
			}
			start := time.Now()
			verdicts, err := s.Run(ctx, env, files)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", s.Name, half, err)
			}
			cards[i][half] = quality.NewCard(verdicts)
			fmt.Fprintf(os.Stderr, "%s, %s: %d cases in %s\n", s.Name, half, len(verdicts), time.Since(start).Round(time.Millisecond))
		}
	}
	return cards, nil
}

func pick(names []string) ([]quality.Suite, error) {
	all := quality.Suites()
	if len(names) == 0 {
		return all, nil
	}
	var out []quality.Suite
	for _, name := range names {
		i := slices.IndexFunc(all, func(s quality.Suite) bool { return s.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no suite %q; there are router, time, parser, corrections, retrieval and answers", name)
		}
		out = append(out, all[i])
	}
	return out, nil
}
