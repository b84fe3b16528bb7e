package roadmapfile

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/outline"
)

func TestEachEditIsFoundAndTold(t *testing.T) {
	t.Parallel()
	const long = "- [ ] Long run (1 h 30 min) <!-- n:w03-long by=template after=w03-easy --> 📅 2027-01-17\n"
	for name, c := range map[string]struct {
		from, to string
		kind     Kind
		want     string
	}{
		"a task is ticked":          {"- [ ] Long", "- [x] Long", TaskDone, "Long run of Week 3 done"},
		"with its day":              {long, strings.Replace(strings.TrimSuffix(long, "\n"), "[ ]", "[x]", 1) + " ✅ 2027-01-17\n", TaskDone, "Long run of Week 3 done on Sun 17 Jan 2027"},
		"the day is taken away":     {" ✅ 2027-01-12", "", TaskDone, "Easy run of Week 3 done"},
		"a task is opened again":    {"- [x] Easy", "- [ ] Easy", TaskReopened, "Easy run of Week 3 is open again"},
		"a task is dropped":         {"- [ ] Long", "- [-] Long", TaskDropped, "Long run of Week 3 dropped"},
		"a task is renamed":         {"Long run", "Long jog", Retitled, "Long run of Week 3 is now called “Long jog”"},
		"an estimate":               {"(1 h 30 min)", "(2 h)", Estimated, "Long run of Week 3 takes 2 h instead of 1 h 30 min"},
		"a deadline of a task":      {"--> 📅 2027-01-17\n  >", "--> 📅 2027-01-16\n  >", DeadlineMoved, "Long run of Week 3 has to be done by Sat 16 Jan 2027 (was Sun 17 Jan 2027)"},
		"a due day":                 {"⏳ 2027-01-23", "⏳\ufe0f 2027-01-24", DueMoved, "Buy shoes should be done by Sun 24 Jan 2027 (was Sat 23 Jan 2027)"},
		"a first day":               {"🛫 2027-01-11", "🛫 2027-01-12", StartMoved, "Week 3 of Base may begin on Tue 12 Jan 2027 (was Mon 11 Jan 2027)"},
		"the deadline":              {"deadline: 2027-10-17", "deadline: 2027-10-24", DeadlineMoved, "Half marathon has to be done by Sun 24 Oct 2027 (was Sun 17 Oct 2027)"},
		"the state":                 {"state: active", "state: paused", StateAsked, "state requested: paused (was active)"},
		"a block is moved":          {"Sun 2027-01-17 09:00–10:30", "Sat 2027-01-16 8:00-9:30", BlockMoved, "Long run of Week 3 moved from Sun 17 Jan 09:00 to Sat 16 Jan 08:00"},
		"a block is made shorter":   {"09:00–10:30", "09:00–10:00", BlockMoved, "Long run of Week 3 on Sun 17 Jan 09:00 takes 1 h instead of 1 h 30 min"},
		"a block is ticked":         {"- [ ] Sun", "- [x] Sun", BlockDone, "Long run of Week 3 done: block of Sun 17 Jan 2027 09:00–10:30"},
		"a block is unlocked":       {" 🔒", "", BlockUnlocked, "Long run of Week 3 unlocked: block of Sun 17 Jan 2027 09:00–10:30"},
		"a block is locked":         {"10:00–11:00 ", "10:00–11:00 🔒 ", BlockLocked, "Buy shoes locked: block of Sat 23 Jan 2027 10:00–11:00"},
		"a block is removed":        {"  - [ ] Sat 2027-01-23 10:00–11:00 <!-- b:3 -->\n", "", BlockRemoved, "block of Buy shoes removed: Sat 23 Jan 2027 10:00–11:00"},
		"a block is added":          {"🔒 <!-- b:2 -->\n", "🔒 <!-- b:2 -->\n  - [ ] 2027-01-16 8:00-9:00\n", BlockAdded, "block added for Long run of Week 3: Sat 16 Jan 2027 08:00–09:00"},
		"a task is added":           {long, "- [ ] Stretch (15 min)\n" + long, TaskAdded, "task added: Stretch (15 min) to Week 3"},
		"a sub-task is added":       {"🔒 <!-- b:2 -->\n", "🔒 <!-- b:2 -->\n\t- [ ] Warm up\n", TaskAdded, "task added: Warm up to Long run"},
		"notes":                     {"enough to talk.", "enough to sing.", NotesChanged, "notes of Long run of Week 3 changed: Slow enough to sing."},
		"an assumption is struck":   {"- You run 15 km a week now.\n", "", Unassumed, "assumption removed: You run 15 km a week now."},
		"an assumption is made":     {"now.\n", "now.\n- It is flat.\n", Assumed, "assumption added: It is flat."},
		"a remark":                  {"📅 2027-01-17\n\n- [x]", "📅 2027-01-17\n\nMy knee hurts.\nStill.\n\n- [x]", NoteWritten, "note written at Week 3 of Base: My knee hurts. Still."},
		"a remark in a task's line": {"📅 2027-01-17\n  >", "📅 2027-01-17 with Anna\n  >", NoteWritten, "note written at Long run of Week 3: with Anna"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := render(t, race())
			mine := strings.Replace(base, c.from, c.to, 1)
			ours := race()
			ours.Version++
			r := merge(t, base, ours, mine)
			if len(r.Changes) != 1 || len(r.Problems)+len(r.Conflicts) > 0 || r.Changes[0].Kind != c.kind || Preview(r.Changes)[0] != c.want {
				t.Errorf("told as %q, %v, %v, of\n%s", Preview(r.Changes), r.Problems, r.Conflicts, mine)
			}
			if want := strings.Replace(mine, "version: 3", "version: 4", 1); string(r.Text) != want {
				t.Errorf("%s\nis written as\n%s", want, r.Text)
			}
			if again := merge(t, base, taken(r.Document), string(r.Text)); len(again.Changes) > 0 && c.kind != NoteWritten {
				t.Errorf("once taken up, it is told again: %q", Preview(again.Changes))
			}
		})
	}
}

