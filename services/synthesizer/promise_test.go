package synthesizer_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/synthesizer"
)

func TestTheTextOfTheQuestionDecidesNothing(t *testing.T) {
	t.Parallel()
	for name, req := range cases() {
		want, _ := synthesize(t.Context(), t, req)
		other := proto.CloneOf(req)
		other.Form.Text = "Should I have added up “garage”, and when, in all of 2019?"
		for _, s := range other.SubQueries {
			s.Form.Text = other.Form.Text
		}
		if got, _ := synthesize(t.Context(), t, other); !proto.Equal(want, got) {
			t.Errorf("%s: it was %q and is %q", name, want.GetText(), got.GetText())
		}
	}
}

func TestEverythingThatRulesSayHasEvidence(t *testing.T) {
	t.Parallel()
	for name, req := range cases() {
		a, _ := synthesize(t.Context(), t, req)
		for _, p := range problems(req, a) {
			t.Errorf("%s: %s (in %q)", name, p.Reason, p.Claim)
		}
	}
}

func TestEveryKindHasASentence(t *testing.T) {
	t.Parallel()
	say := func(g *commonv1.Gap, f *commonv1.Finding) string {
		tap := note("2025-10-01_10-00-00", "Tap in the kitchen drips.")
		req := asking(question("?", commonv1.Wanted_WANTED_LOOKUP), tap)
		if f != nil {
			f.Quotes = whole(quoted, tap).Quotes
			quoting(req, f)
		}
		if g != nil {
			missing(req, g)
		}
		a, _ := synthesize(t.Context(), t, req)
		return a.GetText()
	}
	seen := map[string]string{}
	for i := range commonv1.GapReason_name {
		reason := commonv1.GapReason(i)
		if i == 0 {
			continue
		}
		text := say(&commonv1.Gap{Reason: reason, Severity: critical, Words: []string{"garage"}}, nil)
		if seen[text] != "" || text == "" {
			t.Errorf("%v says the same as %s: %q", reason, seen[text], text)
		}
		seen[text] = reason.String()
	}
	for i, name := range commonv1.Aggregate_name {
		f := fact(commonv1.Aggregate(i), distance, 3, row(note("2026-05-02_08-10-00", "Ran 3 km."), distance, "run", 3, "km"))
		a, _ := synthesize(t.Context(), t, computed(asking(question("?", commonv1.Wanted_WANTED_AGGREGATE)), f))
		if i != 0 && (seen[a.GetText()] != "" || !strings.Contains(a.GetText(), "istance")) {
			t.Errorf("%s says the same as %s: %q", name, seen[a.GetText()], a.GetText())
		}
		seen[a.GetText()] = name
	}
	for i, name := range commonv1.UnreadReason_name {
		f := fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 0)
		f.Kind, f.Unread = commonv1.FactKind_FACT_KIND_VALUES, []*commonv1.UnreadNote{{Date: "2026-05-02", Reason: commonv1.UnreadReason(i)}}
		a, _ := synthesize(t.Context(), t, computed(asking(question("?", commonv1.Wanted_WANTED_AGGREGATE)), f))
		if seen[a.GetText()] != "" || !strings.Contains(a.GetText(), "Sat 2 May") {
			t.Errorf("%s says the same as %s: %q", name, seen[a.GetText()], a.GetText())
		}
		seen[a.GetText()] = name
	}
}

func TestAnObjectionTakesOutTheSentenceItIsAbout(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ claim, stays string }{
		"sum":        {"- Sat 9 May: 8.2 km [2026-05-09]", "10 km"},
		"advice":     {"> Thu 28 May: “Shin hardly hurts any more.” [2026-05-28]", "no running"},
		"comparison": {"Sleep duration, April 2026: 6 h 30 min on average, from 1 note:", "May 2026"},
		"lookup":     {"- Mon 2 Mar, House: “Serial number is 4711-B.” [2026-03-02]", "Boiler serviced"},
		"longest":    {"Run distance, May 2026: highest 12.4 km, on Wed 20 May [2026-05-20_07-00-00], out of 4 values.", "What I found in your notes"},
		"parts":      {"No note mentions “came”. You may have used other words.", "for this part"},
	} {
		req := cases()[name]
		before, _ := synthesize(t.Context(), t, req)
		req.Feedback = []*commonv1.EvaluationFeedback{{Issue: "wrong", AffectedClaim: c.claim}}
		after, _ := synthesize(t.Context(), t, req)
		claim := strings.Trim(c.claim, "> -")
		if !strings.Contains(before.GetText(), claim) || strings.Contains(after.GetText(), claim) || !strings.Contains(after.GetText(), c.stays) {
			t.Errorf("%s: it was\n%s\nand is\n%s", name, before.GetText(), after.GetText())
		}
		for _, cited := range after.GetCitations() {
			if !strings.Contains(after.GetText(), "["+cited.GetId()+"]") && !strings.Contains(after.GetText(), "["+cited.GetDate()+"]") {
				t.Errorf("%s: %s is cited, and not in\n%s", name, cited.GetId(), after.GetText())
			}
		}
	}
}

