package ownfield_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/ownfield"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAFieldIsItsFirstNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"eggs:: 4":                           "eggs 4 true",
		"- eggs:: 2 (sulking)":               "eggs 2 true",
		"> 1. eggs:: 2":                      "eggs 2 true",
		"- [x] pages read:: 1,200":           "pages read 1200 true",
		"sleep:: 5 — too hot":                "sleep 5 true",
		"sleep:: 7h30":                       "sleep 450min true",
		"eggs:: 4, all brown":                "eggs 4 true",
		"paid:: £9.50":                       "paid 9.5GBP true",
		"so [eggs:: 4] and (boats:: 12)!":    "eggs 4 true; boats 12 true",
		"```\nstd:: 3\n```\r\nboats:: 3\r\n": "boats 3 true",
		"eggs:: none":                        "",
		"std::vector 3":                      "",
		"at 10:40 :: 3":                      "",
		// It is not clear which number counts.
		"eggs:: 4 (no, 5)":       "eggs 4 false",
		"eggs:: ~~5~~ 4":         "eggs 0 false",
		"eggs:: about 4":         "eggs 0 false",
		"eggs:: 3 or 4":          "eggs 3 false",
		"eggs:: 4 5":             "eggs 4 false",
		"eggs:: 4, plus 2":       "eggs 4 false",
		"walk:: 3-4 km":          "walk 3km false",
		"vet:: 2026-03-04":       "vet 0 false",
		"phone:: 030 555 1234":   "phone 30 false",
		"sleep:: 7:30":           "sleep 0 false",
		"temperature:: 38.2?":    "temperature 38.2 false",
		"eggs:: 4 (was 5 first)": "eggs 4 false",
	} {
		var got []string
		for _, f := range ownfield.InText(text) {
			got = append(got, fmt.Sprintf("%s %v%s %t", f.Name, f.Value, f.Unit, f.Read))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

func TestAFieldOfFrontMatterIsItsNumber(t *testing.T) {
	t.Parallel()
	for front, want := range map[string]string{
		"hours: 6\nquoted: 780":                "hours 6 true; quoted 780 true",
		"paid: £195\r\nsleep: 7h30 # long\r\n": "paid 195GBP true; sleep 450min true",
		"'pages read': \"1,200\"":              "pages read 1200 true",
		"weight_kg: 65.4":                      "weight_kg 65.4 true",
		"mood: 7\ntags: [3]\nid: 12":           "mood 7 true",
		"in: 2026-02-10\ndate: 5":              "",
		"hive:\n  frames: 9\nqueens:\n- 2":     "",
		"note: |\n  eggs:: 4":                  "",
		"# hours: 6":                           "",
		"hours: # 6":                           "",
		// It is not clear which number counts.
		"mood: 7 or 8":     "mood 7 false",
		"hours: [6, 7]":    "hours 0 false",
		"bp: 112/64":       "bp 112 false",
		"hours: 6 (no, 7)": "hours 6 false",
		"hours: about 6":   "hours 0 false",
	} {
		for _, e := range []*commonv1.Entry{{Text: front, FrontMatter: true}, {Text: "---\n" + front + "\n---\n"}} {
			var got []string
			for _, f := range ownfield.InFrontOf(e) {
				got = append(got, fmt.Sprintf("%s %v%s %t", f.Name, f.Value, f.Unit, f.Read))
				if value := e.GetText()[f.Start:f.End]; !strings.Contains(front, ": "+value) && !strings.Contains(front, ": \""+value) {
					t.Errorf("%s of %q is at %q", f.Name, e.GetText(), value)
				}
			}
			if strings.Join(got, "; ") != want {
				t.Errorf("%q has %q, want %q", e.GetText(), got, want)
			}
		}
	}
	for _, text := range []string{"hours: 6", "---\nhours: 6", "Ran.\n---\nhours: 6\n---"} {
		if got := ownfield.InFrontOf(&commonv1.Entry{Text: text}); len(got) > 0 {
			t.Errorf("%q is no front matter, but has %+v", text, got)
		}
	}
}

// Whatever stands around them, each field is read once, at its place.
func TestEveryFieldIsRead(t *testing.T) {
	t.Parallel()
	names := []string{"eggs", "pages read", "Kaffee", "steps-home"}
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []string
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			name, value := rapid.SampledFrom(names).Draw(t, "name"), rapid.IntRange(0, 9999).Draw(t, "value")
			field := fmt.Sprintf("%s:: %d", name, value)
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				text.WriteString("We had 3 of them at 10:40, really." + end)
				continue
			case 1:
				text.WriteString("```" + end + field + end + "```" + end)
				continue
			case 2:
				text.WriteString("It was late [" + field + "] and cold." + end)
			case 3:
				text.WriteString("\t- " + field + " (more than I thought)" + end)
			default:
				text.WriteString(field + end)
			}
			want = append(want, field)
		}
		var got []string
		for _, f := range ownfield.InText(text.String()) {
			at := text.String()[f.Start:f.End]
			if !f.Read || !strings.HasPrefix(at, fmt.Sprint(f.Value)) {
				t.Fatalf("%+v is at %q of %q", f, at, text.String())
			}
			got = append(got, fmt.Sprintf("%s:: %v", f.Name, f.Value))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("%q has %q, want %q", text.String(), got, want)
		}
	})
}

func FuzzFieldsLieInTheText(f *testing.F) {
	f.Add("- eggs:: 4 (no)\n[a:: 1](b:: 2)")
	f.Add("---\nhours: \"6\" # x\n'a: b': 1\n...\nc:: 2")
	f.Fuzz(func(t *testing.T, text string) {
		for _, fields := range [][]ownfield.Field{
			ownfield.InText(text), ownfield.InFrontOf(&commonv1.Entry{Text: text}), ownfield.InFrontOf(&commonv1.Entry{Text: text, FrontMatter: true}),
		} {
			last := 0
			for _, field := range fields {
				if field.Start < last || field.End > len(text) || field.Start >= field.End {
					t.Fatalf("%+v of %q", field, text)
				}
				last = field.End
			}
		}
	})
}