// taken is a document in which what is new has an id.
func taken(d Document) Document {
	is := func(id string) string { return strings.Replace(id, "+", "x", 1) }
	for i, n := range d.Nodes {
		d.Nodes[i].ID, d.Nodes[i].Parent = is(n.ID), is(n.Parent)
	}
	for i, b := range d.Blocks {
		d.Blocks[i].ID, d.Blocks[i].Node = is(b.ID), is(b.Node)
	}
	return d
}

func TestTasksAreMovedAndPutIntoOrder(t *testing.T) {
	t.Parallel()
	base := render(t, race())
	easy := "- [x] Easy run (45 min) <!-- n:w03-easy by=template --> ✅ 2027-01-12\n  - [x] Tue 2027-01-12 18:15–19:00 <!-- b:1 -->\n"
	without := strings.Replace(base, easy, "", 1)
	for to, want := range map[string]string{
		"\n## Half marathon <!-- more":  "parts of Week 3 reordered",
		"\n## Assumptions":              "Easy run moved to the goal",
		"  - [ ] Sun 2027-01-17 09:00–": "Easy run moved to Long run",
	} {
		moved := easy
		if strings.HasPrefix(to, " ") {
			moved = "  " + strings.ReplaceAll(strings.TrimSuffix(easy, "\n"), "\n", "\n  ") + "\n"
		}
		mine := strings.Replace(without, to, moved+to, 1)
		r := merge(t, base, race(), mine)
		if got := Preview(r.Changes); len(got) != 1 || got[0] != want || string(r.Text) != mine {
			t.Errorf("told as %q, not %q, and written as\n%s", got, want, r.Text)
		}
	}
	r := merge(t, base, race(), without)
	if got := Preview(r.Changes); len(got) != 1 || got[0] != "Easy run of Week 3 removed" {
		t.Errorf("told as %q", got)
	}
}