func TestAnObjectionToNoSentenceAsksForMore(t *testing.T) {
	t.Parallel()
	req := cases()["left-out"]
	req.Feedback = []*commonv1.EvaluationFeedback{{Issue: "something was left out"}}
	a, _ := synthesize(t.Context(), t, req)
	if !strings.Contains(a.GetText(), "kitchen drips") {
		t.Errorf("it says\n%s", a.GetText())
	}
}

func TestARestrictionIsNeverLeftOut(t *testing.T) {
	t.Parallel()
	var notes []*commonv1.EvidenceNote
	for _, day := range []string{"01", "02", "03", "04", "05"} {
		notes = append(notes, note("2026-05-"+day+"_10-00-00", "Doctor on day "+day+": no running."))
	}
	other := note("2026-05-09_10-00-00", "Ran a bit.")
	req := quoting(asking(question("?", commonv1.Wanted_WANTED_ADVICE), append(notes, other)...), whole(restriction, notes...), whole(quoted, other))
	a, _ := synthesize(t.Context(), t, req)
	for _, n := range notes {
		if !strings.Contains(a.GetText(), n.GetEntry().GetText()) {
			t.Errorf("%q is not in\n%s", n.GetEntry().GetText(), a.GetText())
		}
	}
}

func TestAConciseAnswerLeavesOutWhatWouldOnlyBeNice(t *testing.T) {
	t.Parallel()
	for style, want := range map[commonv1.ResponseStyle]bool{commonv1.ResponseStyle_RESPONSE_STYLE_CONCISE: false, detailed: true} {
		req := missing(cases()["lookup"], &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, Words: []string{"warranty"}},
			&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_UNCOVERED, Words: []string{"uphill"}})
		req.Style = style
		a, _ := synthesize(t.Context(), t, req)
		if strings.Contains(a.GetText(), "warranty") != want || !strings.Contains(a.GetText(), "uphill") {
			t.Errorf("%v says\n%s", style, a.GetText())
		}
	}
}

func TestAGapThatWasFilledIsNotTold(t *testing.T) {
	t.Parallel()
	req := cases()["gap-present-state"]
	req.Analysis.Gaps[0].Found = true
	a, _ := synthesize(t.Context(), t, req)
	if strings.Contains(a.GetText(), "Only you") {
		t.Errorf("it says\n%s", a.GetText())
	}
}

func TestNothingIsSaidTwice(t *testing.T) {
	t.Parallel()
	req := cases()["missing-word"]
	missing(req, &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Words: []string{"garage"}, Severity: critical},
		&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_TIME_UNKNOWN, Words: []string{"February 30"}},
		&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Words: []string{"garage"}})
	req.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: "February 30", Reason: "February has no day 30"}}
	req.Analysis.Findings = append(req.Analysis.Findings, req.Analysis.Findings...)
	a, _ := synthesize(t.Context(), t, req)
	for _, once := range []string{"garage", "February 30", "drips"} {
		if n := strings.Count(a.GetText(), "“"+once) + strings.Count(a.GetText(), once+".”"); n != 1 {
			t.Errorf("%q stands there %d times:\n%s", once, n, a.GetText())
		}
	}
}

func TestAQuestionThatIsAnsweredAsAWholeIsNotTakenApart(t *testing.T) {
	t.Parallel()
	req := cases()["parts"]
	for _, f := range req.Analysis.Findings {
		f.SubQueryId = 0
	}
	for _, g := range slices.Concat(req.GetOpenGaps(), req.GetAnalysis().GetGaps()) {
		g.SubQueryId = 0
	}
	a, _ := synthesize(t.Context(), t, req)
	if strings.Contains(a.GetText(), "**") || strings.Contains(a.GetText(), "for this part") {
		t.Errorf("it says\n%s", a.GetText())
	}
}

func TestAPartThatTheSameNoteAnswersSaysSo(t *testing.T) {
	t.Parallel()
	req := cases()["parts"]
	req.Analysis.Findings[1].Quotes = req.Analysis.Findings[0].Quotes
	a, _ := synthesize(t.Context(), t, req)
	if !strings.Contains(a.GetText(), "**What drips?**\n\nSee above.") {
		t.Errorf("it says\n%s", a.GetText())
	}
}

