package synthesizer_test

import (
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

const (
	quoted      = commonv1.FindingKind_FINDING_KIND_QUOTED
	closest     = commonv1.FindingKind_FINDING_KIND_CLOSEST
	restriction = commonv1.FindingKind_FINDING_KIND_RESTRICTION
)

// cases are the situations whose answers lie under testdata/answers.
func cases() map[string]*pb.SynthesizeRequest {
	all := map[string]*pb.SynthesizeRequest{}
	for _, some := range []map[string]*pb.SynthesizeRequest{computing(), comparing(), quotations(), gaps()} {
		for name, req := range some {
			if all[name] != nil {
				panic("two cases are called " + name)
			}
			all[name] = req
		}
	}
	return all
}

// computing are answers by facts.
func computing() map[string]*pb.SynthesizeRequest {
	notes, rows := runs()
	ask := func(text string, aggregate commonv1.Aggregate) *pb.SynthesizeRequest {
		return asking(&commonv1.QueryForm{
			Text: text, Wanted: commonv1.Wanted_WANTED_AGGREGATE, Measure: distance, Aggregate: aggregate, Ranges: []*commonv1.ScopeRange{may},
		}, notes...)
	}
	inMay := func(f *commonv1.Fact) *commonv1.Fact { f.Range = may; return f }

	many := ask("How far did I run in May?", commonv1.Aggregate_AGGREGATE_SUM)
	sum := inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 142.30000000001, rows[0], rows[2]))
	sum.SampleSize, sum.EntryIds = 16, make([]string, 16)

	unsafe := inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 0, rows...))
	unsafe.Kind = commonv1.FactKind_FACT_KIND_VALUES
	unsafe.Unread = []*commonv1.UnreadNote{unread(notes[2], "9 or so", commonv1.UnreadReason_UNREAD_REASON_NUMBER)}

	counting := inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 33.6, rows...))
	counting.Unread = []*commonv1.UnreadNote{
		unread(notes[2], "9 or so", commonv1.UnreadReason_UNREAD_REASON_COMPARED),
		{EntryId: "2026-05-21_10-00-00", Date: "2026-05-21", Reason: commonv1.UnreadReason_UNREAD_REASON_UNSTATED},
		{EntryId: "2026-05-22_10-00-00", Date: "2026-05-22", Reason: commonv1.UnreadReason_UNREAD_REASON_UNSTATED},
	}

	several := inMay(fact(commonv1.Aggregate_AGGREGATE_MAX, distance, 0, rows...))
	several.Kind = commonv1.FactKind_FACT_KIND_VALUES
	several.Unread = []*commonv1.UnreadNote{
		unread(notes[2], "9 or so", commonv1.UnreadReason_UNREAD_REASON_NUMBER),
		unread(notes[1], "with Ana", commonv1.UnreadReason_UNREAD_REASON_OWNER),
		{EntryId: "2026-05-21_10-00-00", Date: "2026-05-21", Reason: commonv1.UnreadReason_UNREAD_REASON_CORRECTION},
		{EntryId: "2026-05-22_10-00-00", Date: "2026-05-22"}, {EntryId: "2026-05-23_10-00-00", Date: "2026-05-23"},
	}

	when := ask("When was my longest run in May?", commonv1.Aggregate_AGGREGATE_MAX)
	when.Form.Wanted = commonv1.Wanted_WANTED_WHEN
	longest := func() *commonv1.Fact {
		f := inMay(fact(commonv1.Aggregate_AGGREGATE_MAX, distance, 12.4, rows[2]))
		f.SampleSize = 4
		return f
	}

	weekly := ask("How far did I run each week of May?", commonv1.Aggregate_AGGREGATE_SUM)
	weekly.Form.GroupBy = commonv1.GroupBy_GROUP_BY_WEEK
	first := inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 10, rows[0]))
	second := inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 8.2, rows[1]))
	fourth := inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 15.4, rows[2], rows[3]))
	first.Group, second.Group, fourth.Group = "2026-04-27", "2026-05-04", "2026-05-18"

	sets := note("2026-05-11_18-00-00", "Bench 80 kg 3x5, then 70.")
	bench := fact(commonv1.Aggregate_AGGREGATE_UNSPECIFIED, load, 0,
		row(sets, load, "bench press", 80, "kg"), row(sets, load, "bench press", 80, "kg"), row(sets, load, "bench press", 80, "kg"), row(sets, load, "bench press", 70, "kg"))
	bench.Kind, bench.Subject = commonv1.FactKind_FACT_KIND_VALUES, "bench press"
	latest := fact(commonv1.Aggregate_AGGREGATE_LATEST, load, 80, row(sets, load, "bench press", 80, "kg"))
	latest.Subject = "bench press"

	spent := &commonv1.Measure{Domain: "money", Name: "spent", Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT}
	shop, market := note("2025-12-30_12-00-00", "Groceries €61.20, bread too."), note("2026-01-03_12-00-00", "Market, groceries for 12 €.")
	groceries := fact(commonv1.Aggregate_AGGREGATE_SUM, spent, 73.2, row(shop, spent, "groceries", 61.2, "EUR"), row(market, spent, "groceries", 12, "EUR"))
	groceries.Unit, groceries.Subject = "EUR", "groceries"

	slope := fact(commonv1.Aggregate_AGGREGATE_UNSPECIFIED, load, 0.4, row(sets, load, "bench press", 70, "kg"), row(note("2026-05-30_18-00-00", "Bench 82.5 kg"), load, "bench press", 82.5, "kg"))
	slope.Kind, slope.Subject, slope.SampleSize, slope.EntryIds = commonv1.FactKind_FACT_KIND_TREND, "bench press", 12, make([]string, 12)

	swam := note("2026-05-03_09-00-00", "Swam in the lake, cold.")
	swim := fact(commonv1.Aggregate_AGGREGATE_LATEST, nil, 0, row(swam, &commonv1.Measure{Domain: "swimming"}, "swim", 0, ""))
	swim.Subject, swim.SampleSize = "swim", 4

	top := inMay(fact(commonv1.Aggregate_AGGREGATE_MAX, distance, 0, rows[2], rows[0]))
	top.Kind, top.SampleSize = commonv1.FactKind_FACT_KIND_VALUES, 4

	counted := inMay(fact(commonv1.Aggregate_AGGREGATE_COUNT_DAYS, nil, 3, rows...))
	counted.Subject = "run"

	mentions := func(n int) *commonv1.Fact {
		f := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_NOTES, Subject: "coffee", Value: float64(n), Range: may, SampleSize: int32(n)}
		for i := range n {
			f.EntryIds = append(f.EntryIds, fmt.Sprintf("2026-05-%02d_10-00-00", i+1))
		}
		return f
	}
	weeklyMentions := mentions(5)
	weeklyMentions.Aggregate, weeklyMentions.Value = commonv1.Aggregate_AGGREGATE_RATE, 1.2
	often := fact(commonv1.Aggregate_AGGREGATE_RATE, nil, 2.4, rows...)
	often.Subject = "run"
	dated := fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 33.6, rows...)
	dated.Range = &commonv1.ScopeRange{Start: "2026-05-02", End: "2026-05-23", Label: "May 2 to May 23"}
	long := ask("How far did I run in May on long runs over 6 km?", commonv1.Aggregate_AGGREGATE_SUM)
	long.Form.Conditions = []*commonv1.Condition{
		{Subject: &commonv1.Subject{Name: "long run"}},
		{Measure: distance, Operator: commonv1.Operator_OPERATOR_MORE, Value: 6, Unit: "km"},
	}
	one := func(text string, f *commonv1.Fact, notes ...*commonv1.EvidenceNote) *pb.SynthesizeRequest {
		return computed(asking(question(text, commonv1.Wanted_WANTED_AGGREGATE), notes...), f)
	}
	return map[string]*pb.SynthesizeRequest{
		"sum":         computed(ask("How far did I run in May?", commonv1.Aggregate_AGGREGATE_SUM), inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 33.6, rows...))),
		"sum-of-many": computed(many, sum),
		"rate":        one("How often do I run?", often, notes...),
		"dated":       one("How far did I run from May 2 to May 23?", dated, notes...),
		"condition":   computed(long, inMay(fact(commonv1.Aggregate_AGGREGATE_SUM, distance, 33.6, rows...))),
		"unsafe":      computed(ask("How far did I run in May?", commonv1.Aggregate_AGGREGATE_SUM), unsafe),
		"not-counted": computed(ask("How far did I run in May?", commonv1.Aggregate_AGGREGATE_SUM), counting),
		"unsafe-max":  computed(ask("What was my longest run in May?", commonv1.Aggregate_AGGREGATE_MAX), several),
		"longest":     computed(ask("What was my longest run in May?", commonv1.Aggregate_AGGREGATE_MAX), longest()),
		"when":        computed(when, longest()),
		"groups":      computed(weekly, first, second, fourth),
		"values":      one("What did I bench?", bench, sets),
		"latest":      one("What do I bench now?", latest, sets),
		"money":       one("What did groceries cost?", groceries, shop, market),
		"trend":       one("Is my bench going up?", slope, sets),
		"latest-note": one("When did I last swim?", swim, swam),
		"top":         computed(ask("What were my two longest runs in May?", commonv1.Aggregate_AGGREGATE_MAX), top),
		"days":        computed(ask("On how many days did I run in May?", commonv1.Aggregate_AGGREGATE_COUNT_DAYS), counted),
		"mentioned":   telling(ask("How often did I drink coffee in May?", commonv1.Aggregate_AGGREGATE_COUNT_NOTES), commonv1.FindingKind_FINDING_KIND_MENTIONED, mentions(12)),
		"mentioned-few": telling(ask("How often did I drink coffee in May?", commonv1.Aggregate_AGGREGATE_COUNT_NOTES),
			commonv1.FindingKind_FINDING_KIND_MENTIONED, mentions(2)),
		"mentioned-a-week": telling(ask("How often a week did I drink coffee in May?", commonv1.Aggregate_AGGREGATE_RATE),
			commonv1.FindingKind_FINDING_KIND_MENTIONED, weeklyMentions),
	}
}

