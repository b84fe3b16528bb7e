package command

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/roles"
)

func (p *program) upCommand() *cobra.Command {
	var t app.Tape
	var insecure bool
	c := &cobra.Command{
		Use:   "up",
		Short: "Run the whole mesh on your vault",
		Long: `Runs every role in one process, on your vault, until you stop it. Other commands
on the same vault find the server by themselves.`,
		Example: `  weft up
  weft up --vault ~/notes --set api.listen=127.0.0.1:0
  weft up -o json    # print one line of JSON once it is ready
  weft up --record /tmp/calls    # record every call to a model
  weft up --replay /tmp/calls    # answer from that recording, without models`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context(), nil, t, insecure) },
	}
	tapeFlags(c, &t)
	insecureFlag(c, &insecure)
	return c
}

func tapeFlags(c *cobra.Command, t *app.Tape) {
	c.Flags().StringVar(&t.Record, "record", "", "record every call to a model, with its full text, in this `folder`")
	c.Flags().StringVar(&t.Replay, "replay", "", "answer calls to models from the recording in this `folder`; call no model")
	c.MarkFlagsMutuallyExclusive("record", "replay")
}

func insecureFlag(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "insecure", false, "allow anyone on the network to use the API without a credential")
}

func (p *program) serveCommand() *cobra.Command {
	var served []string
	var t app.Tape
	var insecure bool
	known := app.Roles()
	c := &cobra.Command{
		Use:   "serve --roles ROLE,…",
		Short: "Run some of the mesh's roles, as one of several processes",
		Long: `Runs the named roles until you stop it. The configuration says where they listen
(roles) and where to find the others (peers, nats).

` + rolesHelp(),
		Example: `  weft serve --roles planner --config weft.yaml
  weft serve --roles orchestrator,retriever --config weft.yaml`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(served) == 0 {
				return usage("which roles? Use --roles with any of %s; \"weft up\" runs them all", strings.Join(known, ", "))
			}
			for _, role := range served {
				if !slices.Contains(known, role) {
					return usage("--roles: there is no role %q; the roles are %s", role, strings.Join(known, ", "))
				}
			}
			return p.serve(cmd.Context(), served, t, insecure)
		},
	}
	c.Flags().StringSliceVar(&served, "roles", nil, "`roles` to run, separated by commas")
	complete(c, "roles", known...)
	tapeFlags(c, &t)
	insecureFlag(c, &insecure)
	return c
}

// rolesHelp lists the roles with what they do.
func rolesHelp() string {
	out := "Roles:\n"
	for _, r := range roles.All() {
		out += fmt.Sprintf("  %-12s  %s\n", r.Name, r.Does)
	}
	return strings.TrimSuffix(out, "\n")
}

// serve runs roles until ctx ends. To be stopped is what it waits for, so that
// is no failure.
func (p *program) serve(ctx context.Context, roles []string, t app.Tape, insecure bool) error {
	if p.flags.server != "" {
		return usage("leave out --server: this command is the server")
	}
	c, err := p.settings()
	if err != nil {
		return err
	}
	var printErr error
	clock, err := p.clock()
	if err != nil {
		return err
	}
	log, version := p.logger(c, true), p.thisBuild().Version
	logsJSON := c.Log.Format == "json"
	if logsJSON {
		served := roles
		if len(served) == 0 {
			served = app.Roles()
		}
		log.InfoContext(ctx, "starting", "version", version, "roles", served)
	}
	err = p.mesh.up(ctx, upOptions{
		clock:     clock,
		config:    c,
		roles:     roles,
		traceFile: p.flags.trace,
		tape:      t,
		insecure:  insecure,
		log:       log,
		version:   version,
		ready: func(served app.Served) {
			if logsJSON {
				log.InfoContext(ctx, "up", "addresses", served.Addresses, "vault", c.Vault)
			}
			if !logsJSON || p.flags.json() {
				printErr = p.announce(served, c.Vault, version)
			}
		},
	})
	if err == nil {
		err = printErr
	}
	if ctx.Err() != nil && err != nil && isCancelled(err) {
		err = nil
	}
	switch {
	case err != nil && logsJSON: // who reads the log reads no other lines in it
		f := describe(err)
		log.ErrorContext(ctx, "ended", "error", f.Message, "reason", f.Reason, "hint", f.Hint)
		return exitError{f.exit}
	case err != nil:
	case logsJSON:
		log.InfoContext(ctx, "stopped")
	default:
		p.notice("stopped")
	}
	return err
}

// announce says where the server listens and which file holds the token that it
// asks for, on standard output so that a script can wait for it.
func (p *program) announce(served app.Served, vault, version string) error {
	if p.flags.json() {
		out, err := json.Marshal(struct {
			Addresses map[string]string `json:"addresses"`
			Vault     string            `json:"vault"`
			TokenFile string            `json:"tokenFile,omitempty"`
			Version   string            `json:"version"`
		}{served.Addresses, vault, served.TokenFile, version})
		if err != nil {
			return err
		}
		return p.print(string(out) + "\n")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "Weft is up, version %s.\n", version)
	for _, name := range slices.Sorted(maps.Keys(served.Addresses)) {
		fmt.Fprintf(&out, "  %-12s  %s\n", name, served.Addresses[name])
	}
	fmt.Fprintf(&out, "  %-12s  %s\n", "vault", vault)
	if served.TokenFile != "" {
		fmt.Fprintf(&out, "  %-12s  %s\n", "token", served.TokenFile)
	}
	out.WriteString("Ctrl-C stops it.\n")
	return p.print(out.String())
}
