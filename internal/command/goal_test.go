package command

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/examples"
)

// calendarOf writes the example's calendar into a home, and returns its path.
func calendarOf(t *testing.T, h home) string {
	t.Helper()
	if err := os.CopyFS(filepath.Join(h.dir, "planning"), examples.Planning()); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(h.dir, "planning", "calendar.ics")
}

const halfMarathon = "half marathon by 25 April, four evenings a week, not on Thursdays"

func inBerlin(args ...string) []string {
	return append(args, "--now", "2026-11-27T12:00:00")
}

func TestAGoalIsPlannedAroundACalendarAndWrittenForOne(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	calendar, out := calendarOf(t, h), filepath.Join(h.dir, "run.ics")
	r := h.weft("", inBerlin("goal", halfMarathon, "--calendar", calendar, "--ics", out)...)
	for _, want := range []string{"It fits.", "not Thu", "Sun 28 Mar 2027", "How often do you run now?", "The first two weeks", "the schedule is in"} {
		if !strings.Contains(r.out+r.errOut, want) {
			t.Errorf("it does not say %q:\n%s%s", want, r.out, r.errOut)
		}
	}
	week := h.weft("", inBerlin("week", "2026-12-02", "--calendar", out, "--calendar", calendar)...)
	for _, want := range []string{"Mon 30", "Sun  6", "Long run", "Choir"} {
		if !strings.Contains(week.out, want) {
			t.Errorf("the week does not have %q:\n%s%s", want, week.out, week.errOut)
		}
	}
	if _, err := os.Stat(h.vault()); err != nil {
		t.Fatal(err)
	}
	if kept, _ := os.ReadDir(h.vault()); len(kept) != 0 {
		t.Errorf("the vault has %v", kept)
	}
}

func TestWhatCannotBeReadOfACalendarIsToldPeopleAndPrograms(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	odd := filepath.Join(h.dir, "odd.ics")
	text := "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Odd\nDTSTART:20261203T100000\nRRULE:FREQ=LUNAR\nEND:VEVENT\nEND:VCALENDAR\n"
	if err := os.WriteFile(odd, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"week", "2026-12-02"}, {"goal", halfMarathon, "--schedules", "20"}} {
		r := h.weft("", inBerlin(append(args, "--calendar", odd, "-o", "json")...)...)
		var out struct{ Warnings []string }
		if err := json.Unmarshal([]byte(r.out), &out); err != nil {
			t.Fatal(err, r.out, r.errOut)
		}
		const told = "odd.ics:2 (a): it takes all of the time in which it may recur"
		people := h.weft("", inBerlin(append(args, "--calendar", odd)...)...)
		if len(out.Warnings) != 1 || !strings.HasPrefix(out.Warnings[0], told) || !strings.Contains(people.errOut, told) {
			t.Errorf("%v: %q, %q", args, out.Warnings, people.errOut)
		}
	}
}

