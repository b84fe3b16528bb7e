package router_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// Each promise of the package comment, with what people write.
var promises = []struct {
	name string
	want commonv1.InputType
	say  []string
}{
	{"what ends as a statement is told, whatever it begins with", log, []string{
		"Wondered why the cellar smells. It's the drain.", "How the time flies.", "Who would have thought that the old kiln works!",
	}},
	{"a question needs no mark, capital or question word", query, []string{
		"has the landlord answered yet", "were my evenings calmer without the phone", "is tuesday usually my worst day",
		"ever benched more than 100", "wonder how often i snap at the kids", "do late dinners ruin my sleep",
	}},
	{"a request for what notes can tell asks", query, []string{
		"pull up everything from the lisbon trip", "need the date of my last tetanus shot", "I'd like to see only the good days",
		"sort my workouts by volume", "refresh my memory on the contract talk", "could use a reminder of what the coach said",
	}},
	{"who has forgotten what notes may hold asks", query, []string{
		"I forgot when I last had the boiler serviced", "can't recall who recommended the osteopath",
		"not sure if I already paid the council tax this month", "whether i took the pills on monday, can you check",
	}},
	{"a phrase that tells nothing of what it names asks", query, []string{
		"my dose of levothyroxine", "days in a row without alcohol", "what the dermatologist prescribed", "latest blood results",
		"the day the washing machine broke", "electricity this winter against last winter", "boiler model", "bench 1rm",
	}},
	{"what is asked without a mark is told from what is to be noted", query, []string{"is the dentist in my diary", "is the car insured", "remind me what the plumber charged"}},
	{"what is to be noted is told from what is asked without a mark", log, []string{"put the dentist in my diary", "book the dentist", "add milk to the list"}},
	{"a question inside a statement is part of it", log, []string{
		"he explained how the pump works, and which filter it needs", "we talked about where to live and who pays what",
		"Lena asked \"are you free on Sunday?\" and I said yes", "Told him when the train leaves and where to change",
		"The kids wanted to know when grandma comes", "What helped today was a walk.", "The doctor asked how often I get it and I had no answer",
		"On the phone with mum, \"when do you visit?\" was the first thing she said",
	}},
	{"a phrase that tells is a note", log, []string{
		"haircut", "leg day", "longest day of my life", "my best friend moved away", "hours of meetings, no lunch",
		"total waste of a day", "things to pack: charger, adapter", "first frost, brought the geraniums in", "last day at the old office",
		"no salt in the house since monday and I miss it more than wine",
	}},
	{"doubt or a tag at the end asks", query, []string{
		"we paid the plumber in cash right?", "I did pay the rent in march, didn't I", "i ran 20 times in june, is that right",
		"we went to Rome in 2019 or was it 2018",
	}},
	{"what announces a question is part of it", query, []string{
		"Hi Weft! Quick question: how many books did I read?", "just out of interest, how many coffees was that last week",
		"i forget, did the vet say twice a day or three times", "Squats. What's my max?",
	}},
	{"what refines a question is part of it", query, []string{
		"How many runs did I do in May? Only the ones over 10k.", "list all symptoms. I need it for the doctor.",
		"show my weight. By month.", "What was the name of that cafe? I think it was in May.",
	}},
	{"mistyped question words still ask", query, []string{"waht did i eat", "hwo many coffees today", "shwo me my runs"}},
	{"questions in other languages ask", query, []string{
		"wie oft war ich im oktober schwimmen", "combien j'ai dépensé en mars", "сколько я бегал в мае", "今週は何キロ走った？",
		"πότε πήγα στον γιατρό;", "¿cuándo fue la última vez?",
	}},
	{"notes in other languages are notes", log, []string{"heute 5 km gelaufen, knie ok", "hoy no fui al gimnasio", "сегодня устал"}},
	{"what others ask is told", log, []string{
		"Tom asked why the release is late", "doc asked: any fever? how long coughing?", "\"Are we poor?\" she said",
		"Mila: is the moon alive?", "He asked will you marry me? I said YES", "book club: why did Anna leave Vronsky? long debate",
		"boss wondered why the numbers were off", "Mila wanted to know: do fish sleep? We looked it up.",
	}},
	{"titles ask nothing", log, []string{"book: Why We Sleep, ch 2", "watched \"Who's afraid of Virginia Woolf\""}},
	{"a thing to do asks nothing of notes", log, []string{
		"ask the dentist whether the crown hurts", "find out when the pool opens", "compare prices before friday",
		"look up how to fix a tap", "find my passport", "call mum", "count the tins in the cellar", "check if the shop has size 43",
		"list the old desk on eBay", "give the cat her pills at 8",
	}},
	{"a question that wants no answer is told", log, []string{
		"who would have thought", "how lucky am i to have these kids, all of them", "can you believe they raised the rent",
		"why does it always rain on bank holidays", "was I glad to be home!", "where do the weekends go",
	}},
	{"who answers himself tells", log, []string{"Did I run? No. Did I eat cake? Yes.", "My mood? Fine. My legs? Dead."}},
	{"a mark of doubt at a value or a guess tells", log, []string{
		"slept maybe 6h?", "pain 4 (maybe 5?) after stairs", "Migraine coming on, weather change?",
	}},
	{"an indirect question inside a statement is told", log, []string{
		"learned how to make sourdough", "no idea why but slept like a stone", "realised how little I read",
	}},
	{"a value put in the place of another corrects", correction, []string{
		"no it was 3 eggs, not 2", "the rice was 150g dry, i had written 250", "I got the date wrong, we met on the 14th",
		"please change tuesday's mood to a 5", "that last one should be lbs", "Not Maria, Marina.",
	}},
	{"what only contrasts corrects nothing", log, []string{
		"fixed the bug, it was the timezone not the parser", "should have been 3 sets but stopped after 2",
		"not 1, not 2 but 5 parking tickets", "corrected the essays", "2 coffees not 5, proud of me",
	}},
}

