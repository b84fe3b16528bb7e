package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

const most = 64 << 10

// lines are n lines that a format makes of their number.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// stairs are lines each of which is indented more than the one above.
func stairs(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + line + "\n")
	}
	return b.String()
}

var laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
	"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n" + "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n" + "f: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"

func TestABombIsRefusedBeforeAParserSeesIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"aliases of aliases":        {laughs, "line 1: anchors and aliases are not read"},
		"an anchor in a list":       {"a:\n  - &x 1\n", "line 2: anchors"},
		"an alias alone":            {"*a", "line 1: anchors"},
		"brackets":                  {strings.Repeat("[", 8_000), "line 1: it is nested deeper than 64"},
		"braces":                    {"a: " + strings.Repeat("{a: ", 2_000), "line 1: it is nested deeper"},
		"lists on one line":         {strings.Repeat("- ", 8_000), "nested deeper"},
		"lists with brackets":       {strings.Repeat("- [", 4_000), "nested deeper"},
		"mappings by indentation":   {stairs(300, "a:"), "line 65: it is nested deeper"},
		"lists by indentation":      {stairs(300, "-"), "nested deeper"},
		"keys of keys":              {strings.Repeat("? ", 1000), "nested deeper"},
		"tags of tags":              {strings.Repeat("!!a ", 1000), "nested deeper"},
		"blank lines in a text":     {"a: |\n" + strings.Repeat("\n", 60_000), "blank lines in a row"},
		"blank lines with blanks":   {"a: |\n" + strings.Repeat("  \n", 20_000), "blank lines in a row"},
		"returns":                   {"a: |\n" + strings.Repeat("\r", 60_000), "blank lines in a row"},
		"more keys than are looked": {lines(4_500, "%x:\n"), "it holds more than"},
		"more bytes than are read":  {strings.Repeat("x", most+1), "65537 bytes"},
		"no YAML":                   {"a: [1\nb: 2\n", "line "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var into map[string]any
			err := UnmarshalYAML([]byte(c.text), most, &into)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 200 {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// What the bounds let through takes so little that no deadline is needed. The
// test allows a hundred times as much, for a machine that is busy.
func TestWhatIsLetThroughIsReadInNoTime(t *testing.T) {
	t.Parallel()
	block := strings.Repeat("\n", maxBlank-2) + "  x\n"
	for name, text := range map[string]string{
		"as many keys as may be":       lines(4_000, "%x:\n"),
		"keys in braces":               "a: {" + lines(2_000, "%x: 1,") + "}",
		"a list of many":               "a: [" + strings.Repeat("a,", 4_000) + "]",
		"lists in a list":              "a: [" + strings.Repeat("[[]],", 1_600) + "]",
		"a text with blank lines":      "a: |\n" + strings.Repeat(block, most/len(block)-1),
		"folded, with blank lines":     "a: >-\n" + strings.Repeat(block, most/len(block)-1),
		"kept, with blank lines":       "a: |+\n" + strings.Repeat(block, most/len(block)-1),
		"texts that end in blanks":     strings.Repeat("a: |\n  x\n"+strings.Repeat("\n", maxBlank-2), most/(maxBlank+8)),
		"many documents":               strings.Repeat("a: 1\n...\n", 1_900),
		"as deep as may be, and again": strings.Repeat("- "+strings.Repeat("[", 62)+strings.Repeat("]", 62)+"\n", 64),
		"quotes that never end":        "a: \"" + strings.Repeat("x\n", most/2-2),
		"comments":                     strings.Repeat("# x\n", most/4),
		"a number without end":         "a: " + strings.Repeat("9", most-3),
		"tags":                         strings.Repeat("!a\n", 8_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			var into any
			_ = UnmarshalYAML([]byte(text), most, &into)
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("it took %v", took)
			} else if took > time.Second {
				t.Logf("it took %v", took)
			}
		})
	}
}

func TestWhatPeopleWriteIsRead(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":                        "",
		"a comment":                      "# nothing yet\n",
		"front matter":                   "tags: [a, b]\naliases:\n  - one\n  - two: 1\n    three: 2\ndate: 2026-01-05\n",
		"stars and ampersands in a text": "title: Q&A * and **more**\nnote: |\n  - *one*\n  - &two\nquoted: \"*x\"\n",
		"an object on a line":            "{" + lines(100, "k%d: 1, ") + "}",
		"a list of objects on a line":    "a: [" + lines(100, "{b: %d, c: [1, 2]}, ") + "]",
		"objects, one below the other":   lines(100, "- a: %d\n  b:\n    c: [1]\n"),
		"line ends of Windows":           "a: 1\r\nb:\r\n\r\n  - x\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var into any
			if err := UnmarshalYAML([]byte(text), most, &into); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAByteOrderMarkIsNoPartOfAName(t *testing.T) {
	t.Parallel()
	var into map[string]int
	if err := UnmarshalYAML([]byte("\uFEFFa: 1\n"), most, &into); err != nil || into["a"] != 1 {
		t.Errorf("%v, %v", into, err)
	}
}

func TestJSONIsBounded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"deep":          {"\n" + strings.Repeat("[", 100_000), "line 2: it is nested deeper than 64"},
		"deep objects":  {strings.Repeat(`{"a":`, 100), "nested deeper"},
		"many values":   {"[" + strings.Repeat("0,", 300_000) + "0]", "it holds more than 200000 values"},
		"many objects":  {"[" + strings.Repeat("{}", 300_000) + "]", "more than 200000"},
		"long":          {strings.Repeat(" ", 1<<20+1), "1048577 bytes"},
		"a long string": {`"` + strings.Repeat(`[\"`, 100_000) + `"`, ""},
		"what is usual": {`{"a": {"b": [1, 2, "[[["]}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := CheckJSON([]byte(c.text), 1<<20)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if c.want == "" && !json.Valid([]byte(c.text)) {
				t.Error("the test's own JSON is none")
			}
		})
	}
}

// FuzzYAML holds the bounds to what they promise: whatever is let through is read
// or refused, and does not end the process.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{laughs, "a: [b, {c: d}]\n", "- - ? !x |\n  a\n", "\"\\u0041", "a: >-\n\n  b", "<<: {a: 1}", "%YAML 1\n---\n..."} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var into any
		if err := UnmarshalYAML(text, most, &into); err != nil && err.Error() == "" {
			t.Error("an error without a word")
		}
	})
}
