package main

import (
	"context"
	"strings"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
)

// serverCheckup looks at the server that commands would talk to; it is empty if
// there is none.
func (p *program) serverCheckup(ctx context.Context, c *config.Config) []checkup {
	s, err := app.Stand(ctx, c, p.flags.server)
	check := checkup{Name: "server"}
	switch {
	case err != nil:
		check.Found, check.Advice = err.Error(), "start it with \"weft up\", or look at its log"
	case s == nil:
		return nil
	case s.Ready && len(s.Lost) > 0:
		check.Found = s.Address + " is ready, but these are away: " + strings.Join(s.Lost, ", ")
		check.Advice = "what needs them waits; its log tells of each since when and why, under \"away\""
	case s.Ready:
		check.OK, check.Found = true, s.Address+" is ready"
	case len(s.Lost) == 0:
		check.Found, check.Advice = s.Address+" is not ready", "it is starting or stopping; try again in a moment"
	default:
		check.Found = s.Address + " is not ready, it lacks: " + strings.Join(s.Lost, ", ")
		check.Advice = "its log tells of each since when and why, under \"not ready\""
	}
	return []checkup{check}
}
