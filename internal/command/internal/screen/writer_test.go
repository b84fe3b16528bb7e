package screen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// printed returns what a stream gets of a text.
func printed(seal screen.Seal, text string) string {
	var b bytes.Buffer
	_, _ = io.WriteString(screen.NewWriter(&b, seal), text)
	return b.String()
}

// attacks are pieces that a terminal obeys, and pieces of them.
var attacks = []string{
	"\x1b[31m", "\x1b[1m", "\x1b[0m", "\r\x1b[2K", "\x1b]52;c;aGk=\x07", "\x1b]8;;http://evil\x1b\\", "\x1b]0;title\a",
	"\x1bPq", "\x1b_app\x1b\\", "\u009b2J", "\x9b2J", "\u009d52;", "\x90", "\x1b", "\x1b\x1b", "\r", "\b", "\x7f", "\x00", "\f", "\v",
	"\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\xff", "\xc2", "\x9b", "\xe2\x80", "\xae", "[31m", "é", "日本", "👩‍🚀", "\n", "\t", " ",
}

// hostile draws a text of attacks and of anything else.
func hostile(t *rapid.T, label string) string {
	pieces := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom(attacks),
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	), 0, 8).Draw(t, label)
	return strings.Join(pieces, "")
}

// wantHarmless fails if a terminal would obey anything in a text.
func wantHarmless(t rapid.TB, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Fatalf("%q is no UTF-8", text)
	}
	for _, r := range text {
		if (unicode.IsControl(r) && r != '\n' && r != '\t') || unicode.Is(unicode.Bidi_Control, r) {
			t.Fatalf("%q is left in %q", r, text)
		}
	}
}

func TestNothingThatIsPrintedControlsTheTerminal(t *testing.T) {
	t.Parallel()
	seal := screen.NewSeal()
	rapid.Check(t, func(t *rapid.T) {
		text := hostile(t, "text")
		wantHarmless(t, printed(seal, text))
		wantHarmless(t, printed("", text))
		wantHarmless(t, screen.Clean(text))
	})
	if got := printed(seal, "a\x1b[31mred\x07\u009b2J\x9b3J\u202e\r\nb\tc"); got != "a[31mred2J\ufffd3J\nb\tc" {
		t.Errorf("got %q", got)
	}
}

func TestATextWithWeftsOwnSequencesIsStillText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seal := screen.NewSeal()
		style := screen.Style{Terminal: true, Color: true, Seal: seal}
		other := screen.Style{Terminal: true, Color: true, Seal: screen.NewSeal()}
		before, inside := hostile(t, "before"), hostile(t, "inside")+other.Warn("x")
		got := printed(seal, before+style.Bold(inside)+before)
		want := screen.Clean(before) + "\x1b[1m" + screen.Clean(inside) + "\x1b[0m" + screen.Clean(before)
		if got != want {
			t.Fatalf("printed %q, want %q", got, want)
		}
	})
}

func TestWhatIsSplitOverSeveralWritesJoinsToNothingMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := hostile(t, "text")
		var b bytes.Buffer
		w := screen.NewWriter(&b, screen.NewSeal())
		for len(text) > 0 {
			n := rapid.IntRange(1, len(text)).Draw(t, "n")
			if wrote, err := io.WriteString(w, text[:n]); wrote != n || err != nil {
				t.Fatalf("wrote %d of %d, %v", wrote, n, err)
			}
			text = text[n:]
		}
		wantHarmless(t, b.String())
	})
}

func TestWhatCanBeShownIsShownAsItIs(t *testing.T) {
	t.Parallel()
	const text = "## 07:30\nBench 3×5 @ 80 kg, “heavy”\t– naïve 日本 👩‍🚀 שלום \ufffd\n"
	if got := printed(screen.NewSeal(), text); got != text {
		t.Errorf("got %q", got)
	}
}

func TestALineEditorMovesTheCursorAndNothingElse(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := screen.NewWriter(&b, screen.NewSeal()).Editor()
	const moves = "\x1b[?2004h\x1b[36mweft> \x1b[0m\x1b[K\x1b[12D\x1b[C\x1b[2J\x1b[H\r\n\x1b[?2004l"
	_, _ = io.WriteString(w, moves)
	if b.String() != moves {
		t.Errorf("of %q is left %q", moves, b.String())
	}
	b.Reset()
	_, _ = io.WriteString(w, "a\x07\b\u202e\u009b2J\x1b]52;c;aGk=\x07\x1bPq\x1b[6n\x1b[?1049h")
	if got := b.String(); got != "a2J]52;c;aGk=Pq[6n[?1049h" {
		t.Errorf("left is %q", got)
	}
}

func TestJSONIsHarmlessAndSaysTheSame(t *testing.T) {
	t.Parallel()
	raw := regexp.MustCompile(`[\x00-\x1f]`)
	rapid.Check(t, func(t *rapid.T) {
		want := strings.ToValidUTF8(hostile(t, "text"), "?")
		encoded, err := json.Marshal(map[string]string{want: want})
		if err != nil {
			t.Fatal(err)
		}
		got := screen.JSON(string(encoded))
		wantHarmless(t, got)
		if raw.MatchString(got) {
			t.Fatalf("%q has raw control characters", got)
		}
		var back map[string]string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back[want] != want {
			t.Fatalf("%q became %q, %v", want, back, err)
		}
	})
}

func TestAReaderThatIsGoneIsToldOf(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	_ = r.Close()
	if _, err := io.WriteString(screen.NewWriter(w, ""), "x"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error = %v", err)
	}
}
