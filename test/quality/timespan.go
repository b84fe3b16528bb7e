package quality

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// timeCase says which days a text speaks of.
type timeCase struct {
	ID         string   `yaml:"id"`
	Text       string   `yaml:"text"`
	Now        string   `yaml:"now"`
	Zone       string   `yaml:"zone"`
	Week       string   `yaml:"week"`
	Want       []string `yaml:"want"`       // spans, see wantSpan
	Unresolved []string `yaml:"unresolved"` // expressions that name no time there is
}

func timeSuite() Suite {
	return Suite{
		Name:    "time",
		Run:     runTime,
		Targets: []Target{{Measure: "ranges", Min: 0.97, Floor: 0.96}},
	}
}

func runTime(_ context.Context, _ Env, files map[string][]byte) ([]Verdict, error) {
	cases, err := load[timeCase](files)
	if err != nil {
		return nil, err
	}
	return each(cases, func(topic string, c timeCase) (Verdict, error) {
		v, err := c.judge(topic)
		if err != nil {
			return v, fmt.Errorf("%s: %w", c.ID, err)
		}
		return v, nil
	})
}

func (c timeCase) judge(topic string) (Verdict, error) {
	now, err := moment(or(c.Now, "2026-02-25T09:00"), or(c.Zone, defaultZone))
	if err != nil {
		return Verdict{}, err
	}
	want := make([]wantSpan, len(c.Want))
	for i, s := range c.Want {
		if want[i], err = readSpan(s); err != nil {
			return Verdict{}, err
		}
	}
	read := timespan.Read(c.Text, timespan.Ref{Now: now, WeekStart: timespan.WeekStart(weekday(c.Week))})
	ok := len(read.Spans) == len(want)
	for i := range min(len(read.Spans), len(want)) {
		ok = ok && want[i].fits(read.Spans[i])
	}
	v := Verdict{Case: c.ID, Text: c.Text, Marks: []Mark{mark("ranges", topic, ok)}}
	if !ok {
		v.fault("on %s: is %s\n   should be %v", or(c.Now, "2026-02-25T09:00"), showSpans(read.Spans), c.Want)
	}
	if len(c.Unresolved) > 0 || len(read.Unresolved) > 0 {
		ok := len(read.Unresolved) == len(c.Unresolved)
		for i := range min(len(read.Unresolved), len(c.Unresolved)) {
			ok = ok && hasFold(read.Unresolved[i].Text, c.Unresolved[i])
		}
		v.Marks = append(v.Marks, mark("unresolvable told", "", ok))
		if !ok {
			v.fault("unresolvable is %v, should be %v", read.Unresolved, c.Unresolved)
		}
	}
	return v, nil
}

// A wantSpan is what a label asks of a span: "2026-02-16..2026-02-22", one day,
// or ends left open, with "@morning" or "@18-20" for parts of the day,
// "#sat,sun" for weekdays, and "~3" for so many days of freedom at the ends.
type wantSpan struct {
	from, to notes.Day
	part     string
	weekdays []time.Weekday
	slack    int
}

var spanForm = regexp.MustCompile(`^([\d-]*)(\.\.([\d-]*))?(?:@([a-z]+|\d+-\d+))?(?:#([a-z,]+))?(?:@([a-z]+|\d+-\d+))?(?:~(\d+))?$`)

func readSpan(s string) (wantSpan, error) {
	m := spanForm.FindStringSubmatch(s)
	if m == nil {
		return wantSpan{}, fmt.Errorf("%q is no span", s)
	}
	var w wantSpan
	var err error
	day := func(s string) (d notes.Day) {
		if s != "" && err == nil {
			d, err = notes.ParseDay(s)
		}
		return d
	}
	w.from = day(m[1])
	w.to = w.from
	if m[2] != "" {
		w.to = day(m[3])
	}
	w.part = m[4] + m[6]
	for _, name := range strings.Split(m[5], ",") {
		if d, ok := map[string]time.Weekday{"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}[name]; ok {
			w.weekdays = append(w.weekdays, d)
		}
	}
	if m[7] != "" {
		w.slack, _ = strconv.Atoi(m[7])
	}
	if err != nil {
		return w, fmt.Errorf("%q: %w", s, err)
	}
	return w, nil
}

func (w wantSpan) fits(s timespan.Span) bool {
	if !near(w.from, s.Range.Start, w.slack) || !near(w.to, s.Range.End, w.slack) {
		return false
	}
	got := slices.Clone(s.Weekdays)
	slices.Sort(got)
	slices.Sort(w.weekdays)
	return slices.Equal(got, w.weekdays) && w.fitsHours(s)
}

func near(want, got notes.Day, slack int) bool {
	if want.IsZero() || got.IsZero() {
		return want == got
	}
	return max(want.Sub(got), got.Sub(want)) <= slack
}

// fitsHours is generous about the hour at which an evening begins.
func (w wantSpan) fitsHours(s timespan.Span) bool {
	var from, to [2]int
	switch w.part {
	case "":
		return !s.Hourly()
	case "morning":
		from, to = [2]int{3, 7}, [2]int{10, 12}
	case "noon":
		from, to = [2]int{11, 12}, [2]int{13, 15}
	case "afternoon":
		from, to = [2]int{12, 14}, [2]int{16, 19}
	case "evening":
		from, to = [2]int{16, 19}, [2]int{21, 24}
	case "night":
		from, to = [2]int{18, 23}, [2]int{0, 7}
	default:
		a, b, _ := strings.Cut(w.part, "-")
		h, _ := strconv.Atoi(a)
		k, _ := strconv.Atoi(b)
		from, to = [2]int{h, h}, [2]int{k, k}
	}
	return s.Hourly() && from[0] <= s.StartHour && s.StartHour <= from[1] && to[0] <= s.EndHour && s.EndHour <= to[1]
}

func showSpans(spans []timespan.Span) string {
	var out []string
	for _, s := range spans {
		text := fmt.Sprintf("%s..%s", s.Range.Start, s.Range.End)
		if s.Hourly() {
			text += fmt.Sprintf("@%d-%d", s.StartHour, s.EndHour)
		}
		for i, d := range s.Weekdays {
			text += map[bool]string{true: "#", false: ","}[i == 0] + strings.ToLower(d.String()[:3])
		}
		out = append(out, fmt.Sprintf("%s (%q)", text, s.Text))
	}
	return "[" + strings.Join(out, " ") + "]"
}
