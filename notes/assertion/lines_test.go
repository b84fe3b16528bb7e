package assertion_test

import "testing"

func TestABoxThatIsNotTickedIsNotDone(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"- [x] run (5) km\n- [-] run <8> km\n- [ ] run <9> km",
		"- [>] run <10> km\n- [?] run <12> km\n* [/] run <14> km\n1. [!] run <3> km",
		"- [X] run (5) km\n2) [✓] run (6) km",
		"[ ] run <5> km\n[x] run (6) km\n[1] Ran (7) km",
		"☐ run <5> km\n☑ run (6) km\n❌ run <7> km\n✅ run (8) km",
		"> [!todo]\n> - [ ] run <5> km\n> - [x] run (6) km",
		"## Plan\n- [x] run (5) km\n- [/] run <8> km",
	} {
		checkNumbers(t, marked)
	}
}

func TestCodeCommentsAndNothingAreNoDoings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"```\nRan 99 km\n```\nRan 5 km":               "```\nRan 99 km\n```",
		"~~~text\nRan 99 km\n~~~\nRan 5 km":           "~~~text\nRan 99 km\n~~~",
		"Ran 5 km\n```\nRan 99 km":                    "```\nRan 99 km",
		"Ran 5 km %% or 6 km %%":                      "%% or 6 km %%",
		"<!-- Ran 5 km\nSlept 8 h -->\nRan 6 km":      "<!-- Ran 5 km\nSlept 8 h -->",
		"Run: -\nSleep:: no\n- Swim: none\nBench: 80": "Run: -\nSleep:: no\n- Swim: none",
		"Stress: 0\nRun: no":                          "Run: no",
		"Lauf: nein\nRun: yes":                        "Lauf: nein",
		"Ran 0 km, slept 7 h":                         "0 km",
		"Up by 0.5 km, ran 10 km":                     "",
		"Growth was 80 %, not 90 %":                   "90 %",
	} {
		if got := unreal(text); got != want {
			t.Errorf("%q has %q marked, want %q", text, got, want)
		}
	}
}

func TestALineSaysWhatStandsBelowIt(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"Goals\n- bench <100> kg\n- run <20> km\n\nRan (5) km.",
		"**Goals**\n- run <20> km",
		"Plan\n\n- run <20> km\n\nRan (5) km",
		"Week plan\n- Mon run <10> km\n- Wed run <12> km",
		"Training plan week 8\nMon run <10> km\nWed run <12> km\n\nRan (5) km.",
		"Ziele\n- run <20> km",
		"Objetivos\n- run <20> km",
		"# Goals\n## Running\n- run <20> km\n# Log\nRan (5) km",
		"# Plan\nrun <10> km\n## Done\nrun (5) km",
		"- Plan:\n  - run <20> km\n- ran (5) km",
		"Race on Sunday: <21> km run",
		"On Sunday: ran (18) km",
		"Today's plan\n- ran (5) km",
		"Followed the plan\n- bench (80) kg",
		"Goals reached\n- ran (20) km",
		"Training log\n- run (10) km",
		"Had a plan.\n- ran (5) km",
		"Plan\nRan (5) km today.",
		"Groceries\n- milk (2) €",
		"Workout\n- bench (80) kg",
	} {
		checkNumbers(t, marked)
	}
}

func TestWhatStandsBelowANameIsNotTheWriters(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"Jonas:\n- ran <15> km\n- slept <9> h\n\nMe:\n- ran (5) km",
		"Tom\n- ran <15> km\n\nMe\n- ran (5) km",
		"Zbyszek:\n- ran <15> km\n\nMe:\n- ran (5) km",
		"- Zbyszek: ran <15> km\n- me: ran (5) km",
		"Squats:\n- (100) kg",
		"- Sleep: (7) h\n- Anna: <8> h\n- Me: tired",
		"## Training\nRan (3) km\n## Me\nRan (5) km",
		"## Tom\nRan <15> km\n## Me\nRan (5) km",
		"## Tom\n### Monday\nRan <15> km",
		"- Tom\n  - ran <15> km\n- me\n  - ran (5) km",
		"| Name | Run |\n|---|---|\n| Tom | ran <15> km |\n| Me | ran (5) km |",
		"Team results\n- Anna: ran <15> km\n1. Ben: ran <12> km\n- [x] Kim: ran <10> km\n- me: ran (5) km",
		"Anna writes:\n\nRan <14> km today!\n\nSlept (6) h.",
		"Copied from Anna's diary: Ran <14> km, slept <9> h.",
		"Tom's message: Ran <14> km",
		"Baby log: slept <3> h",
		"Lena ran. <14> km in the rain.",
		"Went to see Lena run. <10> km in the rain",
		"Tom's day. Ran <15> km\nSlept (7) h",
		"Tom is so fit. Ran <15> km again.",
		"Met Tom. Ran <15> km yesterday, he said.",
		"My sister was here. Slept <10> h last night, lucky her.",
		// The writer is among them, or does something for them.
		"## Anna\nCoffee with Anna, paid (8) €.\nCalled her, (30) min.",
		"## Dentist\nPaid (85) €.",
		"Gym with Tom\n- ran (5) km",
		"Lena's birthday\n- spent (40) €",
		"Mother's day: paid (30) €",
		"Tom was sick. Ran (5) km alone.",
		"Lena ran. Slept (8) h.",
		"Saw Lena run. I ran (5) km.",
		"Tom's day. We ran (15) km",
		"* me: ran (15) km",
	} {
		checkNumbers(t, marked)
	}
}
