package progress

import (
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// WaitsFor says whom a run waits for because they can't be reached, and since when, as in
// "waits for tool server billing, which has not answered since 10:02"; "" if it waits for
// nobody. moment writes a time; without it none is told.
func WaitsFor(o *orchestratorv1.Outage, moment func(time.Time) string) string {
	if o == nil {
		return ""
	}
	since := ""
	if moment != nil && o.GetSinceTime() != nil {
		since = " since " + moment(o.GetSinceTime().AsTime())
	}
	switch who := o.GetWaitsFor(); {
	case who == "":
		return "waits for somebody who can't be reached" + since
	case strings.HasPrefix(who, "tool server "), strings.HasPrefix(who, "the "):
		if since == "" {
			return "waits for " + who + ", which does not answer"
		}
		return "waits for " + who + ", which has not answered" + since
	default:
		return "waits for " + who + since
	}
}
