package dayfile

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
)

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
