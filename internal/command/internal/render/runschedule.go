package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

const timeOfSchedule = "Mon 2006-01-02 15:04"

// RunSchedule returns what starts runs at times, and on a line below it what it starts and when next.
func RunSchedule(style screen.Style, k *orchestratorv1.Schedule, zone *time.Location) string {
	words := []string{style.Bold(k.GetId()), k.GetCron(), "(" + k.GetTimeZone() + ")"}
	if k.GetDescription() != "" {
		words = append(words, oneLine(k.GetDescription()))
	}
	for _, key := range slices.Sorted(maps.Keys(k.GetLabels())) {
		words = append(words, key+"="+oneLine(k.GetLabels()[key]))
	}
	when := "no next time"
	switch {
	case k.GetPauseTime() != nil:
		when = style.Bad("paused " + momentOfSchedule(k.GetPauseTime(), zone))
	case len(k.GetNextTimes()) > 0:
		when = "next " + momentOfSchedule(k.GetNextTimes()[0], zone)
	}
	if n := k.GetWaiting(); n > 0 {
		when += fmt.Sprintf("; %d waiting to start", n)
	}
	return strings.Join(words, "  ") + "\n    " + startsWhat(k) + "; " + when + "\n"
}

func startsWhat(k *orchestratorv1.Schedule) string {
	switch {
	case k.GetBuiltIn():
		return "built in"
	case k.GetRun() != nil:
		return "runs " + oneLine(k.GetRun().GetGraph())
	}
	return fmt.Sprintf("%q", oneLine(k.GetInput().GetText()))
}

// RunScheduleInFull returns a schedule, its next times, and what came of the last ones.
func RunScheduleInFull(style screen.Style, k *orchestratorv1.Schedule, zone *time.Location) string {
	var out strings.Builder
	out.WriteString(RunSchedule(style, k, zone))
	overlap := map[orchestratorv1.ScheduleOverlap]string{
		orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_SKIP:    "skipped",
		orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_QUEUE:   "queued",
		orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_REPLACE: "started in the place of the one before",
	}[k.GetOverlap()]
	missed := map[orchestratorv1.ScheduleMissed]string{
		orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_RUN_ONCE: "run once",
		orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_SKIP:     "are skipped",
		orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_RUN_ALL:  "are all run",
	}[k.GetMissed()]
	fmt.Fprintf(&out, "    of %s; a run that is due while one goes on is %s; times without a server %s\n", oneLine(k.GetUser()), overlap, missed)
	if len(k.GetNextTimes()) > 0 {
		out.WriteString("next\n" + NextTimes(k.GetNextTimes(), zone))
	}
	if len(k.GetOccurrences()) > 0 {
		out.WriteString("last\n")
	}
	for _, o := range k.GetOccurrences() {
		out.WriteString("    " + occurred(style, o, zone) + "\n")
	}
	return out.String()
}

func occurred(style screen.Style, o *orchestratorv1.ScheduleOccurrence, zone *time.Location) string {
	outcome := strings.ToLower(strings.TrimPrefix(o.GetOutcome().String(), "OUTCOME_"))
	if o.GetOutcome() == orchestratorv1.ScheduleOccurrence_OUTCOME_FAILED {
		outcome = style.Bad(outcome)
	}
	words := []string{momentOfSchedule(o.GetTime(), zone), outcome}
	if o.GetCount() > 1 {
		words = append(words, fmt.Sprintf("%d times up to then", o.GetCount()))
	}
	for _, more := range []string{o.GetRunId(), o.GetReason()} {
		if more != "" {
			words = append(words, oneLine(more))
		}
	}
	if o.GetUser() != "" {
		words = append(words, "by "+oneLine(o.GetUser()))
	}
	return strings.Join(words, "  ")
}

// NextTimes returns times, one a line.
func NextTimes(times []*timestamppb.Timestamp, zone *time.Location) string {
	var out strings.Builder
	for _, at := range times {
		out.WriteString("    " + momentOfSchedule(at, zone) + "\n")
	}
	return out.String()
}

func momentOfSchedule(at *timestamppb.Timestamp, zone *time.Location) string {
	return at.AsTime().In(zone).Format(timeOfSchedule)
}
