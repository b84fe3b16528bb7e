package synthesizer_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

const short = "It felt heavy after a short night [2026-05-19_07-02-00]."

// A sentence of fact or advice cites what there is, or it is told once and left out.
func TestASentenceThatRestsOnNothingIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ says, told string }{
		"a label that does not exist":              {good + " You slept 2 h before Monday [n99].", "[n99]"},
		"the same without a number":                {good + " You were ill [n99].", "[n99]"},
		"the same behind the stop":                 {good + " You were ill. [n99]", "[n99]"},
		"a fact that does not exist":               {good + " You were ill [f7].", "[f7]"},
		"a fact without a label":                   {good + " She is too thin.", "She is too thin."},
		"a fact without a label before":            {"She is too thin. " + good, "She is too thin."},
		"advice":                                   {good + " She is too thin; double her meals.", "double her meals"},
		"short advice":                             {good + " Rest more.", "Rest more."},
		"advice that denies":                       {good + " Don't train on Monday.", "Don't train"},
		"advice in another language":               {good + " Trainiere am Montag nicht.", "Trainiere"},
		"an item of a list":                        {good + "\n- You were ill.", "You were ill."},
		"a heading":                                {"# Double her meals\n" + good, "Double her meals"},
		"a lead to nothing":                        {good + "\n\nYou should rest:", "You should rest:"},
		"a reference of its own":                   {good + " You were ill [7].", "You were ill."},
		"several of them":                          {good + " You were ill [1, 2].", "You were ill."},
		"a footnote":                               {good + " You were ill[^3].", "You were ill."},
		"a number of another note than it cites":   {good + " You lifted 80 kg [n2].", "80 kg"},
		"a number that was computed of another":    {good + " You slept 5 h [n4].", "5 h"},
		"an image":                                 {good + " ![You were ill](https://evil.example/a.png?q=5h)", "You were ill"},
		"a question's neighbour":                   {good + " Were you ill? You were ill.", "You were ill."},
		"a denial that is about no note":           {good + " You were never ill.", "never ill"},
		"what only sounds like the notes' silence": {good + " Your notes say that you were ill.", "you were ill"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, _, p := written(t, heavyWeek(), mind.Model, 32768, saying(t, c.says))
			got := strings.TrimSuffix(res.GetAnswer().GetText(), " Were you ill?")
			if got != short || !res.GetProvenance().GetDegraded() {
				t.Errorf("it says %q, by %v", res.GetAnswer().GetText(), res.GetProvenance())
			}
			if p.Calls() != 2 || !strings.Contains(p.Seen()[1].Turns[2].Text, c.told) {
				t.Errorf("after %d calls it was not told of %q", p.Calls(), c.told)
			}
		})
	}
}

func TestASentenceThatNeedsNoLabelStays(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]*mindv1.Writing{
		"a word that leads":                       {Answer: "Yes. " + good},
		"a lead":                                  {Answer: "Your week was this:\n- " + good},
		"what the notes don't tell":               {Answer: good + " Your notes don't tell what you ate."},
		"the same in German":                      {Answer: good + " In deinen Notizen steht nichts zum Essen."},
		"the same in Portuguese":                  {Answer: good + " As notas não dizem o que comeste."},
		"the same in Japanese":                    {Answer: good + " 食事のメモはありません。"},
		"what is missing":                         {Answer: good + " Nothing tells of stress.", Missing: "stress"},
		"a question":                              {Answer: good + " Were you ill?", Ask: "Were you ill?"},
		"one known label beside an unknown":       {Answer: "It felt heavy after a short night [n2, n2]."},
		"a label behind the stop":                 {Answer: "It felt heavy after a short night. [n2]"},
		"a label of a fact":                       {Answer: "You slept 5 h [f1]."},
		"a day in place of a label":               {Answer: "You squatted [2026-05-18]."},
		"the initial of a name":                   {Answer: "K. was sick, so it felt heavy [n2]."},
		"a shortened word":                        {Answer: "You slept approx. 5 h, e.g. because the kid was sick [n2]."},
		"what a note has in brackets is not ours": {Answer: "You lifted 80 kg [n1]."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, _, p := written(t, heavyWeek(), mind.Model, 32768, writing(t, w))
			want := strings.NewReplacer("[n2, n2]", "[2026-05-19_07-02-00]", "[n2]", "[2026-05-19_07-02-00]", "[f1]", "[2026-05-19_07-02-00]", "[n1]", "[2026-05-19_18-04-11]").Replace(w.GetAnswer())
			if got := res.GetAnswer().GetText(); got != want || p.Calls() != 1 || res.GetProvenance().GetDegraded() {
				t.Errorf("after %d calls it says %q, by %v", p.Calls(), got, res.GetProvenance())
			}
		})
	}
}

