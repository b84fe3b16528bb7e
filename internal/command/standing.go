package command

import (
	"context"
	"strings"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
)

// serverCheckup looks at the server that commands would talk to, and at the tools that it
// has. Without a server it tells at most that there are some.
func (p *program) serverCheckup(ctx context.Context, c *config.Config) []checkup {
	s, err := app.Stand(ctx, c, p.flags.server)
	check := checkup{Name: "server"}
	switch {
	case err != nil:
		check.Found, check.Advice = err.Error(), "start it with \"weft up\", or check its log"
	case s == nil:
		return toolsUnasked(c)
	case s.Ready && len(s.Lost) > 0:
		check.Found = s.Address + " is ready, but can't reach: " + strings.Join(s.Lost, ", ")
		check.Advice = "runs that need them wait; to see why, look for \"away\" in the server's log"
	case s.Ready:
		check.OK, check.Found = true, s.Address+" is ready"
	case len(s.Lost) == 0:
		check.Found, check.Advice = s.Address+" is not ready", "it is starting up or shutting down; try again in a moment"
	default:
		check.Found = s.Address + " is not ready; it needs: " + strings.Join(s.Lost, ", ")
		check.Advice = "to see why, look for \"not ready\" in the server's log"
	}
	if s == nil || !s.Ready {
		return []checkup{check}
	}
	return append([]checkup{check}, p.toolCheckups(ctx)...)
}
