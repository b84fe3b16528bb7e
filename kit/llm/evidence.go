package llm

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Note is a note of the evidence as prompts have it, under its label, with its day
// of the week, day, time and what stands above it.
func Note(c *commonv1.CallContext, n *commonv1.EvidenceNote) string {
	e := n.GetEntry()
	at := []string{n.GetLabel()}
	if e.GetDate() != "" {
		at = append(at, strings.TrimSpace(n.GetWeekday()+" "+e.GetDate()))
		if e.GetTime() != nil {
			at = append(at, e.GetTime().AsTime().In(zone(c)).Format("15:04"))
		}
	}
	label := strings.Join(at, " ")
	if len(e.GetHeadings()) > 0 {
		label += " " + strings.Join(e.GetHeadings(), " › ")
	}
	return Data("note", label, e.GetText())
}

func zone(c *commonv1.CallContext) *time.Location {
	if zone, err := time.LoadLocation(c.GetTimeZone()); err == nil {
		return zone
	}
	return time.UTC
}

// Fact is a computed fact in one line, as prompts have it: what of what, of which
// days, and the values that it is made of.
func Fact(f *commonv1.Fact) string {
	unit := f.GetUnit()
	about := strings.Join(filled(f.GetSubject(), f.GetMeasure().GetName(), aggregate(f), f.GetGroup(), days(f.GetRange())), ", ")
	var said string
	switch f.GetKind() {
	case commonv1.FactKind_FACT_KIND_VALUES:
		said = fmt.Sprintf("%d values, no total", f.GetSampleSize())
	case commonv1.FactKind_FACT_KIND_CHANGE:
		said = fmt.Sprintf("%s against %s (%s)", amount(f.GetValue(), unit), amount(f.GetBaseline(), unit),
			strings.Join(filled(f.GetBaselineSubject(), days(f.GetBaselineRange()), fmt.Sprintf("%d and %d values", f.GetSampleSize(), f.GetBaselineSize())), ", "))
	case commonv1.FactKind_FACT_KIND_CO_OCCURRENCE:
		said = fmt.Sprintf("on average %s on %d days with %s, %s on %d days without", amount(f.GetValue(), unit), f.GetSampleSize(),
			f.GetSubject(), amount(f.GetBaseline(), unit), f.GetBaselineSize())
	case commonv1.FactKind_FACT_KIND_TREND:
		said = fmt.Sprintf("%s a week, by %d values", amount(f.GetValue(), unit), f.GetSampleSize())
	default:
		said = amount(f.GetValue(), unit)
		if f.GetMeasure() != nil {
			said += fmt.Sprintf(", of %d", f.GetSampleSize())
		}
	}
	var values []string
	for _, o := range f.GetObservations() {
		value := o.GetText()
		if value == "" {
			value = amount(o.GetValue(), o.GetUnit())
		}
		values = append(values, o.GetDate()+" "+value)
	}
	if n := len(values); n > 0 {
		if int(f.GetSampleSize()) > n && n > 1 {
			values[n-1] = "… " + values[n-1]
		}
		said += " (" + strings.Join(values, "; ") + ")"
	}
	if n := len(f.GetUnread()); n > 0 {
		said += fmt.Sprintf("; not read whole: %d more", n)
	}
	return about + ": " + said
}

// Gap is what is missing in one line, as prompts have it: "not stated: red, tent".
func Gap(g *commonv1.Gap) string {
	if g.GetDescription() != "" {
		return g.GetDescription()
	}
	out := name(g.GetReason().String(), "GAP_REASON_")
	about := filled(strings.Join(g.GetWords(), ", "), g.GetMeasure().GetName(), g.GetDomain(), g.GetRole(), strings.Join(g.GetReadings(), " or "))
	for _, r := range g.GetRanges() {
		about = append(about, days(r))
	}
	if g.GetTotal() > 0 {
		about = append(about, fmt.Sprintf("%d of %d", g.GetSeen(), g.GetTotal()))
	}
	return strings.TrimSuffix(out+": "+strings.Join(filled(about...), "; "), ": ")
}

// Said is what the person answered when asked, as prompts have it.
func Said(all []*commonv1.Clarification) []string {
	var out []string
	for _, c := range all {
		if !c.GetDeclined() {
			out = append(out, Lines([]string{"Asked: " + c.GetQuestion(), "Said: " + c.GetAnswer()}))
		}
	}
	return out
}

func aggregate(f *commonv1.Fact) string {
	switch {
	case f.GetAggregate() == commonv1.Aggregate_AGGREGATE_UNSPECIFIED:
		return ""
	case f.GetMeasure() == nil:
		return name(f.GetAggregate().String(), "AGGREGATE_") + " that mention it"
	}
	return name(f.GetAggregate().String(), "AGGREGATE_")
}

// name is the name of an enum's value in words.
func name(value, prefix string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(value, prefix), "_", " "))
}

// days are those of a range, "" for all.
func days(r *commonv1.ScopeRange) string {
	switch {
	case r.GetStart() == "" && r.GetEnd() == "":
		return ""
	case r.GetStart() == r.GetEnd():
		return r.GetStart()
	case r.GetStart() == "":
		return "until " + r.GetEnd()
	case r.GetEnd() == "":
		return "since " + r.GetStart()
	}
	return r.GetStart() + " to " + r.GetEnd()
}

// amount is a number with at most three digits behind the point, and its unit.
func amount(value float64, unit string) string {
	return strings.TrimSpace(strconv.FormatFloat(math.Round(value*1000)/1000, 'f', -1, 64) + " " + unit)
}

func filled(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}
