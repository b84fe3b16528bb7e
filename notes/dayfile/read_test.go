package dayfile

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
)

func TestADailyNoteOfOtherOriginIsSplitAtTimes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, content string
		want          []Section
	}{
		{"a note without headings is one note at noon", "Slept badly.\nRan anyway.\n", []Section{untimed("Slept badly.\nRan anyway.", 1, 2)}},
		{"a title is part of a note without time headings", "# Monday\n\nSlept badly.\n", []Section{untimed("# Monday\n\nSlept badly.", 1, 3)}},
		{"the front matter's time is the note's", "---\ndate: 2026-01-05T06:15:00+01:00\n---\n\nUp early.\n",
			[]Section{{Clock: Clock{6, 15, 0}, Text: "Up early.", FirstLine: 5, LastLine: 5}}},
		{"time headings may have a level and words of their own", "### 9:05 pm - Evening run\n5k\n",
			[]Section{section(Clock{21, 5, 0}, "Evening run\n5k", 1, 2)}},
		{"other headings do not split", "## Log\nRan.\n## Tasks\n- [ ] shop\n", []Section{untimed("## Log\nRan.\n## Tasks\n- [ ] shop", 1, 4)}},
		{"a heading in a code block does not split", "```sh\n## 07:30\n```\ndone\n", []Section{untimed("```sh\n## 07:30\n```\ndone", 1, 4)}},
		{"headings without anything are no note", "# Monday\n## Tasks\n\n", nil},
		{"a time heading without anything is no note", "## 07:30\n\n## 08:00\nAte.\n", []Section{section(Clock{8, 0, 0}, "Ate.", 3, 4)}},
		{"front matter that is never closed is text", "---\nhello\n", []Section{untimed("---\nhello", 1, 2)}},
		{"midnight and noon of half-day clocks", "## 12:10 am\na\n## 12:10 PM\nb\n",
			[]Section{section(Clock{0, 10, 0}, "a", 1, 2), section(Clock{12, 10, 0}, "b", 3, 4)}},
		{"a range of numbers is no time heading", "## 3:2 win\nGood game.\n", []Section{untimed("## 3:2 win\nGood game.", 1, 2)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []Section
			for _, n := range Read("2026-01-05.md", tt.content, DateSettings{}).Notes {
				got = append(got, n.Section)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// TestRead shows the notes of a file as "day clock headings: text #tag (remark)".
func TestRead(t *testing.T) {
	t.Parallel()
	const notion = " 0123456789abcdef0123456789abcdef"
	for _, tt := range []struct {
		name, path, content string
		want                []string
	}{
		{"the file's name dates a note", "journal/2026-01-05.md", "Slept badly.\n", []string{"2026-01-05 12:00: Slept badly."}},
		{"the words of a name are the title of its notes", "2026-01-05 Legs.md", "Squats.\n", []string{"2026-01-05 12:00 Legs: Squats."}},
		{"a stamp tells the time as well", "202601050730 Legs.md", "Squats.\n", []string{"2026-01-05 07:30 Legs: Squats."}},
		{"headings of days split a log", "log.md", "# Log\n\n## 2026-01-05\nRan.\n\n## 2026-01-06\nSwam.\n",
			[]string{"2026-01-05 12:00 log: Ran.", "2026-01-06 12:00 log: Swam."}},
		{"headings in words split a log", "log.md", "# Monday, 5 January 2026\nRan.\n# Tuesday, January 6th, 2026\nSwam.\n",
			[]string{"2026-01-05 12:00 log: Ran.", "2026-01-06 12:00 log: Swam."}},
		{"a heading without a year takes the one above", "log.md", "# 2025\n### Dec 30\nRan.\n### Jan 5\nSwam.\n",
			[]string{"2025-12-30 12:00 log: Ran.", "2026-01-05 12:00 log: Swam."}},
		{"a month's heading gives month and year", "log.md", "# January 2025\n### 5\nSwam.\n## Tue 7\nRan.\n",
			[]string{"2025-01-05 12:00 log: Swam.", "2025-01-07 12:00 log: Ran."}},
		{"a month's name gives month and year", "2026-03.md", "Goals: run.\n\n## 12 March\nRan.\n## Fri 13\nSwam.\n## 2026-03-14\nRode.\n",
			[]string{"undated 2026-03: Goals: run.", "2026-03-12 12:00: Ran.", "2026-03-13 12:00: Swam.", "2026-03-14 12:00: Rode."}},
		{"a month's folder gives month and year", "2026/03 March.md", "## 12\nRan.\n", []string{"2026-03-12 12:00: Ran."}},
		{"the path gives the year", "2024/training.md", "### Jan 5\nSwam.\n", []string{"2024-01-05 12:00 training: Swam."}},
		{"without a year a heading dates nothing and says so", "log.md", "### Jan 5\nSwam.\n",
			[]string{"undated log > Jan 5: Swam. (its heading has no year; add one there, in a heading above, or in the file's name)"}},
		{"a number is a day only in a month's file", "2026-01-05.md", "Ran.\n## 12\npushups\n", []string{"2026-01-05 12:00: Ran.\n## 12\npushups"}},
		{"a wrong weekday is told", "log.md", "### Sunday, 2026-01-05\nSwam.\n",
			[]string{"2026-01-05 12:00 log: Swam. (the heading says Sunday, but 2026-01-05 is a Monday)"}},
		{"time headings split a day", "log.md", "## 2026-01-05\n### 07:30\nRan.\n### 9:05 pm Stretching\nLong.\n",
			[]string{"2026-01-05 07:30 log: Ran.", "2026-01-05 21:05 log: Stretching\nLong."}},
		{"the words of a date heading belong to the note", "2026.md", "## 2026-01-05: Leg day\nSquats.\n## 2026-01-06 - Rest\n",
			[]string{"2026-01-05 12:00: Leg day\nSquats.", "2026-01-06 12:00: Rest"}},
		{"the section of a day ends at the next heading of its level", "log.md", "## 2026-01-05\nRan.\n### Shoes\nOld.\n## Gear\nShoes: 300 km\n",
			[]string{"2026-01-05 12:00 log: Ran.\n### Shoes\nOld.", "undated log > Gear: Shoes: 300 km"}},
		{"headings above are context", "x.md", "# Allotment\n## Beds\n### 12 March 2026\nSowed.\n## Shed\n### 13 March 2026\nPainted.\n",
			[]string{"2026-03-12 12:00 x > Allotment > Beds: Sowed.", "2026-03-13 12:00 x > Allotment > Shed: Painted."}},
		{"headings of a daily note are text, and context of its times", "2026-01-05.md", "# Gym\nPacked.\n## 07:30\nSquats.\n",
			[]string{"2026-01-05 12:00: # Gym\nPacked.", "2026-01-05 07:30 Gym: Squats."}},
		{"front matter dates a note", "x.md", "---\ncreated: 2026-01-05 06:10\ntags: run\n---\nRan.\n", []string{"2026-01-05 06:10 x: Ran. #run"}},
		{"front matter has dates in words and a title", "x.md", "---\nDate: October 15, 2026 at 9:30 PM\ntitle: Autumn\n---\nRan.\n", []string{"2026-10-15 21:30 Autumn: Ran."}},
		{"other names of a page are names of its notes", "goats/Beatrix.md", "---\ndate: 2026-01-05\naliases: [Bea, the old lady]\n---\n# Beatrix\nLame.\n## Vet\nCame.\n",
			[]string{"2026-01-05 12:00 Beatrix (Bea, the old lady): # Beatrix\nLame.\n## Vet\nCame."}},
		{"and of those without a day", "Swan.md", "---\nalias: our boat, the old tub\n---\n## Mast\nSpruce.\n",
			[]string{"undated Swan (our boat, the old tub) > Mast: Spruce."}},
		{"the name counts more than the front matter", "2026-01-05.md", "---\ncreated: 2026-02-01 06:10\n---\nRan.\n", []string{"2026-01-05 12:00: Ran."}},
		{"a title that is a date is none", "2026-01-05.md", "---\ntitle: Jan 5th, 2026\n---\nRan.\n", []string{"2026-01-05 12:00: Ran."}},
		{"a page of Notion has its date in the text", "Trip" + notion + ".md", "# Trip\n\nCreated: January 5, 2026 10:30 AM\nTags: family\n\nFlew.\n",
			[]string{"2026-01-05 10:30 Trip: # Trip\n\nCreated: January 5, 2026 10:30 AM\nTags: family\n\nFlew. #family"}},
		{"a page of Logseq has properties", "pages/trip.md", "date:: [[2026-01-05]]\n\n- Flew.\n", []string{"2026-01-05 12:00 trip: date:: [[2026-01-05]]\n\n- Flew."}},
		{"a note without a date has the file's title and its headings", "home/House.md", "Built 1957.\n# House\n## Wifi\nSwordfish.\n## Boiler\n\nNo. 7\n",
			[]string{"undated House: Built 1957.", "undated House > Wifi: Swordfish.", "undated House > Boiler: No. 7"}},
		{"a day that does not exist dates nothing", "x.md", "## February 30, 2026\nRan.\n", []string{"undated x > February 30, 2026: Ran. (there is no 30 February 2026)"}},
		{"a file that says nothing has no note", "2026-01-05.md", "# Title\n", nil},
		{"a heading in a code block is no date", "2026-01-05.md", "```\n# 2026-01-06\n```\n", []string{"2026-01-05 12:00: ```\n# 2026-01-06\n```"}},
		{"of an ambiguous date the month is first", "2026-01-05.md", "# 03/04/2026\nRan.\n", []string{"2026-03-04 12:00: Ran. (ambiguous)"}},
		{"another vault's day file keeps its texts", "/v/logs/raw/2026/01/2026-01-05.md", "## 07:30\n\\## 08:00\n\n\n## 07:30:09\n# 2026-02-02\n",
			[]string{"2026-01-05 07:30: ## 08:00\n", "2026-01-05 07:30:09: # 2026-02-02"}},
		{"the line ends of Windows end headings", "2026-01-05.md", "\uFEFF## 07:30\r\nRan.\r\n", []string{"2026-01-05 07:30: Ran."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Read(tt.path, tt.content, DateSettings{})
			var got []string
			for _, n := range p.Notes {
				s := "undated"
				if n.Dated != Undated {
					s = n.Day.String() + " " + n.Clock.String()
				}
				s = strings.TrimSpace(s+" "+strings.Join(n.Headings, " > ")) + ": " + n.Text
				for _, tag := range p.Front.Tags {
					s += " #" + tag
				}
				if n.Ambiguous {
					s += " (ambiguous)"
				}
				if n.Remark != "" {
					s += " (" + n.Remark + ")"
				}
				got = append(got, s)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestWhatHasNoDayIsATextOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, content, want string }{
		{"all of it as it is", "\uFEFF---\nx: 1\n---\n# A\n\n\nb  \n", "\uFEFF---\nx: 1\n---\n# A\n\n\nb  \n"},
		{"the front matter with it", "---\ntags: [a]\nsize: 5\n---\nSince 2020.\n# 2026-01-05\nRan.\n", "---\ntags: [a]\nsize: 5\n---\nSince 2020.\n"},
		{"front matter without a day", "\uFEFF---\nsize: 5\n---\n# 2026-01-05\nRan.\n", "\uFEFF---\nsize: 5\n---\n"},
		{"front matter with a day is of that day", "---\nsize: 5\ntitle: T\ndate: 2026-01-05\n---\nRan.\n# Feb 30, 2026\nSwam.\n", "---\ntitle: \"T\"\n---\n# Feb 30, 2026\n\nSwam.\n"},
		{"nothing", "# 2026-01-05\nRan.\n", ""},
		{"a part of it", "---\ntitle: My \"log\"\ntags: [a b]\n---\nSince 2020.\n# 2026-01-05\nRan.\n# Gear\n## Shoes\nOld.\n## Watch\nNew.\n# Jan 7\nRode.\n",
			"---\ntitle: \"My \\\"log\\\"\"\ntags:\n  - \"a b\"\n---\nSince 2020.\n\n# Gear\n\n## Shoes\n\nOld.\n\n## Watch\n\nNew.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Read("log.md", tt.content, DateSettings{})
			got := UndatedText(p, tt.content)
			if got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			undated := slices.DeleteFunc(p.Notes, func(n Note) bool { return n.Dated != Undated })
			again := Read("log.md", got, DateSettings{})
			if len(again.Notes) != len(undated) || !slices.Equal(again.Front.Tags, p.Front.Tags) && got != "" {
				t.Fatalf("read again as %+v", again)
			}
			for i, n := range undated {
				if a := again.Notes[i]; a.Text != n.Text || !slices.Equal(a.Headings, n.Headings) {
					t.Errorf("%+v is read again as %+v", n, a)
				}
			}
		})
	}
}

func TestDayOfName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"2026-01-05.md": "2026-01-05", "a/2026.01.05.md": "2026-01-05", "2026_01_05 x.md": "2026-01-05",
		"Meeting 2026-01-05.md": "2026-01-05", "Meeting_2026-01-05.md": "2026-01-05", "20260105.md": "2026-01-05", "20260105 Legs.md": "2026-01-05",
		"IMG_20260105_123456.md": "2026-01-05", "15.10.2026.md": "2026-10-15", "5.1.2026 Legs.md": "2026-01-05", "15-10-2026.md": "2026-10-15",
		"10-15-2026.md": "2026-10-15", "03-04-2026.md": "2026-03-04", "15 Oct 2026.md": "2026-10-15", "October 15, 2026.md": "2026-10-15",
		"Thursday, October 15th, 2026.md": "2026-10-15", "15-Oct-2026.md": "2026-10-15", "2026-Oct-15.md": "2026-10-15", "Trip Oct 15 2026 Rome.md": "2026-10-15",
		"2026/10/15.md": "2026-10-15", "2026/October/15.md": "2026-10-15", "2026/10 October/15 October.md": "2026-10-15", "2026/Oct 15.md": "2026-10-15",
		"2026-01-05 to 2026-01-09.md": "", "2026-02-30.md": "", "12026-01-05.md": "", "2026-01-051.md": "", "05.md": "",
		"2026-01.md": "", "x20260105.md": "", "March 2026.md": "", "2026/03 March.md": "", "2026/03.md": "", "May.md": "", "2026-W42.md": "",
		"Oct 15.md": "", "v1.2.2026.md": "2026-02-01", "30 Feb 2026.md": "", "99999999.md": "", "Version 3-4.md": "",
	} {
		day, ok := DayOfName(name)
		if day.String() != want || ok != (want != "") {
			t.Errorf("DayOfName(%q) = %v, %v, want %q", name, day, ok, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("log.md", "# 2026-01-05\n## 07:30\nx\n### Jan 5\ny")
	f.Add("2026-01-05.md", "---\ndate: x\n---\n# Feb 29\n")
	f.Add("2026/03 March.md", "# A\n## 12\nx\n## B\ny\n# Tue 13\n")
	f.Add("a\xff\nb\x1b.md", "# \x1b\n## B\ny\n")
	f.Add("x.md", "# T\n\nDate: 3/4/2026\nz:: y\n\n```\n# c\n")
	f.Fuzz(func(t *testing.T, name, content string) {
		lines := strings.Count(content, "\n") + 1
		end := 0
		for _, n := range Read(name, content, DateSettings{}).Notes {
			if d, err := notes.ParseDay(n.Day.String()); err != nil || d != n.Day || n.Day.IsZero() != (n.Dated == Undated) {
				t.Fatalf("%q: note of day %+v", content, n.Day)
			}
			if n.FirstLine < 1 || n.LastLine > lines || n.LastLine < n.FirstLine || n.FirstLine <= end || strings.TrimSpace(n.Text) == "" {
				t.Fatalf("%q: note %+v", content, n)
			}
			end = n.LastLine
			for _, h := range n.Headings {
				if !utf8.ValidString(h) || h == "" || strings.ContainsAny(h, "\n\x00\x1b") {
					t.Fatalf("heading %q", h)
				}
			}
		}
	})
}
