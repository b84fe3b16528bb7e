package screen_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

func noEnv(string) string { return "" }

var plain screen.Style

func TestWhatIsNoTerminalIsPlain(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	s := screen.StyleOf(&b, noEnv, screen.NewSeal())
	if s != (screen.Style{}) {
		t.Errorf("style is %+v", s)
	}
	if got := s.Bold("x") + s.Warn("y"); got != "xy" {
		t.Errorf("plain text is %q", got)
	}
}

func TestColorsAreClosed(t *testing.T) {
	t.Parallel()
	s := screen.Style{Color: true, Seal: screen.NewSeal()}
	for _, styled := range []string{s.Bold("x"), s.Dim("x"), s.Good("x"), s.Warn("x"), s.Bad("x"), s.Accent("x")} {
		if got := printed(s.Seal, styled); !strings.HasPrefix(got, "\x1b[") || !strings.HasSuffix(got, "x\x1b[0m") {
			t.Errorf("got %q", got)
		}
		if n := s.Columns(styled); n != 1 {
			t.Errorf("%q takes %d columns, want 1", styled, n)
		}
	}
	if got := s.Bold(""); got != "" {
		t.Errorf("nothing in bold is %q", got)
	}
}

func TestTextIsWrapped(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		width             int
		text, first, rest string
		want              string
	}{
		"short lines stay":                   {20, "one two", "", "", "one two"},
		"long lines break at blanks":         {10, "one two three four", "", "", "one two\nthree four"},
		"a word longer than the line stays":  {8, "a extraordinarily b", "", "", "a\nextraordinarily\nb"},
		"prefixes count":                     {12, "one two three", "> ", "| ", "> one two\n| three"},
		"list items hang":                    {12, "- one two three", "", "", "- one two\n  three"},
		"numbered items hang":                {12, "10. one two three", "", "", "10. one two\n    three"},
		"quoted lines stay quoted":           {12, "  > one two three", "", "", "  > one two\n  > three"},
		"a year does not hang":               {12, "2026 was a good year", "", "", "2026 was a\ngood year"},
		"rows of a table stay whole":         {10, "| a long row of a table |", "", "", "| a long row of a table |"},
		"paragraphs stay apart":              {10, "one\n\ntwo", "", "", "one\n\ntwo"},
		"wide letters count twice":           {8, "日本 日本 日本", "", "", "日本\n日本\n日本"},
		"without a width nothing is changed": {0, "a   b\n  c  ", "> ", "| ", "> a   b\n|   c  "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (screen.Style{Width: test.width}).Wrap(test.text, test.first, test.rest); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestWrappingLosesNoWordAndKeepsToTheWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-zà-ü日-本]{1,6}`)).Draw(t, "words")
		width := rapid.IntRange(14, 40).Draw(t, "width")
		got := (screen.Style{Width: width}).Wrap(strings.Join(words, " "), "", "")
		if strings.Join(strings.Fields(got), " ") != strings.Join(words, " ") {
			t.Fatalf("%q became %q", words, got)
		}
		for line := range strings.Lines(got) {
			if n := plain.Columns(strings.TrimRight(line, "\n")); n > width {
				t.Fatalf("%q takes %d columns of %d", line, n, width)
			}
		}
	})
}

func TestAStatusLineIsDrawnAndTakenAway(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	seal := screen.NewSeal()
	out := screen.NewWriter(&b, seal)
	s := screen.NewStatus(out, screen.Style{Terminal: true, Color: true, Width: 20, Seal: seal}, true)
	s.Set("looking through everything there is")
	s.Print(func() { b.WriteString("a line\n") })
	s.Clear()
	s.Clear()
	got := b.String()
	if !strings.Contains(got, "looking thro") || strings.Contains(got, "everything there") {
		t.Errorf("the line is not cut to the width: %q", got)
	}
	if before, after, ok := strings.Cut(got, "a line\n"); !ok || !strings.HasSuffix(before, "\r\x1b[2K") || !strings.HasSuffix(after, "\r\x1b[2K") {
		t.Errorf("the line is not taken away: %q", got)
	}
}

func TestAStatusLineIsSilentWhereNobodyLooks(t *testing.T) {
	t.Parallel()
	for _, s := range []screen.Style{{}, {Terminal: true}} {
		var b bytes.Buffer
		status := screen.NewStatus(&b, s, true)
		status.Set("x")
		status.Print(func() { b.WriteString("a line\n") })
		status.Clear()
		if b.String() != "a line\n" {
			t.Errorf("wrote %q", b.String())
		}
	}
}