func TestPromises(t *testing.T) {
	t.Parallel()
	infos := shipped(t)
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			for _, text := range p.say {
				if got := route(t, &pb.RouteRequest{Text: text, Domains: infos}); got.GetInputType() != p.want {
					t.Errorf("%q is %v (%s), want %v", text, got.GetInputType(), got.GetReasoning(), p.want)
				}
			}
		})
	}
}

func TestANoteAndAQuestionArePartedWhereTheyMeet(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, log, joint, query string }{
		{"two sentences", "Woke at 4 again.", " ", "Is this getting more frequent?"},
		{"two lines", "deadlift 3x5 120", "\n", "how much more is that than in march"},
		{"a comma", "rhr up to 61 today", ", ", "what was it last week"},
		{"an and", "invoice sent to Holm, 2400", " and ", "how much is still open in total"},
		{"no mark at all", "paid 240 to the electrician", " ", "how much have repairs cost us this year"},
		{"a fragment with a mark", "fasted 18 hrs", " ", "longest fast ever?"},
		{"a dash", "cried in the car again", " - ", "is it always after the monday meeting"},
		{"a request", "Bought the blue coat for 89.", " ", "Remind me how much I spent on clothes."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{Text: c.log + c.joint + c.query})
			if got.GetInputType() != both || got.GetLogPortion() != c.log || got.GetQueryPortion() != c.query {
				t.Errorf("got %v, %q and %q", got.GetInputType(), got.GetLogPortion(), got.GetQueryPortion())
			}
		})
	}
	for _, c := range []struct{ name, query, joint, log string }{
		{"the question first", "who fixed the washing machine last time", ", ", "its leaking again"},
		{"what is so now", "how much did i weigh in may", ", ", "today 78.2"},
		{"two sentences, the question first", "what did the vet say about the diet?", " ", "Bella vomited again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{Text: c.query + c.joint + c.log})
			if got.GetInputType() != both || got.GetLogPortion() != c.log || got.GetQueryPortion() != c.query {
				t.Errorf("got %v, %q and %q", got.GetInputType(), got.GetLogPortion(), got.GetQueryPortion())
			}
		})
	}
}

// A clause that tells more of what stands before it asks nothing, and is kept with it.
func TestWhatANoteGoesOnToTellIsKeptWithIt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Met Bob, who is moving to Rome in May", "Sold the car to Jonas, who will pay 3000 € by May", "Saw Dr. Haas, who said no sugar for two weeks",
		"Had lunch with Ann, who paid 30 €", "Lunch with Jo, whose wife is ill", "Talked to Tom, why he is leaving is still unclear",
		"Went to Rome, where it was 30 degrees", "Bought the tent, which is too small", "Coffee with Eva, whom I had not seen in years",
		"Dog ill. When he eats grass it is always worms", "Walk with Ann. How she laughed at the ducks", "Party at Jo's, who was there with his dog",
	} {
		if got := route(t, &pb.RouteRequest{Text: text}); got.GetInputType() != log || got.GetLogPortion() != text {
			t.Errorf("%q is %v (%s), of which %q is kept", text, got.GetInputType(), got.GetReasoning(), got.GetLogPortion())
		}
	}
	for note, asked := range map[string]string{
		"Bench 80x5": "when was my last heavy session", "Met Ruben at the market": "who was he married to", "Ran 5 km": "why do I get slower",
	} {
		if got := route(t, &pb.RouteRequest{Text: note + ", " + asked}); got.GetInputType() != both || got.GetLogPortion() != note {
			t.Errorf("%q, %q: %v (%s), of which %q is kept", note, asked, got.GetInputType(), got.GetReasoning(), got.GetLogPortion())
		}
	}
}

func TestOddInputsAreNotesKeptWhole(t *testing.T) {
	t.Parallel()
	infos := shipped(t)
	for name, text := range map[string]string{
		"empty":                 "",
		"blanks":                " \n\t ",
		"emojis":                "🍕🍺🎮",
		"marks":                 "... !!! --",
		"a bare question mark":  "?",
		"one letter":            "a",
		"an unclosed quote":     "\"so many",
		"invalid UTF-8":         "slept \xff\xfe 7h",
		"a zero byte":           "slept\x00 7h",
		"one word of 60 KiB":    strings.Repeat("a", 60<<10),
		"60 KiB without a mark": strings.Repeat("word ", 12<<10),
		"60 KiB of clauses":     strings.Repeat("not 5, ", 8<<10),
		"60 KiB of brackets":    strings.Repeat("( ", 30<<10),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{Text: text, Domains: infos})
			if got.GetInputType() != log || got.GetLogPortion() != strings.TrimSpace(text) || got.GetQueryPortion() != "" {
				t.Errorf("got %v (%s) with %d bytes to keep and %d to answer, of %d",
					got.GetInputType(), got.GetReasoning(), len(got.GetLogPortion()), len(got.GetQueryPortion()), len(text))
			}
		})
	}
}
