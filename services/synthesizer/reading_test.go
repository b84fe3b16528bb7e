package synthesizer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// asks is a question on notes that no number answers.
func asks(query string, subjects []string, entries ...*commonv1.Entry) *pb.SynthesizeRequest {
	r := request(simple, query, subjects...)
	r.Scope.Ranges, r.Entries = nil, entries
	for i, e := range entries {
		id := "f" + string(rune('a'+i))
		r.Analysis.Facts = append(r.Analysis.Facts, &commonv1.Fact{Id: id, Kind: "mention", Subject: subjects[0], EntryIds: []string{e.GetId()}, SampleSize: 1})
		words, _, _ := strings.Cut(e.GetText(), ".")
		r.Analysis.Findings = append(r.Analysis.Findings, &commonv1.Finding{Claim: "On " + e.GetDate() + ": “" + words + "”", FactIds: []string{id}, Confidence: high})
	}
	return r
}

func counted(subject, text string, days float64, notes int32, ids ...string) *pb.SynthesizeRequest {
	r := request(simple, "How many times did I bench?", subject)
	r.Analysis.Facts = []*commonv1.Fact{{
		Id: "f1", Kind: "count", Subject: subject, Measure: "days", Value: days, Unit: "days", SampleSize: notes, EntryIds: ids,
		Range: &commonv1.DateRange{Start: "2026-02-02", End: "2026-02-08"}, Text: text,
	}}
	r.Analysis.Findings = []*commonv1.Finding{{Claim: text, FactIds: []string{"f1"}, Confidence: high}}
	return r
}

