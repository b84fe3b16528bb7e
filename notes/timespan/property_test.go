package timespan_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// words is the vocabulary of which sentences are drawn.
var words = strings.Fields(`the last next this past previous same my all week weeks weekend month months year quarter day
	days night monday tuesday sun sat march may june feb fall winter christmas eve new year's morning evening early late end of
	beginning first second half since until before after between and to from - , ago today yesterday tomorrow 1 5 30 31 2025
	2026 99 9999 2026-02-30 2026-01-05 1/5 1/5/26 5.1.2026 q1 h2 two few couple a on in at compare vs 's 7am 7:30 so far
	earlier so ran benched sleep that 5th th`)

func drawRef(t *rapid.T) timespan.Ref {
	zones := []string{"UTC", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu"}
	loc, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	seconds := rapid.Int64Range(0, 4_000_000_000).Draw(t, "now")
	return timespan.Ref{
		Now:       time.Unix(seconds, 0).In(loc),
		WeekStart: time.Weekday(rapid.IntRange(0, 6).Draw(t, "week start")),
	}
}

func drawText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 12).Draw(t, "words"), " ")
}

// check fails if the spans of a text break what Scan promises.
func check(t interface{ Fatalf(string, ...any) }, text string, spans []timespan.Span) {
	end := 0
	for _, s := range spans {
		if s.Offset < end || s.Offset+len(s.Text) > len(text) || text[s.Offset:s.Offset+len(s.Text)] != s.Text || s.Text == "" {
			t.Fatalf("%q: span %+v does not stand there", text, s)
		}
		end = s.Offset + len(s.Text)
		r := s.Range
		if !r.Start.IsZero() && !r.End.IsZero() && r.End.Before(r.Start) {
			t.Fatalf("%q: %q ends before it starts: %v", text, s.Text, r)
		}
		if r.IsZero() && !s.Hourly() && len(s.Weekdays) == 0 {
			t.Fatalf("%q: %q says nothing", text, s.Text)
		}
		for _, d := range []notes.Day{r.Start, r.End} {
			if _, err := notes.ParseDay(d.String()); err != nil {
				t.Fatalf("%q: %q: %v", text, s.Text, err)
			}
		}
		if s.StartHour < 0 || s.StartHour > 24 || s.EndHour < 0 || s.EndHour > 24 || s.Grain == 0 {
			t.Fatalf("%q: bad span %+v", text, s)
		}
	}
}

func TestSpansAreSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, ref := drawText(t), drawRef(t)
		spans := timespan.Scan(text, ref)
		check(t, text, spans)
		if again := timespan.Scan(text, ref); show(again) != show(spans) {
			t.Fatalf("a second scan differs: %s, %s", show(spans), show(again))
		}
	})
}

func TestEveryDateIsReadAsItself(t *testing.T) {
	t.Parallel()
	layouts := []string{"2006-01-02", "2006/01/02", "January 2, 2006", "Jan 2 2006", "2 January 2006", "2 Jan 2006",
		"02.01.2006", "2.1.2006", "Monday, January 2, 2006", "Mon 2006-01-02"}
	rapid.Check(t, func(t *rapid.T) {
		ref := drawRef(t)
		day := notes.NewDay(2000, 1, 1).AddDays(rapid.IntRange(0, 36500).Draw(t, "day"))
		text := "what did I do on " + day.In(time.UTC).Format(rapid.SampledFrom(layouts).Draw(t, "layout")) + "?"
		spans := timespan.Scan(text, ref)
		want := notes.Range{Start: day, End: day}
		if len(spans) != 1 || spans[0].Range != want || !spans[0].Explicit || spans[0].Assumed {
			t.Fatalf("%q: got %s", text, show(spans))
		}
	})
}

func TestLastWeekIsTheSevenDaysBeforeThisWeek(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ref := drawRef(t)
		spans := timespan.Scan("last week this week the week before last", ref)
		if len(spans) != 3 {
			t.Fatalf("got %s", show(spans))
		}
		last, this, before := spans[0].Range, spans[1].Range, spans[2].Range
		if !this.Contains(notes.DayOf(ref.Now)) || this.Start.Weekday() != ref.WeekStart {
			t.Fatalf("this week is %v", this)
		}
		if last.Days() != 7 || last.End.AddDays(1) != this.Start || before.Days() != 7 || before.End.AddDays(1) != last.Start {
			t.Fatalf("weeks do not follow each other: %v %v %v", before, last, this)
		}
	})
}

func TestBareNamesAreReadInThePast(t *testing.T) {
	t.Parallel()
	names := []string{"on Monday", "on Sunday", "in March", "in December", "in Q1", "in summer", "on Dec 31", "on Jan 1",
		"at Christmas", "on 12/31", "on the 31st"}
	rapid.Check(t, func(t *rapid.T) {
		ref := drawRef(t)
		text := "I ran " + rapid.SampledFrom(names).Draw(t, "name")
		spans := timespan.Scan(text, ref)
		if len(spans) != 1 || spans[0].Range.Start.After(notes.DayOf(ref.Now)) || !spans[0].Assumed {
			t.Fatalf("%q: got %s", text, show(spans))
		}
	})
}

func TestNotesNeverMoveIntoTheFuture(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, ref := drawText(t), drawRef(t)
		at, said := timespan.EntryTime(text, ref.Now, ref.WeekStart)
		if at.After(ref.Now) || said == "" && !at.Equal(ref.Now) || at.Location() != ref.Now.Location() {
			t.Fatalf("%q written at %v: %v, %q", text, ref.Now, at, said)
		}
	})
}

func BenchmarkScanLongNote(b *testing.B) {
	text := strings.Repeat("Ran 5k on Monday, then slept badly and ate 2 eggs; felt better than last week. ", 1000)
	ref := timespan.Ref{Now: time.Unix(1_784_000_000, 0).UTC()}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		timespan.Scan(text, ref)
	}
}

// FuzzRead reads any text at any time in any week: it never panics, and what it
// tells is sound.
func FuzzRead(f *testing.F) {
	const july = int64(1_784_000_000)
	for _, s := range sentences {
		f.Add(s.text, july, 1)
	}
	for _, s := range neighbours {
		f.Add(s.text, july, 0)
	}
	for _, s := range unresolvable {
		f.Add(s.text, july, 6)
	}
	for _, text := range []string{"\xff last’s week’s 5’s", "🏃😀", "先週 2026-01-05", "5/3/1 3/4 1.2.3 24/7 3-2", "the first half of the last week of the",
		"between and since before until", "99999999999 days ago", "0000-00-00 00/00/0000 W99 Q9 H9"} {
		f.Add(text, int64(0), 3)
	}
	f.Fuzz(func(t *testing.T, text string, seconds int64, week int) {
		ref := timespan.Ref{Now: time.Unix(seconds%4_000_000_000, 0).UTC(), WeekStart: time.Weekday((week%7 + 7) % 7)}
		r := timespan.Read(text, ref)
		spans := r.Spans
		check(t, text, spans)
		for _, u := range r.Unresolved {
			if u.Text == "" || u.Reason == "" || !strings.HasPrefix(text[u.Offset:], u.Text) {
				t.Fatalf("%q: unresolved %+v", text, u)
			}
		}
		if stripped := timespan.Strip(text, spans); utf8.ValidString(text) && !utf8.ValidString(stripped) {
			t.Fatalf("Strip broke %q: %q", text, stripped)
		}
		if at, _ := timespan.EntryTime(text, ref.Now, ref.WeekStart); at.After(ref.Now) {
			t.Fatalf("%q moves into the future", text)
		}
	})
}
