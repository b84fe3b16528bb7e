package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
	"github.com/weft-mesh/weft/internal/app"
)

func (p *program) storeCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "store",
		Short: "Copy notes from a vault into a database",
		Long: `Notes lie in a vault, or in a PostgreSQL database where several processes and
tenants share them (store: postgres in the configuration).`,
		Example: "  weft store copy --from vault:~/notes --to 'postgres:${WEFT_DB}'",
	}, p.storeCopyCommand())
}

func (p *program) storeCopyCommand() *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "copy --from vault:PATH --to postgres:URL",
		Short: "Copy all notes of a vault into a database",
		Long: `Copies the notes of a vault with their data, their corrections and the global
context, for the tenant of the configuration, and compares both at the end. The
vault stays as it is. What is there already is left alone, so a copy that was
broken off is started again. The trash, the archive of the global context and the
runs stay behind.

URL is postgres://USER@HOST/DATABASE, ${NAME} for a variable of the environment
or file:PATH; "postgres:" alone is the database of the configuration.`,
		Example: `  weft store copy --from vault:~/notes --to 'postgres:${WEFT_DB}'
  weft store copy --from vault:/srv/notes --to postgres:file:/run/secrets/db --set tenant=acme`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return usage("from where to where? --from vault:PATH --to postgres:URL")
			}
			return p.copyNotes(cmd.Context(), from, to)
		},
	}
	c.Flags().StringVar(&from, "from", "", "the `notes` to copy, vault:PATH")
	c.Flags().StringVar(&to, "to", "", "where they go, postgres:`URL`")
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
	return p.print(fmt.Sprintf("%d notes of tenant %s are the same in both, %d of them new here.\nsha256 %s\n", done.Notes, c.Tenant, done.Added, done.Hash))
}