// comparing are comparisons and what goes together.
func comparing() map[string]*pb.SynthesizeRequest {
	a, b := note("2026-04-10_07-00-00", "Slept 6.5 h, noisy."), note("2026-05-10_07-00-00", "Slept 7.5 h. Coffee at noon.")
	c := note("2026-05-11_07-00-00", "Slept 7 h.")
	inApr := fact(commonv1.Aggregate_AGGREGATE_MEAN, sleep, 6.5, row(a, sleep, "sleep", 6.5, "h"))
	inApr.Range = apr
	inMay := fact(commonv1.Aggregate_AGGREGATE_MEAN, sleep, 7.25, row(b, sleep, "sleep", 7.5, "h"), row(c, sleep, "sleep", 7, "h"))
	inMay.Range = may
	change := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_CHANGE, Aggregate: commonv1.Aggregate_AGGREGATE_MEAN, Measure: sleep, Value: 7.25, Baseline: baseline(6.5), Unit: "h",
		Range: may, BaselineRange: apr, SampleSize: 2, BaselineSize: 1,
	}
	quality := &commonv1.Measure{Domain: "sleep", Name: "quality", Kind: commonv1.MeasureKind_MEASURE_KIND_RATING}
	coffee := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_CO_OCCURRENCE, Aggregate: commonv1.Aggregate_AGGREGATE_MEAN, Subject: "coffee", Measure: quality, Value: 4.125, Baseline: baseline(6.2), SampleSize: 8, BaselineSize: 21,
	}
	why := asking(question("Why do I sleep badly?", commonv1.Wanted_WANTED_WHY), a, b)
	quoting(why, &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_REASON, Quotes: []*commonv1.Quote{quote(a, "noisy")}})
	subjects := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_CHANGE, Aggregate: commonv1.Aggregate_AGGREGATE_MAX, Measure: load, Value: 80, Baseline: baseline(80), Unit: "kg",
		Subject: "bench press", BaselineSubject: "squat", SampleSize: 2, BaselineSize: 1,
	}
	return map[string]*pb.SynthesizeRequest{
		"comparison": computed(asking(question("Did I sleep longer in May than in April?", commonv1.Wanted_WANTED_COMPARE), a, b, c), inMay, inApr, change),
		"equal":      computed(asking(question("Do I bench more than I squat?", commonv1.Wanted_WANTED_COMPARE)), subjects),
		"why":        telling(why, commonv1.FindingKind_FINDING_KIND_CORRELATION, coffee),
		"beside":     besideNight(),
	}
}