func TestAnUnknownLabelBesideAKnownOneIsTakenOut(t *testing.T) {
	t.Parallel()
	res, _, _ := written(t, heavyWeek(), mind.Model, 32768, saying(t, "It felt heavy after a short night [n2, n99]."))
	if got := res.GetAnswer().GetText(); got != short {
		t.Errorf("it says %q", got)
	}
}

func TestWhatThePersonHasJustSaidNeedsNoLabel(t *testing.T) {
	t.Parallel()
	req := heavyWeek()
	req.Clarifications = []*commonv1.Clarification{{GapId: "ill", Question: "Were you ill?", Answer: "yes, a cold"}}
	res, _, p := written(t, req, mind.Model, 32768, saying(t, good+" You had a cold."))
	if got := res.GetAnswer().GetText(); got != short+" You had a cold." || p.Calls() != 1 {
		t.Errorf("after %d calls it says %q", p.Calls(), got)
	}
}

// What code can put right costs no further call.
func TestLinksOfAModelAreTextUnlessTheCitedNoteHasThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string][2]string{
		"an image":                       {"You bought ![the bar](https://evil.example/a.png?q=secret) [n1].", "You bought the bar [2026-05-19]."},
		"a link":                         {"You bought [the bar](https://evil.example/) [n1].", "You bought the bar [2026-05-19]."},
		"a link with a title":            {"You bought [the bar](https://evil.example/ \"A bar. Buy it\") [n1].", "You bought the bar [2026-05-19]."},
		"a link over two lines":          {"You bought [the\nbar](https://evil.example/) [n1].", "You bought the\nbar [2026-05-19]."},
		"a link of another scheme":       {"You bought [the bar](javascript:alert(1)) [n1].", "You bought the bar [2026-05-19]."},
		"a label that leads elsewhere":   {"You bought the bar [n1](https://evil.example/).", "You bought the bar [2026-05-19]."},
		"a label that leads to the shop": {"You bought the bar [n1](https://shop.example/bar_(20kg)).", "You bought the bar [2026-05-19]."},
		"a bare address":                 {"You bought the bar at https://evil.example/x. [n1]", "You bought the bar at `https://evil.example/x`. [2026-05-19]"},
		"an address in brackets":         {"You bought the bar at <https://evil.example/> [n1].", "You bought the bar at `https://evil.example/` [2026-05-19]."},
		"an address of another note":     {"You bought the bar at https://other.example/x [n1].", "You bought the bar at `https://other.example/x` [2026-05-19]."},
		"the address of the cited note":  {"You bought the bar at https://shop.example/bar_(20kg) [n1].", "You bought the bar at https://shop.example/bar_(20kg) [2026-05-19]."},
		"a link to it":                   {"You bought [the bar](https://shop.example/bar_(20kg)) [n1].", "You bought [the bar](https://shop.example/bar_(20kg)) [2026-05-19]."},
		"a tag":                          {"You bought <img src=\"https://evil.example/a.png\">the bar [n1].", "You bought the bar [2026-05-19]."},
		"a tag of the note":              {"It was “<b>Heavy</b>” [n1].", "It was “<b>Heavy</b>” [2026-05-19]."},
		"a definition of a link":         {"You bought ![the bar][x] [n1].\n\n[x]: https://evil.example/a.png", "You bought ![the bar][x] [2026-05-19]."},
		"a reference of its own":         {"You bought the bar [3] [n1].", "You bought the bar [2026-05-19]."},
		"the same in other brackets":     {"You bought the bar【4:0†source】 [n1].", "You bought the bar [2026-05-19]."},
		"a number the note has so":       {"Step [7] was hard [n1].", "Step [7] was hard [2026-05-19]."},
		"an image of the note":           {"You bought the bar, ![[bar.png]] [n1].", "You bought the bar, ![[bar.png]] [2026-05-19]."},
		"what only looks like a tag":     {"You bought the bar for a < b [n1].", "You bought the bar for a < b [2026-05-19]."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := note("2026-05-19_18-04-11", "Bought the bar at https://shop.example/bar_(20kg), see [the list](list.md) and ![[bar.png]]. Step [7] was hard. <b>Heavy</b>")
			other := note("2026-05-18_18-04-11", "Read https://other.example/x.")
			req := asking(question("Where did I buy the bar?", commonv1.Wanted_WANTED_LOOKUP), shop, other)
			res, drafts, p := written(t, req, mind.Model, 32768, saying(t, c[0]))
			if got := res.GetAnswer().GetText(); got != c[1] || p.Calls() != 1 || res.GetProvenance().GetDegraded() {
				t.Errorf("after %d calls it says\n%q, want\n%q, by %v", p.Calls(), got, c[1], res.GetProvenance())
			}
			if draft := strings.Join(drafts, ""); strings.Contains(draft, "](") || strings.Contains(draft, "<img") {
				t.Errorf("the draft leads somewhere: %q", draft)
			}
		})
	}
}

