// Command weft is a Weft server that also walks the graphs of package payments. Its
// arguments are those of weft up and weft serve, as far as tests need them.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/payments"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, command string, args []string) error {
	source := config.Source{Env: os.Environ()}
	set := func(path string) func(string) error {
		return func(value string) error {
			source.Overrides = append(source.Overrides, config.Override{Path: path, Value: value})
			return nil
		}
	}
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.String("o", "", "the form of what is printed: json")
	flags.Func("vault", "the folder of notes", set("vault"))
	flags.Func("tz", "the time zone", set("time_zone"))
	flags.Func("set", "PATH=VALUE of a setting", func(s string) error {
		path, value, _ := strings.Cut(s, "=")
		return set(path)(value)
	})
	names := flags.String("roles", "", "the roles of a process of weft serve")
	if err := flags.Parse(args); err != nil {
		return err
	}
	c, err := config.Load(source)
	if err != nil {
		return err
	}
	o := app.UpOptions{
		Options: app.Options{Config: c, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Graphs: payments.Graphs},
		Ready: func(s app.Served) {
			_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"addresses": s.Addresses})
		},
	}
	if command == "serve" {
		o.Roles = strings.Split(*names, ",")
	}
	return app.Up(ctx, o)
}