// What people write stands below something of Weft's, which may go or get more below it. The text
// is then to say where theirs belongs.
func TestWhatIsWrittenIsReadAsWhatWasMerged(t *testing.T) {
	t.Parallel()
	add := func(d *Document, id, parent string, level outline.Level) {
		d.Nodes = append(d.Nodes, Node{Node: outline.Node{ID: id, Parent: parent, Level: level, Title: "Weft's " + id}})
	}
	without := func(d *Document, id string) {
		d.Nodes = slices.DeleteFunc(d.Nodes, func(n Node) bool { return n.ID == id })
		d.Blocks = slices.DeleteFunc(d.Blocks, func(b Block) bool { return b.Node == id })
	}
	const micro = "- [ ] Weft's micro <!-- n:micro micro_goal -->\n"
	for name, c := range map[string]struct {
		from, to string
		weft     func(*Document)
		want     string
	}{
		"a task below a micro-goal that is gone": {
			micro, micro + "  - [ ] Stretch (15 min)\n",
			func(d *Document) { without(d, "micro") },
			"<!-- b:2 -->\n- [ ] Stretch (15 min)\n",
		},
		"what is within it": {
			micro, micro + "  - [ ] Stretch\n    - [ ] Legs\n  - [ ] Rest\n",
			func(d *Document) { without(d, "micro") },
			"<!-- b:2 -->\n- [ ] Stretch\n    - [ ] Legs\n- [ ] Rest\n",
		},
		"a block of a task that is indented": {
			"- [ ] Weft's late", "  - [ ] Weft's late",
			func(d *Document) {
				d.Blocks = append(d.Blocks, Block{ID: "9", Node: "late", From: at("2027-01-16T08:00:00Z"), To: at("2027-01-16T09:00:00Z")})
			},
			"  - [ ] Weft's late <!-- n:late -->\n    - [ ] Sat 2027-01-16 09:00–10:00 <!-- b:9 -->\n",
		},
		"a task of the goal behind a part, where its heading is used no more": {
			"## Base <!-- n:base phase by=template -->\n\n### Week 3 <!-- n:w03 sub_goal by=template --> 🛫 2027-01-11 📅 2027-01-17\n", "",
			func(d *Document) { add(d, "taper", "goal", outline.Phase); add(d, "party", "goal", outline.Task) },
			"## Weft's taper <!-- n:taper phase -->\n\n## Half marathon <!-- more:goal -->\n\n- [ ] Weft's party",
		},
		"a quote behind a block that is gone": {
			"🔒 <!-- b:2 -->\n", "🔒 <!-- b:2 -->\n  > It rains.\n",
			func(d *Document) {
				d.Blocks = slices.DeleteFunc(d.Blocks, func(b Block) bool { return b.ID == "2" })
			},
			"  > Slow enough to talk.\n\n\n  > It rains.\n",
		},
	} {
		d := race()
		add(&d, "micro", "w03", outline.MicroGoal)
		add(&d, "late", "w03", outline.Task)
		base, ours := render(t, d), Form(d)
		mine := strings.Replace(base, c.from, c.to, 1)
		ours.Version++
		c.weft(&ours)
		r := merge(t, base, ours, mine)
		f, err := scan(r.Text, hints{})
		if err != nil {
			t.Fatal(err)
		}
		f.bind(&r.Document)
		if !same(f.doc, r.Document) || mine == base || !strings.Contains(string(r.Text), c.want) {
			t.Errorf("%s: read as\n%+v\nrather than\n%+v\nof\n%s", name, f.doc, r.Document, r.Text)
		}
	}
}

func TestOfWhatBothChangedThePersonsHolds(t *testing.T) {
	t.Parallel()
	base, ours := render(t, race()), race()
	ours.Version, ours.Nodes[4].Title, ours.Nodes[4].Estimate = 4, "Long slow run", 100
	r := merge(t, base, ours, strings.Replace(base, "Long run (", "Long jog (", 1))
	if len(r.Conflicts) != 1 || r.Conflicts[0].Ours.Text != "Long slow run" || !strings.Contains(string(r.Text), "- [ ] Long jog (1 h 40 min) <!--") {
		t.Errorf("%+v\n%s", r.Conflicts, r.Text)
	}
	ours.Nodes = slices.Delete(ours.Nodes, 4, 5)
	ours.Blocks = slices.Delete(ours.Blocks, 1, 2)
	r = merge(t, base, ours, strings.Replace(base, "- [ ] Long", "- [x] Long", 1))
	if len(r.Conflicts) != 1 || !strings.Contains(r.Conflicts[0].Text, "it stays") || !strings.Contains(string(r.Text), "- [x] Long run") {
		t.Errorf("%+v\n%s", r.Conflicts, r.Text)
	}
}