func TestNoLinkOfAModelIsLeftWhateverItWrites(t *testing.T) {
	t.Parallel()
	pieces := []string{"![", "[", "]", "(", ")", "](", "https://evil.example/x", "www.evil.example", "<", ">", "<img src=", "\n", " ", "a", "x]:", "\\", "\"", "`", "[n1]", ".", "!"}
	rapid.Check(t, func(rt *rapid.T) {
		says := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 14).Draw(rt, "pieces"), "")
		req := asking(question("Where did I buy the bar?", commonv1.Wanted_WANTED_LOOKUP), note("2026-05-19_18-04-11", "Bought the bar."))
		res, _, _ := written(t, req, mind.ModelThenRules, 32768, saying(t, "You bought the bar [n1]. "+says))
		got := strings.ReplaceAll(strings.ReplaceAll(res.GetAnswer().GetText(), "`https://", ""), "`www.", "")
		for _, link := range []string{"](https://", "](www.", "<https://", "<img src=https"} {
			if strings.Contains(got, link) {
				rt.Fatalf("%q became %q", says, got)
			}
		}
	})
}

func TestACurrencyIsNotLost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ note, words, answer, want string }{
		{"Vet £84.20, food 12.", "£84.20", "The vet was {v1} [n1].", "The vet was £84.20 ["},
		{"Vet £84.20, food 12.", "84.20", "The vet was {v1} [n1].", "The vet was £84.20 ["},
		{"Vet £84.20, food 12.", "84.20", "The vet was £{v1} [n1].", "The vet was £84.20 ["},
		{"Vet 84.20, food 12.", "84.20", "The vet was £{v1} [n1].", "The vet was £84.20 ["},
		{"Vet 84.20, food 12.", "84.20", "The vet was {v1} € [n1].", "The vet was 84.20 € ["},
		{"Vet 84.20, food 12.", "84.20", "The vet was {v1} [n1].", "The vet was 84.2 ["},
		{"Vet 84.20 pounds.", "84.20 pounds", "The vet was £{v1} [n1].", "The vet was £84.20 ["},
		{"Vet 84.20 pounds.", "84.20 pounds", "The vet was £84.20 [n1].", "The vet was £84.20 ["},
		{"Vet £84.20.", "£84.20", "The vet was 84.20 pounds [n1].", "The vet was 84.20 pounds ["},
		{"She weighs 84 pounds.", "84 pounds", "She weighs {v1} [n1].", "She weighs 84 lb ["},
	} {
		req := asking(question("How much was it?", commonv1.Wanted_WANTED_AGGREGATE), note("2026-05-19_18-04-11", c.note))
		res, _, p := written(t, req, mind.Model, 32768, writing(t, &mindv1.Writing{
			Answer: c.answer, Values: []*mindv1.NamedValue{value("v1", "sum", held("n1", c.words, 84.2))},
		}))
		if got := res.GetAnswer().GetText(); !strings.HasPrefix(got, c.want) || p.Calls() != 1 {
			t.Errorf("%q of %q became %q after %d calls", c.answer, c.note, got, p.Calls())
		}
	}
}

func TestADayThatTheNotesOwnDayTellsStandsInIt(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"A vacina foi quinta passada, dia 14.": "It was on 14 May: “quinta passada, dia 14” [n1].",
		"Am Donnerstag geimpft.":               "It was on 14 May: “Am Donnerstag geimpft” [n1].",
		"La vacuna fue ayer.":                  "It was on 16 May: “La vacuna fue ayer” [n1].",
		"Vaccin jeudi, le 14.":                 "It was on Thursday, 14 May 2026 [n1].",
		"Vaccinated on the 14th.":              "It was on 14 May [n1].",
	} {
		req := asking(question("When was the vaccine?", commonv1.Wanted_WANTED_WHEN), note("2026-05-17_09-00-00", text))
		res, _, p := written(t, req, mind.Model, 32768, saying(t, says))
		if got := res.GetAnswer().GetText(); got != strings.Replace(says, "[n1]", "[2026-05-17]", 1) || p.Calls() != 1 {
			t.Errorf("of %q after %d calls: %q", text, p.Calls(), got)
		}
	}
}
