package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

func (p *program) storeCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "store",
		Short: "Copy notes from a vault to a database",
		Long: `Notes live in a vault or, for several processes and tenants, in a PostgreSQL
database (store: postgres in the configuration).`,
		Example: "  weft store copy --from vault:~/notes --to 'postgres:${WEFT_DB}'",
	}, p.storeCopyCommand())
}

func (p *program) storeCopyCommand() *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "copy --from vault:PATH --to postgres:URL",
		Short: "Copy all of a vault's notes to a database",
		Long: `Copies a vault's notes with their data and corrections, and the global context,
to the configured tenant, and compares both sides at the end. The vault doesn't
change. Notes that are already in the database stay as they are, so you can run
an interrupted copy again. The trash, the archive of the global context and the
runs aren't copied. Roadmaps are on the bus; a server with a database copies them
when it starts.

URL is postgres://USER@HOST/DATABASE, ${NAME} for an environment variable, or
file:PATH. "postgres:" alone is the configured database.`,
		Example: `  weft store copy --from vault:~/notes --to 'postgres:${WEFT_DB}'
  weft store copy --from vault:/srv/notes --to postgres:file:/run/secrets/db --set tenant=acme`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return usage("copy from where to where? Use --from vault:PATH --to postgres:URL")
			}
			return p.copyNotes(cmd.Context(), from, to)
		},
	}
	c.Flags().StringVar(&from, "from", "", "`vault` to copy, as vault:PATH")
	c.Flags().StringVar(&to, "to", "", "database to copy to, as postgres:`URL`")
	return c
}

func (p *program) copyNotes(ctx context.Context, from, to string) error {
	c, err := p.settings()
	if err != nil {
		return err
	}
	status := screen.NewStatus(p.err, p.errStyle, !p.flags.quiet && !p.flags.json())
	defer status.Clear()
	done, err := app.CopyNotes(ctx, c, from, to, func(notes int) { status.Set(fmt.Sprintf("%s copied", count(notes, "note"))) })
	if err != nil {
		return err
	}
	status.Clear()
	if p.flags.json() {
		return p.printValue(struct {
			Notes   int    `json:"notes"`
			Added   int    `json:"added"`
			Context bool   `json:"context"`
			Hash    string `json:"hash"`
		}{done.Notes, done.Added, done.Context, done.Hash})
	}
	return p.print(fmt.Sprintf("%d notes of tenant %s are the same on both sides; %d of them were copied now.\nsha256 %s\n", done.Notes, c.Tenant, done.Added, done.Hash))
}
