// Command ask asks a vault its questions, by rules unless -set names a model, and writes the answers beside
// the true ones, for a person to judge.
//
//	ask -vault notes -questions questions.yaml -markdown answers.md
//
// The questions are a list in YAML: of each its id and question, and what else the
// type question has. Without -now it is noon of the day after the last dated note.
// The vault is copied first and stays as it is.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "ask:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, progress io.Writer) (err error) {
	flags := flag.NewFlagSet("ask", flag.ContinueOnError)
	flags.SetOutput(progress)
	vault := flags.String("vault", "", "the `folder` of notes; needed")
	file := flags.String("questions", "", "the `file` of questions; needed")
	out := flags.String("out", "", "`file` for the answers, a line of JSON each; standard output without it")
	page := flags.String("markdown", "", "`file` for question, truth and answer under each other, to read")
	at := flags.String("now", "", "the `moment` that counts as now, such as 2026-11-21T12:00; noon of the day after the last note without it")
	zone := flags.String("tz", "", "IANA `name` of the writer's time zone; the system's without it")
	week := flags.String("week", "monday", "first `day` of the writer's week")
	var set []config.Override
	flags.Func("set", "a `setting` of Weft as PATH=VALUE, such as llm.embeddings.provider=ollama; repeatable", func(s string) error {
		path, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("want PATH=VALUE")
		}
		set = append(set, config.Override{Path: path, Value: value})
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *vault == "" || *file == "" || flags.NArg() > 0 {
		return errors.New("want -vault FOLDER -questions FILE, and nothing but flags")
	}
	questions, err := readQuestions(*file)
	if err != nil {
		return err
	}
	place, err := time.LoadLocation(app.TimeZone(*zone))
	if err != nil {
		return fmt.Errorf("-tz: %w", err)
	}
	desk, closeDesk, err := open(ctx, *vault, place.String(), *week, set)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeDesk()) }()
	if err := reindex(ctx, desk.API(), progress); err != nil {
		return err
	}
	now, err := moment(ctx, desk.API(), *at, place)
	if err != nil {
		return err
	}
	lines, closeLines, err := create(*out, stdout)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLines()) }()
	readable, closePage, err := create(*page, io.Discard)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closePage()) }()

	fmt.Fprintf(progress, "%d questions, as of %s\n", len(questions), now.Format("Monday 2006-01-02 15:04 MST"))
	fmt.Fprintf(readable, "# Questions and answers\n\nAsked as of %s.\n", now.Format("Monday 2006-01-02 15:04 MST"))
	encoder := json.NewEncoder(lines)
	encoder.SetEscapeHTML(false)
	for _, q := range questions {
		a, err := q.ask(ctx, desk, now)
		if err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
		if err := encoder.Encode(a); err != nil {
			return err
		}
		if _, err := io.WriteString(readable, a.markdown()); err != nil {
			return err
		}
		fmt.Fprintf(progress, "%s %-9s %5d ms  %s\n", a.ID, a.Status, a.Milliseconds, a.Question)
	}
	return nil
}

// create opens a file to write, or returns what stands for no file.
func create(path string, otherwise io.Writer) (io.Writer, func() error, error) {
	if path == "" {
		return otherwise, func() error { return nil }, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}
