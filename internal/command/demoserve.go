package command

import (
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/examples/tools/calendar"
	"github.com/weft-mesh/weft/examples/tools/invoices"
	"github.com/weft-mesh/weft/examples/tools/mailbox"
	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

// demoServeCommand serves the example tool servers. It is hidden: it is started by
// tools.servers of a configuration and not by people.
func (p *program) demoServeCommand() *cobra.Command {
	c := group(&cobra.Command{
		Use:    "serve",
		Short:  "Serve an example of tools over standard input and output",
		Hidden: true,
		Long: `Serves an example of tools by the Model Context Protocol, for tools.servers in
the configuration. examples/README.md says how.`,
		Example: `  weft demo serve mailbox --dir ~/weft-demo/mailbox
  weft demo serve invoices --dir ~/weft-demo/invoices --seed
  weft demo serve calendar --dir ~/weft-demo/calendar`,
	}, p.demoMailboxCommand(), p.demoInvoicesCommand(), p.demoCalendarCommand())
	return c
}

func (p *program) demoMailboxCommand() *cobra.Command {
	var o mailbox.Options
	c := &cobra.Command{
		Use:   "mailbox",
		Short: "Serve a mailbox of files",
		Long: `Serves tools that list, read and send mail in a folder. A mail that is sent is a
file in sent/ and leaves the machine no other way.`,
		Example: `  weft demo serve mailbox --dir ~/weft-demo/mailbox --attach ~/weft-demo/invoices/issued`,
		Args:    noArgs,
	}
	p.serves(c, &o.Dir, &o.Faults, func() (*toolserver.Server, error) { return mailbox.New(o) })
	c.Flags().StringVar(&o.From, "from", "you@example.com", "`address` that mail is from")
	c.Flags().StringArrayVar(&o.Folders, "attach", nil, "`folder` that files may be attached from; repeatable")
	complete(c, "from")
	_ = c.MarkFlagDirname("attach")
	return c
}

func (p *program) demoInvoicesCommand() *cobra.Command {
	var o invoices.Options
	c := &cobra.Command{
		Use:   "invoices",
		Short: "Serve an invoice book",
		Long: `Serves tools that list clients and write invoices, with a book that is an SQLite
database. Each invoice is a file in issued/ as well.`,
		Example: `  weft demo serve invoices --dir ~/weft-demo/invoices --seed`,
		Args:    noArgs,
	}
	p.serves(c, &o.Dir, &o.Faults, func() (*toolserver.Server, error) { return invoices.New(o) })
	c.Flags().BoolVar(&o.Seed, "seed", false, "fill an empty book with made-up clients and their hours in January 2026")
	return c
}

func (p *program) demoCalendarCommand() *cobra.Command {
	var o calendar.Options
	c := &cobra.Command{
		Use:   "calendar",
		Short: "Serve a calendar of files",
		Long: `Serves tools that list, create, move and delete events. Each event is an .ics
file in events/; one that is deleted goes to deleted/.`,
		Example: `  weft demo serve calendar --dir ~/weft-demo/calendar`,
		Args:    noArgs,
	}
	p.serves(c, &o.Dir, &o.Faults, func() (*toolserver.Server, error) { return calendar.New(o) })
	return c
}

// serves gives a command the flags of all example servers, and has it serve one.
func (p *program) serves(c *cobra.Command, dir *string, faults *[]toolserver.Fault, open func() (*toolserver.Server, error)) {
	var wanted []string
	c.Flags().StringVar(dir, "dir", "", "`folder` of its files, which is made if it is not there")
	c.Flags().StringArrayVar(&wanted, "fault", nil, "let one call go wrong, for tests: `OPERATION:CALL:KIND`; repeatable")
	_ = c.MarkFlagDirname("dir")
	complete(c, "fault")
	c.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if *dir == "" {
			return usage("%q needs --dir, the folder of its files", cmd.CommandPath())
		}
		for _, text := range wanted {
			f, err := toolserver.ParseFault(text)
			if err != nil {
				return usage("--fault %v", err)
			}
			*faults = append(*faults, f)
		}
		s, err := open()
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		return s.Serve(cmd.Context(), &mcp.IOTransport{Reader: io.NopCloser(p.in), Writer: wire{p.wire}})
	}
}

// A wire is a stream that stays open.
type wire struct{ io.Writer }

func (wire) Close() error { return nil }
