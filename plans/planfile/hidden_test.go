package planfile_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/plans/planfile"
)

func TestWhatCanNotBeSeenIsWrittenAsItsNumber(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string][2]string{
		"what can be seen":               {"Grüße an 日本, ✋ 5 €: \"a\\b\"\n", "Grüße an 日本, ✋ 5 €: \"a\\b\"\n"},
		"an order that is turned":        {"gpj\u202eexe", `gpj\u202eexe`},
		"a blank of no width":            {"a\u200bb\ufeffc\u2060d", `a\u200bb\ufeffc\u2060d`},
		"a blank that is no space":       {"a\u00a0b\u2003c\u2028d", `a\u00a0b\u2003c\u2028d`},
		"letters that show nothing":      {"a\u3164\uffa0\u2800\u034fb", `a\u3164\uffa0\u2800\u034fb`},
		"a variant":                      {"✋\ufe0f", `✋\ufe0f`},
		"tags, beyond two bytes":         {"\U000e0041", `\udb40\udc41`},
		"letters of private use or none": {"\ue000\U000f0000\uffff", `\ue000\udb80\udc00\uffff`},
		"controls":                       {"\x1b[2J\r\t\x00", `\u001b[2J\u000d\u0009\u0000`},
		"what is no text":                {"a\xffb", "a\ufffdb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := planfile.Visible(tt[0]); got != tt[1] {
				t.Errorf("%q is shown as %q, want %q", tt[0], got, tt[1])
			}
		})
	}
}

func TestJSONSaysTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		said := strings.ToValidUTF8(rapid.String().Draw(t, "text"), "")
		data, err := json.Marshal(said)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal([]byte(planfile.Visible(string(data))), &got); err != nil || got != said {
			t.Fatalf("%q became %q, %v", said, got, err)
		}
	})
}
