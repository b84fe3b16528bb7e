package notegraph

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestWhatIsOfOtherDaysIsToldByTheDaysThatAQuestionNames(t *testing.T) {
	t.Parallel()
	week := []*commonv1.ScopeRange{{Start: "2026-02-16", End: "2026-02-22", Label: "last week"}}
	cinema := []*commonv1.Subject{{Name: "cinema", Words: "cinema"}}
	note := func(date string, covers bool, terms ...string) *commonv1.EntryRef {
		return &commonv1.EntryRef{Id: date, Date: date, Covers: covers, Terms: terms}
	}
	for _, tt := range []struct {
		name string
		form *commonv1.QueryForm
		refs []*commonv1.EntryRef
		more int // notes that were found and are not there
		want bool
	}{
		{"a note of another day has every word", &commonv1.QueryForm{Subjects: cinema, Ranges: week}, []*commonv1.EntryRef{note("2026-02-17", false, "week"), note("2026-01-09", true, "cinema")}, 0, true},
		{"one of the days has it too", &commonv1.QueryForm{Subjects: cinema, Ranges: week}, []*commonv1.EntryRef{note("2026-02-17", false, "cinema"), note("2026-01-09", true, "cinema")}, 0, false},
		{"one of the days says it in other words, and stands first", &commonv1.QueryForm{Subjects: cinema, Ranges: week}, []*commonv1.EntryRef{note("2026-02-17", false), note("2026-01-09", false, "cinema")}, 0, false},
		{"the days are all that is asked about, and one has a note", &commonv1.QueryForm{Ranges: week}, []*commonv1.EntryRef{note("2026-02-12", false), note("2026-02-17", false)}, 0, false},
		{"the days are all that is asked about, and none has a note", &commonv1.QueryForm{Ranges: week}, []*commonv1.EntryRef{note("2026-02-12", false)}, 0, true},
		{"the days are all that is asked about, and not all notes are there", &commonv1.QueryForm{Ranges: week}, []*commonv1.EntryRef{note("2026-02-12", false)}, 1, false},
		{"no note has a word of it", &commonv1.QueryForm{Ranges: week, Uncovered: []string{"better"}}, []*commonv1.EntryRef{note("2026-02-12", false), note("2026-02-17", false)}, 40, false},
		{"a page without a day has a word of it", &commonv1.QueryForm{Subjects: cinema, Ranges: week}, []*commonv1.EntryRef{note("2026-01-09", true, "cinema"), note("", false, "cinema")}, 0, false},
		{"nothing is found", &commonv1.QueryForm{Ranges: week}, nil, 0, false},
		{"no day is named", &commonv1.QueryForm{}, []*commonv1.EntryRef{note("2026-01-09", true, "cinema")}, 0, false},
		{"the days of advice are those to come", &commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_ADVICE, Ranges: week}, []*commonv1.EntryRef{note("2026-01-09", true, "run")}, 0, false},
		{"only some weekdays are meant", &commonv1.QueryForm{Ranges: []*commonv1.ScopeRange{{Start: "2026-02-16", End: "2026-02-22", Weekdays: []commonv1.Weekday{commonv1.Weekday_WEEKDAY_SUNDAY}}}},
			[]*commonv1.EntryRef{note("2026-02-17", true, "cinema")}, 0, true},
	} {
		if got := otherDays(tt.form, tt.refs, int32(len(tt.refs)+tt.more)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