func TestNonsenseChangesNothingAndIsTold(t *testing.T) {
	t.Parallel()
	base := render(t, race())
	copied := "- [ ] Buy shoes (1 h) <!-- n:shoes by=template --> ⏳ 2027-01-23\n"
	for name, c := range map[string]struct{ from, to, want string }{
		"a day that isn't there":    {"📅 2027-01-17\n  >", "📅 2027-02-30\n  >", "line 20: 📅 \"2027-02-30\" is not a day"},
		"an end before the start":   {"09:00–10:30", "09:00–08:30", "line 22: it ends before it begins"},
		"a copy":                    {copied, strings.Replace(copied, "shoes", "socks", 1) + copied, "line 26: the id shoes is also in line 27"},
		"the weekday alone":         {"Sun 2027", "Sat 2027", "line 22: changing the day of the week alone"},
		"another zone":              {"Europe/Berlin", "Asia/Tokyo", "line 7: the field \"zone\" belongs to Weft"},
		"an id that nobody knows":   {"n:shoes", "n:boots", "line 26: the roadmap has no n:boots"},
		"words in the comment":      {"after=w03-easy", "after=shoes", "line 20: what follows the id in the comment"},
		"a task made a heading":     {"- [ ] Buy", "### Buy", "line 26: a heading can't become a task"},
		"a state that there is not": {"state: active", "state: maybe", "line 4: \"maybe\" is not a state"},
	} {
		mine := strings.Replace(base, c.from, c.to, 1)
		r := merge(t, base, race(), mine)
		if len(r.Problems) == 0 || !strings.HasPrefix(r.Problems[0].String(), c.want) || string(r.Text) != mine {
			t.Errorf("%s: %v, written as\n%s", name, r.Problems, r.Text)
		}
		for _, x := range r.Changes {
			if x.Kind != NoteWritten && x.Kind != Removed {
				t.Errorf("%s: told as %s", name, x)
			}
		}
	}
}

// A time that makes no sense stays for its person to mend until Weft writes the block anew. What
// was ticked elsewhere meanwhile is not opened again by whoever mends it.
func TestATimeThatMakesNoSenseIsMendedByEither(t *testing.T) {
	t.Parallel()
	base := render(t, race())
	bad := strings.Replace(base, "09:00–10:30", "25:00–26:30", 1)
	written := string(merge(t, base, race(), bad).Text)
	ticked := race()
	ticked.Version++
	for i := range ticked.Blocks {
		ticked.Blocks[i].Done = true
	}
	weft := merge(t, written, ticked, written)
	if !strings.Contains(string(weft.Text), "- [x] Sun 2027-01-17 09:00–10:30 🔒 <!-- b:2 -->") || len(weft.Problems)+len(weft.Changes)+len(weft.Conflicts) > 0 {
		t.Errorf("%v, %v, %v, written as\n%s", weft.Problems, weft.Changes, weft.Conflicts, weft.Text)
	}
	mended := merge(t, written, ticked, strings.Replace(written, "25:00–26:30", "10:00–11:30", 1))
	if told := Preview(mended.Changes); len(told) != 1 || !strings.HasPrefix(told[0], "Long run of Week 3 moved from Sun 17 Jan 09:00 to") || len(mended.Conflicts) > 0 {
		t.Errorf("told as %q, %v", told, mended.Conflicts)
	}
	if !strings.Contains(string(mended.Text), "- [x] Sun 2027-01-17 10:00–11:30 🔒 <!-- b:2 -->") {
		t.Errorf("written as\n%s", mended.Text)
	}
}