func TestACalendarThatCantBeReadIsToldOnceWithItsLine(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	cut := filepath.Join(h.dir, "cut.ics")
	if err := os.WriteFile(cut, []byte("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const told = "calendar cut.ics:4: it is cut off: it ends within the VEVENT of line 2"
	for _, args := range [][]string{{"week", "2026-12-02"}, {"goal", halfMarathon}} {
		people := h.weft("", inBerlin(append(args, "--calendar", cut)...)...)
		programs := h.weft("", inBerlin(append(args, "--calendar", cut, "-o", "json")...)...)
		want := `{"error":{"code":"FAILED_PRECONDITION","reason":"CALENDAR_UNREADABLE","message":"` + told + `"}}`
		if people.errOut != "weft: "+told+"\n" || strings.TrimSpace(programs.errOut) != want || programs.code == 0 {
			t.Errorf("%v: %q, %q", args, people.errOut, programs.errOut)
		}
	}
}

func TestACalendarIsFetchedFromItsAddress(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	server := httptest.NewServer(http.FileServerFS(examples.Planning()))
	t.Cleanup(server.Close)
	r := h.weft("", inBerlin("week", "2026-12-02", "--calendar", server.URL+"/calendar.ics")...)
	if r.code != 0 || !strings.Contains(r.out, "Choir") {
		t.Errorf("code %d:\n%s%s", r.code, r.out, r.errOut)
	}
	for _, tt := range []struct{ url, want string }{
		{server.URL + "/gone.ics", "there is no calendar at this address"},
		{server.URL + "/", "does not answer as a CalDAV server"},
		{"http://example.com/a.ics", "a password is not sent over http"},
	} {
		secret := filepath.Join(h.dir, "secret")
		if err := os.WriteFile(secret, []byte("s3cret\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		r := h.weft("", inBerlin("week", "--calendar", tt.url, "--calendar-user", "ann", "--calendar-password-file", secret)...)
		if r.code == 0 || !strings.Contains(r.errOut, tt.want) || strings.Contains(r.errOut, "s3cret") {
			t.Errorf("%s: code %d:\n%s%s", tt.url, r.code, r.out, r.errOut)
		}
		if r := h.weft("", inBerlin("week", "--calendar", tt.url, "-o", "json")...); strings.Contains(r.errOut, "INTERNAL") {
			t.Errorf("%s: %s", tt.url, r.errOut)
		}
	}
}

func TestAGoalForPrograms(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	var one, other goalResult
	for _, to := range []*goalResult{&one, &other} {
		r := h.weft("", inBerlin("goal", halfMarathon, "-o", "json", "--schedules", "20")...)
		if err := json.Unmarshal([]byte(r.out), to); err != nil {
			t.Fatalf("%v:\n%s%s", err, r.out, r.errOut)
		}
	}
	if one.Verdict != "feasible" || one.Template != "race_training" || one.End != "2027-04-25" || len(one.Blocks) < 80 || len(one.Questions) != 1 {
		t.Errorf("got %+v", one)
	}
	if len(one.Blocks) != len(other.Blocks) || one.Blocks[20] != other.Blocks[20] {
		t.Error("the same words have another schedule")
	}
}

func TestAGoalThatCanNotBeSaysWhatStandsAgainstIt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	tests := []struct {
		args []string
		code int
		want string
	}{
		{[]string{"goal", "find a new job in the next three months, 3 hours a week"}, 0, "It can't be done: "},
		{[]string{"goal", "run 5 days a week, only at weekends"}, 2, "you asked for 5 days a week, but only 2 are left"},
		{[]string{"goal", "thesis by 1 March 2020"}, 2, "is past"},
		{[]string{"goal", halfMarathon, "--answer", "level=hero"}, 2, "it has to be one of new, regular, experienced"},
		{[]string{"goal", halfMarathon, "--answer", "level"}, 2, "write it as name=value"},
		{[]string{"goal", halfMarathon, "--calendar", "nowhere.ics"}, 2, "there is no such file or folder"},
		{[]string{"goal", halfMarathon, "--template", "magic"}, 2, "there is no template"},
		{[]string{"goal", "run 10 km", "--by", "2027-05-02", "--when", "weekday mornings", "--when", "Saturdays", "--never", "Fridays"}, 0, "Mon, Tue, Wed, Thu 06:00–12:00"},
		{[]string{"goal", "run 10 km", "--by", "2026-01-02"}, 2, "is in the past"},
		{[]string{"goal", "run 10 km", "--by", "soon"}, 2, "is not a day"},
		{[]string{"goal", "run 10 km", "--when", "whenever"}, 2, "can't be read as a time of the week"},
		{[]string{"goal", "run 10 km", "--never", "by May"}, 2, "can't be read as a time of the week"},
		{[]string{"goal", "sort the archive by June", "--when", "Saturdays"}, 0, `  weft goal "sort the archive by June" --when "Saturdays" --answer "steps=the first step: 4 h, the next one: 2 h 30 min"`},
		{[]string{"goal", "sort the archive by June", "--step", "scores: 4 h", "--short"}, 0, "It fits."},
		{[]string{"goal", halfMarathon, "--and", "sort the archive by June"}, 2, "name its steps"},
		{[]string{"goal", halfMarathon + ", evenings unless it rains", "--short"}, 0, "not used  “evenings unless it rains”  --answer unread-1=…\n"},
		{[]string{"goal", halfMarathon + ", evenings unless it rains"}, 0, "It fits, apart from what is not used."},
		{[]string{"goal", halfMarathon + ", evenings unless it rains", "--answer", "unread-1=aside"}, 0, "It fits."},
		{[]string{"goal", halfMarathon + ", evenings unless it rains", "--answer", "unread-1=if it is dry"}, 2, "can't be read"},
		{[]string{"goal", "half marathon by 25 April, every other day", "--short"}, 0, "you said every second day, but this kind of plan does not use that"},
		{[]string{"goal", halfMarathon + ", evenings unless it rains", "-o", "json"}, 0, `"keeps_all": false`},
		{[]string{"goal", "sort the archive by June", "-o", "json"}, 0, `"Param": "steps"`},
		{[]string{"week", "soon", "--calendar", "x.ics"}, 2, "is not a day"},
	}
	for _, tt := range tests {
		r := h.weft("", inBerlin(tt.args...)...)
		if r.code != tt.code || !strings.Contains(r.out+r.errOut, tt.want) {
			t.Errorf("weft %s: code %d, want %d and %q:\n%s%s", strings.Join(tt.args, " "), r.code, tt.code, tt.want, r.out, r.errOut)
		}
	}
}