func TestAnAnswerIsWordedAsAPersonWould(t *testing.T) {
	t.Parallel()
	long := "Up early. Bench 1x1 @ 92.5kg, new PR! Went up without help. Tom from the gym filmed it, twice since the first take was dark. Then pancakes with Lena at the place by the canal, and a long walk home through the snow."
	for name, c := range map[string]struct {
		request  *pb.SynthesizeRequest
		contains []string
		lacks    []string
	}{
		"the note that answers is the answer, by the sentence that does": {
			asks("Who filmed my PR?", []string{"PR"}, entry("2026-01-23_18-00-00", "Idea: try for a PR on Friday."), entry("2026-01-30_18-00-00", long)),
			[]string{"You wrote on Fri, 2026-01-30: “", "Tom from the gym filmed it"}, []string{"pancakes", "This is what"},
		},
		"a question for the day of something is answered with a day": {
			asks("When is the exam?", []string{"exam"},
				entry("2026-01-12_18-00-00", "Booked the exam, March 14 at 9am."), entry("2026-02-09_18-00-00", "Exam nerves.")),
			[]string{"You wrote on Mon, 2026-01-12: “Booked the exam, March 14 at 9am”"}, nil,
		},
		"days are counted in a sentence, with every note that can be shown": {
			counted("bench press", "Bench press: on 2 days last week (2026-02-02 to 2026-02-08).", 2, 2, "2026-02-03_18-04-11", "2026-02-05_18-15-00"),
			[]string{"You noted bench press on 2 days last week", "- [2026-02-03] Bench 3x5", "- [2026-02-05] Bench 3x5"}, []string{"is noted", "a week"},
		},
		"an extreme is named as people do": {
			func() *pb.SynthesizeRequest {
				r := request(simple, "What is my longest run?", "run")
				r.Analysis.Facts = []*commonv1.Fact{{
					Id: "f1", Kind: "extreme", Subject: "run", Measure: "duration", Value: 27 + 41.0/60, Unit: "min", SampleSize: 3, EntryIds: []string{"2026-02-07_09-00-00"},
					Range: &commonv1.DateRange{Start: "2026-02-07", End: "2026-02-07"}, Text: "Highest run duration: 27.68 min on 2026-02-07.",
				}}
				r.Analysis.Findings = []*commonv1.Finding{{Claim: "Highest run duration: 27.68 min on 2026-02-07.", FactIds: []string{"f1"}, Confidence: high}}
				return r
			}(),
			[]string{"Your longest run was 27:41 min, on 2026-02-07."}, []string{"ighest"},
		},
		"a subject is called as the question calls it": {
			func() *pb.SynthesizeRequest {
				r := counted("cookie", "Cookie: on 2 days last week (2026-02-02 to 2026-02-08).", 2, 2, "2026-02-03_18-04-11")
				r.Scope.Query = "How often did biscuit sneeze?"
				r.DomainContext.Vocabulary = map[string]string{"biscuit": "cookie"}
				r.Entries = append(r.Entries, entry("2026-02-04_08-00-00", "Biscuit sneezed again."))
				return r
			}(),
			[]string{"You noted biscuit on 2 days"}, []string{"ookie"},
		},
		"what is still to come is said to be": {
			func() *pb.SynthesizeRequest {
				r := asks("What will I do next week?", []string{"run"}, entry("2026-02-07_09-00-00", "Ran 5k."))
				r.Scope.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-16", End: "2026-02-22", Label: "next week"}}
				return r
			}(),
			[]string{"Next week (2026-02-16 to 2026-02-22) is still to come"}, nil,
		},
		"a day that does not exist is said not to": {
			func() *pb.SynthesizeRequest {
				r := asks("What did I do on Feb 30?", []string{"run"}, entry("2026-02-07_09-00-00", "Ran 5k."))
				r.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: "Feb 30", Reason: "February has no such day"}}
				return r
			}(),
			[]string{"I can't tell which days “Feb 30” are: February has no such day."}, nil,
		},
		"and no other days are told in its place": {
			func() *pb.SynthesizeRequest {
				r := asks("What did I run on Feb 30?", []string{"run"}, entry("2026-02-07_09-00-00", "Ran 5k."))
				r.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: "Feb 30", Reason: "February has no such day"}}
				r.Analysis.Gaps = []*commonv1.Gap{{Id: "time:unresolved:feb-30", Type: commonv1.GapType_GAP_TYPE_TEMPORAL, Severity: critical, Description: "Which days “Feb 30” are is not known."}}
				return r
			}(),
			[]string{"ask again with a date"}, []string{"Ran 5k"},
		},
		"what notes on the subject leave out comes first, then what is closest": {
			func() *pb.SynthesizeRequest {
				r := asks("What colour is Marco's bike?", []string{"marco"}, entry("2026-02-07_09-00-00", "Rode with Marco."))
				r.Analysis.Findings = []*commonv1.Finding{{Claim: "On 2026-02-07: “Rode with Marco.”", EntryIds: []string{"2026-02-07_09-00-00"}, Confidence: high}}
				r.Analysis.Gaps = []*commonv1.Gap{{Id: "attribute:marco", Type: topical, Severity: critical, Description: "The notes on marco do not tell the colour."}}
				return r
			}(),
			[]string{"Your notes on Marco don't tell the colour.\n\nWhat comes closest:\n- [2026-02-07] Rode with Marco."}, []string{"missing", "You wrote"},
		},
		"a question in another language is told to be": {
			asks("wie habe ich geschlafen", []string{"schlaf"}, entry("2026-02-07_09-00-00", "Ran 5k.")),
			[]string{"English is the only language that I read questions in"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, _ := synthesize(t, c.request)
			for _, w := range c.contains {
				if !strings.Contains(a.GetText(), w) {
					t.Errorf("%q is missing in:\n%s", w, a.GetText())
				}
			}
			for _, w := range c.lacks {
				if strings.Contains(a.GetText(), w) {
					t.Errorf("%q stands in:\n%s", w, a.GetText())
				}
			}
			for _, cited := range a.GetCitations() {
				if cited.GetQuote() == "" {
					t.Errorf("%s is cited without words", cited.GetId())
				}
			}
		})
	}
}