// besideNight is a "why" beside whose answer stands what else was noted: many things on one
// day, and what a note may try.
func besideNight() *pb.SynthesizeRequest {
	night, dinner := note("2026-05-02_09-00-00", "Slept badly, the street was noisy."), note("2026-05-01_20-00-00", "Dinner: soup, bread, cheese, olives, wine, cake, tea, [x](http://evil.example).")
	r := quoting(asking(question("Why did I sleep badly on 2 May?", commonv1.Wanted_WANTED_WHY), night, dinner),
		&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_REASON, Quotes: []*commonv1.Quote{quote(night, "noisy")}})
	meals := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_VALUES, Subject: "meals", Measure: &commonv1.Measure{Domain: "nutrition"}, SampleSize: 12}
	for _, food := range []string{"soup", "bread", "cheese\n\n# Cause", "olives", "wine", "cake", "tea"} {
		o := row(dinner, &commonv1.Measure{Domain: "nutrition", Name: "food"}, food, 0, "")
		o.Text = food
		meals.Observations = append(meals.Observations, o)
	}
	return telling(r, commonv1.FindingKind_FINDING_KIND_ALSO_NOTED, meals)
}

// quotations are answers by quotes.
func quotations() map[string]*pb.SynthesizeRequest {
	boiler := note("2026-03-02_10-00-00", "Boiler serviced. Serial number is 4711-B. Next service in March.", "House")
	manual := note("note_0123456789ab_01234567", "Boiler: Vaillant ecoTEC\nManual in the blue folder.", "House", "Heating")
	plumber := note("2025-11-20_10-00-00", "Called Weber about the boiler, he comes Friday.")
	tap := note("2025-10-01_10-00-00", "Tap in the kitchen drips.")
	lookup := func(notes ...*commonv1.EvidenceNote) *pb.SynthesizeRequest {
		return asking(question("What is the boiler's serial number?", commonv1.Wanted_WANTED_LOOKUP), notes...)
	}
	found := &commonv1.Finding{Kind: quoted, Quotes: []*commonv1.Quote{quote(boiler, "Serial number is 4711-B.")}}

	lacking := missing(quoting(lookup(manual, plumber), whole(closest, manual, plumber)),
		&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NOT_STATED, Words: []string{"serial number"}})

	garage := missing(quoting(asking(question("What is in the garage?", commonv1.Wanted_WANTED_LOOKUP), tap), whole(closest, tap)),
		&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NOT_STATED, Words: []string{"garage"}})
	garage = missing(garage, &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Words: []string{"garage"}})

	notes, _ := runs()
	list := quoting(asking(question("Show me what I did last week", commonv1.Wanted_WANTED_LIST), notes...), whole(quoted, notes[3], notes[4]))
	list.Form.Ranges = []*commonv1.ScopeRange{week}

	elsewhere := quoting(asking(question("Did the tap drip last week?", commonv1.Wanted_WANTED_EXISTS), tap), whole(quoted, tap))
	elsewhere.Form.Ranges, elsewhere.Search.OtherDays = []*commonv1.ScopeRange{week}, true

	doctor := note("2026-05-20_10-00-00", "Doctor says no running for six weeks because of the shin.")
	shin := note("2026-05-28_10-00-00", "Shin hardly hurts any more.")
	advice := missing(quoting(asking(question("Should I run today?", commonv1.Wanted_WANTED_ADVICE), doctor, shin), whole(restriction, doctor), whole(quoted, shin, doctor)),
		&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_ADVICE})

	more := lookup(boiler, manual, plumber, tap)
	quoting(more, whole(quoted, boiler, manual, plumber, tap))
	long := lookup(boiler, manual, plumber, tap)
	long.Style = detailed
	quoting(long, whole(quoted, boiler, manual, plumber, tap))
	missing(long, &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, Words: []string{"warranty"}})

	said := quoting(asking(question("Am I hungry?", commonv1.Wanted_WANTED_NOW), tap),
		&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_SAID, GapId: "now"}, whole(quoted, tap))
	said.Clarifications = []*commonv1.Clarification{{GapId: "now", Question: "How hungry are you?", Answer: "very, I skipped my lunch"}, {GapId: "other", Declined: true}}

	parts := asking(question("What is the boiler's serial number, and what drips?", commonv1.Wanted_WANTED_LOOKUP), boiler, tap)
	parts.SubQueries = []*commonv1.SubQuery{
		{Id: 1, Question: "What is the boiler's serial number?", Form: question("What is the boiler's serial number?", commonv1.Wanted_WANTED_LOOKUP)},
		{Id: 2, Question: "What drips?", Form: question("What drips?", commonv1.Wanted_WANTED_LOOKUP)},
		{Id: 3, Question: "Who came?", Form: question("Who came?", commonv1.Wanted_WANTED_LOOKUP)},
	}
	quoting(parts, &commonv1.Finding{Kind: quoted, Quotes: found.Quotes, SubQueryId: 1},
		&commonv1.Finding{Kind: quoted, Quotes: append(whole(quoted, tap).Quotes, found.Quotes...), SubQueryId: 2})
	missing(parts, &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Words: []string{"came"}, SubQueryId: 3})

	foreign := quoting(asking(question("Wo ist der Schlüssel?", commonv1.Wanted_WANTED_LOOKUP), manual), whole(closest, manual))
	foreign.Form.Foreign = true

	stated := asking(question("Why is it cold?", commonv1.Wanted_WANTED_WHY), boiler)
	quoting(stated, &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_STATEMENT, Claim: "the boiler was serviced in March", EntryIds: []string{boiler.GetEntry().GetId()}})

	chores := note("2026-05-04_08-00-00", "- [ ] paint the fence 📅 2026-05-09\n- [ ] call Ana")
	tasks := func(state commonv1.TaskState, days ...*commonv1.ScopeRange) *pb.SynthesizeRequest {
		return asking(&commonv1.QueryForm{Text: "?", Wanted: commonv1.Wanted_WANTED_TASKS, Tasks: state, Ranges: days}, chores)
	}
	some := missing(quoting(tasks(commonv1.TaskState_TASK_STATE_OPEN), &commonv1.Finding{Kind: quoted, Quotes: []*commonv1.Quote{
		quote(chores, "- [ ] paint the fence 📅 2026-05-09"), quote(chores, "- [ ] call Ana"),
	}}), &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CUT, Seen: 2, Total: 21})
	none := missing(tasks(commonv1.TaskState_TASK_STATE_DUE, may), &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Ranges: []*commonv1.ScopeRange{may}, Severity: critical})

	ordered := func(by commonv1.Aggregate) *pb.SynthesizeRequest {
		r := asking(&commonv1.QueryForm{Text: "?", Wanted: commonv1.Wanted_WANTED_LIST, Aggregate: by, Subjects: []*commonv1.Subject{{Name: "tap", Words: "tap"}}}, tap, plumber)
		return missing(quoting(r, whole(quoted, plumber, tap)), &commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CUT, Seen: 2, Total: 7})
	}
	newest := quoting(asking(&commonv1.QueryForm{Text: "?", Wanted: commonv1.Wanted_WANTED_LIST, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST, Limit: 1}, tap), whole(quoted, tap))

	return map[string]*pb.SynthesizeRequest{
		"tasks": some, "no-tasks": none, "latest-notes": ordered(commonv1.Aggregate_AGGREGATE_LATEST), "next-notes": ordered(commonv1.Aggregate_AGGREGATE_NEXT), "last-note": newest,
		"lookup": quoting(lookup(boiler, manual), found), "closest": lacking, "missing-word": garage, "list": list, "other-days": elsewhere,
		"advice": advice, "left-out": more, "detailed": long, "said": said, "parts": parts, "foreign": foreign, "statement": stated,
		"undated": quoting(lookup(manual), whole(quoted, manual)),
	}
}