func TestAWordIsNotReplacedByOneThatLooksLikeIt(t *testing.T) {
	t.Parallel()
	a, _ := synthesize(t.Context(), t, cases()["missing-word"])
	if !strings.Contains(a.GetText(), "No note has the word “garage”, but one may say it in others.") || strings.Contains(a.GetText(), "garbage") {
		t.Errorf("it says\n%s", a.GetText())
	}
}

func TestAbsenceIsNotClaimedAfterASearchThatDidNotWork(t *testing.T) {
	t.Parallel()
	req := cases()["gap-no-notes"]
	req.Search = &commonv1.SearchOutcome{}
	a, _ := synthesize(t.Context(), t, req)
	if strings.Contains(a.GetText(), "No note mentions") || !strings.Contains(a.GetText(), "I couldn't search all your notes") {
		t.Errorf("it says\n%s", a.GetText())
	}
}

// hostile are texts that try to get out of a quotation.
var hostile = []string{
	"one “quoted” word",
	"# A heading\n\n---\n[x](http://example.org)\n```\nfence",
	"first\rsecond\r\nthird",
	"\u202egnol\u202c \u2067x",
	"<script>alert(1)</script>",
	"`code and \n> a quotation",
	strings.Repeat("word ", 5000),
	strings.Repeat("x", 5000),
	strings.Repeat("A sentence. ", 500),
	strings.Repeat("é", 3000),
	"  \n\t ",
}

var marks = regexp.MustCompile(`^(- |  > |> |\*\*|[A-Z0-9])`)

func TestAHostileNoteStaysWithinItsQuotation(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		n := note("2026-05-02_08-10-00", text, "Title\nwith a break", strings.Repeat("long ", 100))
		req := quoting(asking(question("?", commonv1.Wanted_WANTED_LOOKUP), n), whole(quoted, n))
		a, _ := synthesize(t.Context(), t, req)
		exact(t, req, a)
		for _, line := range regexp.MustCompile(`\r\n|\r|\n`).Split(a.GetText(), -1) {
			if line != "" && !marks.MatchString(line) {
				t.Errorf("the line %q of %.60q stands by itself", line, text)
			}
			if strings.HasPrefix(line, "- ") && (strings.ContainsAny(line, "`<") || strings.Count(line, "“") > 1) {
				t.Errorf("the line %q of %.60q has the note's marks", line, text)
			}
		}
		if len(a.GetText()) > 2000 {
			t.Errorf("%.60q makes %d bytes", text, len(a.GetText()))
		}
	}
}

// exact checks that what is cited stands in its note, and in the answer.
func exact(t tester, req *pb.SynthesizeRequest, a *pb.Answer) {
	t.Helper()
	shown := strings.NewReplacer("\n  > ", "\n", "\n> ", "\n").Replace(a.GetText())
	seen := map[string]bool{}
	for _, c := range a.GetCitations() {
		i := slices.IndexFunc(req.GetEvidence(), func(n *commonv1.EvidenceNote) bool { return n.GetEntry().GetId() == c.GetId() })
		if i < 0 || c.GetQuote() == "" || !strings.Contains(req.GetEvidence()[i].GetEntry().GetText(), c.GetQuote()) {
			t.Errorf("%s does not say %q", c.GetId(), c.GetQuote())
		}
		if !strings.Contains(shown, "["+c.GetId()+"]") && !strings.Contains(shown, "["+c.GetDate()+"]") {
			t.Errorf("%s is cited and does not stand in %q", c.GetId(), shown)
		}
		if key := c.GetId() + c.GetQuote(); seen[key] {
			t.Errorf("%s is cited twice", c.GetId())
		} else {
			seen[key] = true
		}
	}
}

func TestWhatTheUserSaidStandsAsHeSaidIt(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"my shin hurts and I'm tired", "first\nsecond “third”"} {
		req := cases()["said"]
		req.Clarifications[0].Answer = words
		a, _ := synthesize(t.Context(), t, req)
		if !strings.Contains(strings.ReplaceAll(a.GetText(), "\n  > ", "\n"), words) || !strings.Contains(a.GetText(), "I can keep that as a note.") {
			t.Errorf("it says\n%s", a.GetText())
		}
	}
}

func TestAWrongTimeZoneIsRefused(t *testing.T) {
	t.Parallel()
	s, err := synthesizer.New(synthesizer.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	req := cases()["lookup"]
	req.Context.TimeZone = "Europe/Atlantis"
	if err := s.Synthesize(req, &stream{ctx: t.Context()}); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("got %v", err)
	}
}
