package dayfile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	changed := time.Date(2026, 3, 10, 8, 0, 0, 0, time.UTC)
	tests := []struct {
		name, path, content string
		want                []string // day, clock and text of each note, or why a part is skipped
	}{
		{"the file's name dates a note", "journal/2026-01-05.md", "Slept badly.\n", []string{"2026-01-05 12:00 Slept badly."}},
		{"a name with words dates a note", "2026-01-05 Legs.md", "Squats.\n", []string{"2026-01-05 12:00 Squats."}},
		{"a compact name dates a note", "20260105.md", "Squats.\n", []string{"2026-01-05 12:00 Squats."}},
		{"headings of days split a log", "log.md", "# Log\n\n## 2026-01-05\nRan.\n\n## 2026-01-06\nSwam.\n",
			[]string{"2026-01-05 12:00 Ran.", "2026-01-06 12:00 Swam."}},
		{"headings in words split a log", "log.md", "# Monday, 5 January 2026\nRan.\n# Tuesday, January 6th, 2026\nSwam.\n",
			[]string{"2026-01-05 12:00 Ran.", "2026-01-06 12:00 Swam."}},
		{"a heading without a year takes the one above", "log.md", "# 2025\n### Dec 30\nRan.\n### Jan 5\nSwam.\n",
			[]string{"2025-12-30 12:00 Ran.", "2026-01-05 12:00 Swam."}},
		{"a month's heading gives the year", "log.md", "# January 2025\n### Jan 5\nSwam.\n", []string{"2025-01-05 12:00 Swam."}},
		{"the path gives the year", "2024/training.md", "### Jan 5\nSwam.\n", []string{"2024-01-05 12:00 Swam."}},
		{"the last change gives the year and says so", "log.md", "### Jan 5\nSwam.\n### Nov 2\nRan.\n",
			[]string{"2026-01-05 12:00 Swam. (the heading tells no year; 2026 by the file's last change)", "2025-11-02 12:00 Ran."}},
		{"a weekday chooses the year", "log.md", "### Sun, Jan 5\nSwam.\n",
			[]string{"2025-01-05 12:00 Swam. (the heading tells no year; 2025 by the file's last change)"}},
		{"a wrong weekday is told", "log.md", "### Sunday, 2026-01-05\nSwam.\n",
			[]string{"2026-01-05 12:00 Swam. (the heading says Sunday, but 2026-01-05 is a Monday)"}},
		{"time headings split a day", "log.md", "## 2026-01-05\n### 07:30\nRan.\n### 9:05 pm Stretching\nLong.\n",
			[]string{"2026-01-05 07:30 Ran.", "2026-01-05 21:05 Stretching\nLong."}},
		{"the words of a date heading belong to the note", "log.md", "## 2026-01-05: Leg day\nSquats.\n## 2026-01-06 - Rest\n",
			[]string{"2026-01-05 12:00 Leg day\nSquats.", "2026-01-06 12:00 Rest"}},
		{"front matter dates a note", "x.md", "---\ncreated: 2026-01-05 06:10\ntags: run\n---\nRan.\n", []string{"2026-01-05 06:10 Ran. #run"}},
		{"the name counts more than the front matter", "2026-01-05.md", "---\ncreated: 2026-02-01 06:10\n---\nRan.\n", []string{"2026-01-05 12:00 Ran."}},
		{"a file without a date is skipped and not dated by its last change", "x.md", "Ran.\n",
			[]string{"skip 1-1: no date above it, in the file's name or in its front matter"}},
		{"text above the first date is skipped", "x.md", "My log.\n\n## 2026-01-05\nRan.\n",
			[]string{"2026-01-05 12:00 Ran.", "skip 1-1: no date above it, in the file's name or in its front matter"}},
		{"a day that does not exist is skipped", "x.md", "## February 30, 2026\nRan.\n", []string{"skip 2-2: there is no 30 February 2026"}},
		{"an empty file is skipped", "2026-01-05.md", "# Title\n", []string{"skip 1-1: no text"}},
		{"a heading in a code block is no date", "2026-01-05.md", "```\n# 2026-01-06\n```\n", []string{"2026-01-05 12:00 ```\n# 2026-01-06\n```"}},
		{"an ambiguous date is no date", "2026-01-05.md", "# 01/02/2026\nRan.\n", []string{"2026-01-05 12:00 # 01/02/2026\nRan."}},
		{"another vault's day file keeps its texts", "/v/logs/raw/2026/01/2026-01-05.md", "## 07:30\n\\## 08:00\n\n\n## 07:30:09\n# 2026-02-02\n",
			[]string{"2026-01-05 07:30 ## 08:00\n", "2026-01-05 07:30:09 # 2026-02-02"}},
		{"a path of Windows works", `C:\notes\2026-01-05.md`, "Ran.\r\n", []string{"2026-01-05 12:00 Ran."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found, skips := Split(tt.path, tt.content, changed)
			var got []string
			for _, n := range found {
				s := fmt.Sprintf("%s %s %s", n.Day, n.Clock, n.Text)
				for _, tag := range n.Tags {
					s += " #" + tag
				}
				if n.Assumed != "" {
					s += " (" + n.Assumed + ")"
				}
				got = append(got, s)
			}
			for _, s := range skips {
				got = append(got, fmt.Sprintf("skip %d-%d: %s", s.FirstLine, s.LastLine, s.Reason))
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestDayOfName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"2026-01-05.md": "2026-01-05", "a/2026.01.05.md": "2026-01-05", "2026_01_05 x.md": "2026-01-05",
		"Meeting 2026-01-05.md": "2026-01-05", "20260105.md": "2026-01-05", "2026-01-05 to 2026-01-09.md": "",
		"2026-02-30.md": "", "12026-01-05.md": "", "2026-01-051.md": "", "05.md": "", "2026-01.md": "", "x20260105.md": "",
	} {
		day, ok := DayOfName(name)
		if day.String() != want || ok != (want != "") {
			t.Errorf("DayOfName(%q) = %v, %v, want %q", name, day, ok, want)
		}
	}
}

func TestRawPath(t *testing.T) {
	t.Parallel()
	day := notes.Day{Year: 2026, Month: 1, Date: 5}
	if got := RawPath(day); got != "logs/raw/2026/01/2026-01-05.md" {
		t.Errorf("RawPath = %q", got)
	}
	if got := ParsedPath(day); got != "logs/parsed/2026/01/2026-01-05.json" {
		t.Errorf("ParsedPath = %q", got)
	}
	if got, ok := IsRawPath(RawPath(day)); !ok || got != day {
		t.Errorf("IsRawPath = %v, %v", got, ok)
	}
	if _, ok := IsRawPath("logs/raw/2026/02/2026-01-05.md"); ok {
		t.Error("a day file in another month's folder is taken for that day's")
	}
}

func TestNameFormat(t *testing.T) {
	t.Parallel()
	tests := []struct{ folder, format, path, want string }{
		{"", "", "2026-01-05.md", "2026-01-05"},
		{"Journal", "YYYY/MMMM/DD", "Journal/2026/January/05.md", "2026-01-05"},
		{"Journal/", "YYYY/MM-MMM/YYYY-MM-DD dddd", "Journal/2026/01-Jan/2026-01-05 Monday.md", "2026-01-05"},
		{"", "[Day] Do MMM YY", "Day 5th Jan 26.md", "2026-01-05"},
		{"", "YYYY-DDDD", "2026-005.md", "2026-01-05"},
		{"a", "YYYY-MM-DD", "b/2026-01-05.md", ""},
		{"", "YYYY-MM-DD", "2026-13-05.md", ""},
		{"", "YYYY-MM-DD", "2026-02-29.md", ""},
		{"", "YYYY.MM.DD", "2026x01x05.md", ""},
		{"", "YYYY-MM-DD", "2026-01-05.txt", ""},
	}
	for _, tt := range tests {
		t.Run(tt.format+" "+tt.path, func(t *testing.T) {
			t.Parallel()
			f, err := NewNameFormat(tt.folder, tt.format)
			if err != nil {
				t.Fatal(err)
			}
			day, ok := f.Day(tt.path)
			if ok != (tt.want != "") || ok && day.String() != tt.want {
				t.Errorf("Day = %v, %v, want %q", day, ok, tt.want)
			}
		})
	}
	if _, err := NewNameFormat("", "MM-DD"); err == nil || !strings.Contains(err.Error(), "year") {
		t.Errorf("a format without a year: %v", err)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("log.md", "# 2026-01-05\n## 07:30\nx\n### Jan 5\ny")
	f.Add("2026-01-05.md", "---\ndate: x\n---\n# Feb 29\n")
	f.Fuzz(func(t *testing.T, name, content string) {
		lines := strings.Count(content, "\n") + 1
		found, skips := Split(name, content, time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC))
		for _, n := range found {
			if d, err := notes.ParseDay(n.Day.String()); err != nil || d != n.Day {
				t.Fatalf("%q: note of day %+v", content, n.Day)
			}
			if n.FirstLine < 1 || n.LastLine > lines || strings.TrimSpace(n.Text) == "" {
				t.Fatalf("%q: note %+v", content, n)
			}
		}
		if len(found)+len(skips) == 0 {
			t.Fatalf("%q: neither a note nor a reason", content)
		}
	})
}
