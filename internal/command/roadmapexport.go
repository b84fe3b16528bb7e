package command

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/safefile"
)

var exports = []string{"md", "ics", "json"}

func (p *program) roadmapsExportCommand() *cobra.Command {
	var format, file string
	c := &cobra.Command{
		Use:   "export [ROADMAP]",
		Short: "Print a roadmap as Markdown, for calendars, or as JSON",
		Long: `Prints a roadmap that is kept: md is its file in a vault; ics is for calendars,
which update their events when they read it again; json has everything.
` + roadmapArg,
		Example: `  weft roadmaps export last --format ics --file half-marathon.ics
  weft roadmaps export last > half-marathon.md`,
		Args:              between(0, 1, "one roadmap"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(exports, format) {
				return usage("--format %q: use %s", format, strings.Join(exports, ", "))
			}
			return p.withRoadmap(cmd.Context(), first(args), func(ctx context.Context, s *connection, r *orchestratorv1.Roadmap) error {
				if r.GetContent() == nil {
					return usage("%s is not kept yet; \"weft roadmaps show %s\" shows what it waits for", r.GetId(), r.GetId())
				}
				text, err := exportRoadmap(ctx, s, r, format)
				switch {
				case err != nil:
					return err
				case file == "":
					return p.print(ended(string(text)))
				}
				if err := safefile.Replace(file, text, 0o644); err != nil {
					return err
				}
				p.notice("the roadmap is in %s", file)
				return nil
			})
		},
	}
	c.Flags().StringVar(&format, "format", "md", "`md`, ics or json")
	c.Flags().StringVar(&file, "file", "", "write it to a `file`")
	complete(c, "format", exports...)
	return c
}

// exportRoadmap returns a roadmap that is kept in a format.
func exportRoadmap(ctx context.Context, s *connection, r *orchestratorv1.Roadmap, format string) ([]byte, error) {
	if format == "json" {
		return render.Indented(r.GetContent())
	}
	as := orchestratorv1.ExportRoadmapRequest_FORMAT_MARKDOWN
	if format == "ics" {
		as = orchestratorv1.ExportRoadmapRequest_FORMAT_CALENDAR
	}
	res, err := s.api().ExportRoadmap(ctx, &orchestratorv1.ExportRoadmapRequest{RoadmapId: r.GetId(), Format: as})
	return []byte(res.GetText()), err
}
