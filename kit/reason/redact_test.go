package reason

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var anyHash = regexp.MustCompile(`file:[0-9a-f]{8}`)

func TestPathsOfFilesAreToldAsHashes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"open /home/ann/notes/2026-02-23.md: permission denied": "open FILE.md: permission denied",
		"/home/ann/My Notes/House plan.md":                      "FILE.md",
		"it is in ~/notes/House.md, I think.":                   "it is in FILE.md, I think.",
		"see file:///home/ann/x.md":                             "see FILE.md",
		`C:\Users\ann\Notes\House.md was read`:                  "FILE.md was read",
		`C:\Users\ann was read`:                                 "FILE was read",
		"under /root or /etc/passwd.":                           "under FILE or FILE.",
		"(Clients/Acme.md)":                                     "(FILE.md)",
		`C:\Users\ann\My Notes\House plan.md`:                   "FILE.md",
		"read Clients/Acme.md":                                  "read FILE.md",
		"![[img/boiler.PNG]] and [a](notes/a.md)":               "![[FILE.png]] and [a](FILE.md)",
		"größe/Öl.md":                                           "FILE.md",
		// and what is none
		"https://example.com/a/b.md and www.example.com/x.html": "",
		"3/4 of it, 2026/11/28, 120 km/h, and/or, he/she.":      "",
		"mail/send_message":   "",
		"House.md":            "",
		"[[Clients/Acme]]":    "",
		"2026-01-05_07-30-00": "",
		"10:30 - 11:00":       "",
		"":                    "",
	} {
		got := redact(text)
		if want == "" {
			want = text
		}
		if shape := anyHash.ReplaceAllString(got, "FILE"); shape != want {
			t.Errorf("%q is told as %q, not %q", text, got, want)
		}
		if again := redact(got); again != got {
			t.Errorf("%q is told anew as %q", got, again)
		}
	}
	if a, b := redact("in Clients/Acme.md"), redact("Clients/Acme.md is it"); strings.TrimPrefix(a, "in ") != strings.TrimSuffix(b, " is it") {
		t.Errorf("one file is told as %q and %q", a, b)
	}
	if redact("Clients/Acme.md") == redact("Clients/Brandt.md") {
		t.Error("two files are told as one")
	}
}

func TestAllTextsOfAResultAreWithoutPaths(t *testing.T) {
	t.Parallel()
	r := Result{
		OK: true, Confidence: 1, Explanations: []string{"Read /home/ann/a.md.", "Fine."},
		Data: json.RawMessage(`{"z":1.0,"/home/ann/a.md":["\/home\/ann\/a.md","C:\\Users\\ann\\a.md","<b>"],"a":"\u00e4"}`),
	}.Redacted()
	got := anyHash.ReplaceAllString(r.Explanations[0]+r.Explanations[1]+string(r.Data), "FILE")
	if want := `Read FILE.md.Fine.{"z":1.0,"FILE.md":["FILE.md","FILE.md","<b>"],"a":"\u00e4"}`; got != want {
		t.Errorf("it is\n%s, not\n%s", got, want)
	}
	failed := Failed("read_failed", "open /home/ann/a.md: gone").Redacted()
	if strings.Contains(failed.Error.Message, "ann") {
		t.Errorf("it is %v", failed.Error)
	}
}

func FuzzRedacted(f *testing.F) {
	f.Add(`{"a":"/home/ann/notes/x.md"}`, "open ~/x/y.md")
	f.Add(`"\\`, `\\host\share`)
	f.Add(`["\ud800/a/b.md"]`, "/")
	f.Fuzz(func(t *testing.T, data, text string) {
		r := Result{OK: true, Data: json.RawMessage(data), Explanations: []string{text}}.Sound()
		told := r.Redacted()
		if len(r.Data) > 0 && !json.Valid(told.Data) {
			t.Errorf("%q is told as %q", r.Data, told.Data)
		}
		if strings.Contains(strings.Join(told.Explanations, ""), "/home/ann/") {
			t.Errorf("%q is told as %q", text, told.Explanations)
		}
	})
}
