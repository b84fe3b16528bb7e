package draft

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// looserBy are by how much limits that were said are raised to see whether all that is left fits then, in
// percent.
var looserBy = []int{25, 50, 100}

// looserLimit tries to allow more work of a roadmap a week, or a day, than was said. The limits are the
// person's, so the way has no terms: its text has the command that sets them.
func (r *Resumed) looserLimit(ctx context.Context, o schedule.Options, which int) (Way, error) {
	k := r.kept[which]
	at := slices.IndexFunc(r.Drafts, func(d *Draft) bool { return d.Goal.Prefix == k.Document.ID+"/" })
	if at < 0 || k.Said.Extracted != nil {
		return Way{}, nil
	}
	limits := slices.DeleteFunc(slices.Clone(r.Drafts[at].said), func(m timeline.Most) bool { return m.Group != "" || !m.Always() })
	if len(limits) == 0 {
		return Way{}, nil
	}
	o.Schedules = max(1, cmp.Or(o.Schedules, schedule.DefaultSchedules)/4)
	for _, percent := range looserBy {
		var words, instead []string
		for _, m := range limits {
			more := (m.Minutes*(100+percent)/100 + 29) / 30 * 30
			words = append(words, fmt.Sprintf("at most %s a %s", civil.Length(more), m.Per))
			instead = append(instead, civil.Length(m.Minutes)+" a "+string(m.Per))
		}
		kept := slices.Clone(r.kept)
		said := &kept[which].Said
		said.SaidFrom = append(slices.Clip(said.SaidFrom), len(said.Wish)+2)
		said.Wish += ". " + strings.Join(words, ", ")
		then, err := Resume(r.now, r.Commitments, kept...)
		if err != nil { // these limits can't be said beside the rest
			return Way{}, nil //nolint:nilerr // another way is told
		}
		if err := then.solveIfPossible(ctx, o); err != nil {
			return Way{}, err
		}
		if then.Result.Verdict == problem.Feasible {
			return Way{Text: fmt.Sprintf("allow %s of “%s” instead of %s: weft roadmaps limits %s %q",
				strings.Join(words, " and "), k.Document.Goal().Title, strings.Join(instead, " and "), k.Document.ID, strings.Join(words, ", "))}, nil
		}
	}
	return Way{}, nil
}
