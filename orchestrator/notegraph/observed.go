package notegraph

import (
	"cmp"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/stable"
)

// mergeObservations adds values of a further retrieval, each once, and keeps the
// order of time.
func mergeObservations(have, more []*commonv1.Observation) []*commonv1.Observation {
	type place struct{ entry, object, measure, text string }
	of := func(o *commonv1.Observation) place {
		return place{o.GetEntryId(), o.GetDomain() + "/" + o.GetObject(), o.GetMeasure(), o.GetText()}
	}
	if len(more) == 0 {
		return have
	}
	seen := make(map[place]bool, len(have))
	for _, o := range have {
		seen[of(o)] = true
	}
	out := slices.Clone(have)
	for _, o := range more {
		if !seen[of(o)] {
			out = append(out, o)
		}
	}
	stable.Sort(out, func(a, b *commonv1.Observation) int {
		return cmp.Or(cmp.Compare(a.GetDate(), b.GetDate()), cmp.Compare(a.GetMinute(), b.GetMinute()), cmp.Compare(a.GetEntryId(), b.GetEntryId()))
	})
	return out
}

// mergeUnread adds notes that were not read whole, each once.
func mergeUnread(have, more []*commonv1.UnreadNote) []*commonv1.UnreadNote {
	out := slices.Clip(have)
	for _, u := range more {
		if !slices.ContainsFunc(have, func(h *commonv1.UnreadNote) bool { return h.GetEntryId() == u.GetEntryId() }) {
			out = append(out, u)
		}
	}
	return out
}

// mergeSearch tells how well it was searched over all retrievals: whole only if each
// was, and a word is missing only if it was in the first.
func mergeSearch(have, more *commonv1.SearchOutcome, total int32) *commonv1.SearchOutcome {
	if more == nil {
		return have
	}
	out := cloned(more)
	out.Total = total
	if have != nil {
		out.Complete = out.GetComplete() && have.GetComplete()
		out.Cut = out.GetCut() || have.GetCut()
		out.Observations = max(out.GetObservations(), have.GetObservations())
		out.Missing = have.GetMissing()
	}
	return out
}