// gaps are answers by what is missing.
func gaps() map[string]*pb.SynthesizeRequest {
	tap := note("2025-10-01_10-00-00", "Tap in the kitchen drips.")
	say := func(g *commonv1.Gap, notes ...*commonv1.EvidenceNote) *pb.SynthesizeRequest {
		r := missing(asking(question("?", commonv1.Wanted_WANTED_LOOKUP), notes...), g)
		if len(notes) > 0 {
			quoting(r, whole(quoted, notes...))
		}
		return r
	}
	outage, partly := say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_OUTAGE, Role: "retriever", Severity: critical}), asking(question("?", commonv1.Wanted_WANTED_LOOKUP), tap)
	outage.Search, partly.Search = &commonv1.SearchOutcome{}, &commonv1.SearchOutcome{}
	quoting(partly, whole(quoted, tap))
	unresolved := say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_TIME_UNKNOWN, Words: []string{"February 30"}, Severity: critical})
	unresolved.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: "February 30", Reason: "February has no day 30"}}
	return map[string]*pb.SynthesizeRequest{
		"gap-no-notes":      say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Words: []string{"garage", "shed"}, Severity: critical}),
		"gap-no-days":       say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Ranges: []*commonv1.ScopeRange{week}, Severity: critical}),
		"gap-no-days-since": say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Ranges: []*commonv1.ScopeRange{{Start: "2026-05-02"}}, Severity: critical}),
		"gap-no-rating":     say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_VALUE, Measure: &commonv1.Measure{Domain: "general", Name: "rating"}, Words: []string{"stress"}}, tap),
		"gap-no-value":      say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NO_VALUE, Measure: distance, Ranges: []*commonv1.ScopeRange{may}}, tap),
		"gap-uncovered":     say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_UNCOVERED, Words: []string{"uphill"}}, tap),
		"gap-cut":           say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CUT, Seen: 500, Total: 12074}, tap),
		"gap-present-state": say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_PRESENT_STATE, Words: []string{"hungry"}, Severity: critical}, tap),
		"gap-ambiguous":     say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_AMBIGUOUS, Readings: []string{"the tap", "the boiler"}, Severity: critical}),
		"gap-unclear":       say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_AMBIGUOUS, Words: []string{"it"}, Severity: critical}),
		"gap-domain":        say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN, Words: []string{"protein"}, Domain: "nutrition", Severity: critical}),
		"gap-not-stated":    say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_NOT_STATED, Words: []string{"serial number"}, Severity: critical}),
		"gap-circumstances": say(&commonv1.Gap{Reason: commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, Description: "how you slept before it", Severity: critical}, tap),
		"gap-time":          unresolved, "gap-outage": outage, "gap-outage-partly": partly,
		"nothing":      asking(question("?", commonv1.Wanted_WANTED_LOOKUP)),
		"not-analyzed": asking(question("?", commonv1.Wanted_WANTED_LOOKUP), tap),
	}
}