func TestWhatPeopleKeepInAFileStays(t *testing.T) {
	t.Parallel()
	ours := race()
	ours.Version, ours.Nodes[4].Title, ours.State = 4, "Long slow run", Paused
	ours.Log = append(ours.Log, Entry{Time: at("2027-01-20T10:00:00Z"), Who: "you", What: "paused"})
	base := render(t, race())
	for name, c := range map[string]struct{ from, to string }{
		"unknown front matter":       {"zone:", "tags:\n  - sport\n# mine\nzone:"},
		"lines in the log":           {"\n- [2027", "\n- felt good\nno bracket\n- [2027"},
		"no line end at the end":     {"asked for it\n", "asked for it"},
		"a task in a code fence":     {"\n## Assumptions", "\n```\n- [ ] Long run <!-- n:w03-long -->\n```\n\n## Assumptions"},
		"a comment in a title":       {"Buy shoes (1 h)", "Buy <!-- red --> shoes (1 h)"},
		"a sign with a variant":      {"⏳ 2027-01-23", "⏳\ufe0f 2027-01-23"},
		"another bullet":             {"- [ ] Buy", "* [ ]  Buy"},
		"blanks at the end of lines": {"### Week 3", "My own.  \n\t\n### Week 3"},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			mine := strings.ReplaceAll(strings.Replace(base, c.from, c.to, 1), "\n", eol)
			r := merge(t, strings.ReplaceAll(base, "\n", eol), ours, mine)
			if kept := strings.ReplaceAll(strings.TrimSuffix(c.to, "\n- [2027"), "\n", eol); !strings.Contains(string(r.Text), kept) || len(r.Problems) > 0 {
				t.Errorf("%s: %q is gone, %v, of\n%s", name, kept, r.Problems, r.Text)
			}
			for _, want := range []string{"Long slow run", "state: paused", "] you: paused" + eol} {
				if !strings.Contains(string(r.Text), want) {
					t.Errorf("%s: %q isn't written in\n%s", name, want, r.Text)
				}
			}
			if lone := strings.ReplaceAll(string(r.Text), "\r\n", ""); eol == "\r\n" && strings.Contains(lone, "\n") {
				t.Errorf("%s: line ends are mixed in %q", name, r.Text)
			}
		}
	}
}

func TestAFileThatCantBeTakenUpIsLeftAlone(t *testing.T) {
	t.Parallel()
	base := render(t, race())
	for want, mine := range map[string]string{
		"the file has 5":            base + strings.Repeat("word \n", 5<<20/6),
		"NUL byte":                  base + "a\x00b",
		"no end":                    strings.Replace(base, "### Week", "```\n### Week", 1),
		"put back the front matter": base[strings.Index(base, "# Half"):],
		"says it is the roadmap \"": "",
	} {
		if mine == "" {
			mine = "\n"
		}
		if _, err := Merge([]byte(base), race(), []byte(mine)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func FuzzMerge(f *testing.F) {
	base := render(f, race())
	ours := race()
	ours.Version, ours.Nodes[4].Title, ours.Nodes[1].Notes = 4, "Long slow run", "mind the knee"
	ours.Nodes = slices.Delete(ours.Nodes, 3, 4)
	ours.Blocks = ours.Blocks[1:]
	f.Add([]byte(base))
	f.Add([]byte(strings.ReplaceAll(base, "\n", "\r\n")))
	f.Add([]byte(strings.Replace(base, "### Week 3", "mine\n# mine\n> mine\n### Week 4", 1)))
	f.Fuzz(func(t *testing.T, mine []byte) {
		r, err := Merge([]byte(base), race(), mine)
		if err != nil {
			return
		}
		if string(r.Text) != string(mine) {
			t.Errorf("nothing was to be written, but %q became %q", mine, r.Text)
		}
		r, err = Merge([]byte(base), ours, mine)
		if err != nil {
			return
		}
		Preview(r.Changes)
		if again, err := Merge([]byte(base), ours, r.Text); err == nil && len(again.Text) > len(r.Text) {
			t.Errorf("%q grows to %q", r.Text, again.Text)
		}
	})
}

// Who takes out the middle of three still wants the last one after the first.
func TestWhatCameAfterATaskThatIsTakenOutComesAfterWhatThatCameAfter(t *testing.T) {
	t.Parallel()
	ours := race()
	ours.Nodes[3].Depends = []outline.Dependency{{On: "shoes", Lag: 24 * 60}}
	base := render(t, ours)
	from, to := strings.Index(base, "- [x] Easy run"), strings.Index(base, "- [ ] Long run")
	r := merge(t, base, ours, base[:from]+base[to:])
	long := slices.IndexFunc(r.Document.Nodes, func(n Node) bool { return n.ID == "w03-long" })
	if want := []outline.Dependency{{On: "shoes", Lag: 24 * 60}}; len(r.Document.Nodes) != 5 || !slices.Equal(r.Document.Nodes[long].Depends, want) {
		t.Errorf("it comes after %v, in\n%s", r.Document.Nodes[long].Depends, r.Text)
	}
	if !strings.Contains(string(r.Text), "<!-- n:w03-long by=template after=shoes:FS+1440 -->") {
		t.Errorf("it is written as\n%s", r.Text)
	}
}
