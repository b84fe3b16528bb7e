package command

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/kit/config"
)

func (p *program) demoPlansCommand() *cobra.Command {
	var keep, ask bool
	c := &cobra.Command{
		Use:   "plans",
		Short: "Show how a plan is approved and carried out, on example tools",
		Long: `Makes a temporary folder with a vault, an invoice book, a mailbox and a calendar,
and runs the whole mesh in this process. A plan to write an invoice, mail it and
enter when it is due is proposed, approved and carried out, and you see what
really came of it, and what is refused. It needs no account, model, key or
network: the mail is a file in that folder. Your files are not touched.`,
		Example: `  weft demo plans
  weft demo plans --ask     # approve, or don't, yourself
  weft demo plans --keep    # keep the folder, so you can look around in it`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.demoPlans(cmd.Context(), keep, ask) },
	}
	c.Flags().BoolVar(&keep, "keep", false, "keep the folder with all that came of it")
	c.Flags().BoolVar(&ask, "ask", false, "ask you for the approvals")
	return c
}

func (p *program) demoPlans(ctx context.Context, keep, ask bool) error {
	switch {
	case p.flags.server != "" || p.flags.vault != "":
		return usage("the demo uses its own vault; leave out --server and --vault")
	case ask && !p.interactive():
		return usage("--ask needs a terminal, to ask you; leave it out, and the demo approves")
	}
	dir, err := os.MkdirTemp("", "weft-demo-")
	if err != nil {
		return fmt.Errorf("can't make a folder for the demo: %w", err)
	}
	if keep {
		defer p.notice("all of it is in %s; try: weft plans show last --config %s --vault %s", dir, filepath.Join(dir, demoConfig), filepath.Join(dir, demoVault))
	} else {
		defer func() { _ = os.RemoveAll(dir) }()
	}
	d := &planDemo{program: p, dir: dir, ask: ask, zone: time.Local}
	settings, err := d.prepare()
	if err != nil {
		return err
	}
	if d.s, err = p.connectTo(ctx, settings); err != nil {
		return err
	}
	defer d.s.close()
	return d.perform(ctx)
}

// A planDemo is the story of one plan, told while it happens.
type planDemo struct {
	*program
	s    *connection
	dir  string // with all that there is: vault, tools, configuration
	ask  bool   // a person approves
	zone *time.Location
}

// What is in the folder of a demo of plans.
const (
	demoConfig = "config.yaml"
	demoVault  = "vault"
	demoNote   = "Clients/Acme.md" // in the vault
	demoPlan   = "january-invoice.md"
)

// prepare fills the folder, and returns the configuration that it has.
func (d *planDemo) prepare() (*config.Config, error) {
	if err := os.CopyFS(d.dir, examples.Plans()); err != nil {
		return nil, fmt.Errorf("can't write the example: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("can't tell where this program is, to start the example tools: %w", err)
	}
	serve := func(args ...string) string {
		line, _ := json.Marshal(append([]string{self, "demo", "serve"}, args...))
		return string(line) // is YAML as well
	}
	text := fmt.Sprintf(demoSettings, serve("invoices", "--dir", d.in("invoices"), "--seed"),
		serve("mailbox", "--dir", d.in("mailbox"), "--attach", d.in("invoices", "issued")),
		serve("calendar", "--dir", d.in("calendar")))
	if err := os.WriteFile(d.in(demoConfig), []byte(text), 0o600); err != nil {
		return nil, fmt.Errorf("can't write the demo's configuration: %w", err)
	}
	source := config.Source{Path: d.in(demoConfig), Env: []string{"HOME=" + d.dir, "USER=demo"}}
	for path, value := range map[string]string{"vault": d.in(demoVault), "time_zone": d.flags.zone, "log.level": d.flags.logLevel} {
		if value != "" {
			source.Overrides = append(source.Overrides, config.Override{Path: path, Value: value})
		}
	}
	if d.flags.zone != "" {
		if d.zone, err = d.zoneOf(d.flags.zone); err != nil {
			return nil, err
		}
	}
	return config.Load(source)
}

// in returns a path in the demo's folder.
func (d *planDemo) in(names ...string) string {
	return filepath.Join(append([]string{d.dir}, names...)...)
}

// demoSettings is the configuration, with the commands of the servers left to fill in.
const demoSettings = `tools:
  servers:
    invoices:
      command: %s
      operations:
        list_clients: {effect: read}
        find_client: {effect: read}
        get_invoice: {effect: read}
        create_invoice: {effect: write, idempotent: true, idempotency_argument: request_id}
        cancel_invoice: {effect: write, idempotent: true}
    mailbox:
      command: %s
      operations:
        list_messages: {effect: read}
        read_message: {effect: read}
        find_message: {effect: read}
        send_message:
          effect: external
          idempotent: true
          idempotency_argument: message_id
          verify: find_message
          verify_pointer: /sent
    calendar:
      command: %s
      operations:
        list_events: {effect: read}
        create_event: {effect: write, idempotent: true, idempotency_argument: uid}
        move_event: {effect: write, idempotent: true}
        delete_event: {effect: write, idempotent: true}
`
