package telemetry_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/telemetry"
)

func TestWhatNobodyShouldReadIsTakenOut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"write to ann.o'neil+notes@mail.example.co.uk today":                         "write to [e-mail] today",
		"mail jürgen@müller.de":                                                      "mail [e-mail]",
		"call +49 (0)30 1234-5678 at 5":                                              "call [phone] at 5",
		"call 0171/1234567, or 06 12 34 56 78.":                                      "call [phone], or [phone].",
		"(555) 867-5309 or 555-867-5309 or 867-5309":                                 "[phone] or [phone] or [phone]",
		"my number is 98765 43210, or 9876543210":                                    "my number is [phone], or [phone]",
		"paid with 4111 1111 1111 1111 again":                                        "paid with [card] again",
		"amex 3782-822463-10005":                                                     "amex [card]",
		"to DE89 3704 0044 0532 0130 00 please":                                      "to [account] please",
		"key sk-ant-api03-abcdEFGH1234_-xyz.":                                        "key [key].",
		"ghp_16C7e42F292c6912E7710c838347Ae178B4a":                                   "[key]",
		"AKIAIOSFODNN7EXAMPLE in the note":                                           "[key] in the note",
		"Authorization: Bearer abcdef0123456789xyz":                                  "Authorization: Bearer [key]",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN":                  "[key]",
		"the wifi password is hunter2!":                                              "the wifi password is [secret]",
		`{"api_key": "abc123", "x": 1}`:                                              `{"api_key": "[secret]", "x": 1}`,
		"PIN: 4711 for the gym":                                                      "PIN: [secret] for the gym",
		"postgres://weft:s3cret@db:5432/notes":                                       "postgres://[secret]@db:5432/notes",
		"hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c and so on":            "hash [key] and so on",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest": "[key]\nrest",
		"-----BEGIN PRIVATE KEY-----\nMIIEvQ":                                        "[key]",
	} {
		if got := telemetry.Redact(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestWhatNotesAreAboutStays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Bench press 3x5 @ 82.5 kg, then 80 82.5 85 87.5 kg, felt heavy",
		"2026-02-17_07-10-00: slept 5 h, 23:40-06:10",
		"On 05.01.2026 and 5/1/2026 I ran 10.5 km in 0:52:31",
		"walked 12345 steps, 2,450 kcal, resting pulse 48",
		"I want to pin down why the token of thanks felt odd",
		"Should I train legs today? The secret of it was rest.",
		"temperature 36.6, 36.8, 37.1; weight 81.25 81.1 80.95",
		"a note of 1234567 characters",
	} {
		if got := telemetry.Redact(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestAnExcerptIsCutAfterItIsRedacted(t *testing.T) {
	t.Parallel()
	got := telemetry.Excerpt("ann@example.com öööö", 12)
	if got != "[e-mail] ö…" || !utf8.ValidString(got) {
		t.Errorf("got %q", got)
	}
	if got := telemetry.Excerpt("short", 5); got != "short" {
		t.Errorf("got %q", got)
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("call +49 30 1234567, ann@example.com, 4111 1111 1111 1111")
	f.Fuzz(func(t *testing.T, text string) {
		once := telemetry.Redact(text)
		if utf8.ValidString(text) && !utf8.ValidString(once) {
			t.Errorf("%q became broken text %q", text, once)
		}
		if got := telemetry.Redact("ann@example.com " + text); strings.Contains(got, "ann@example.com") {
			t.Errorf("an address before %q stays: %q", text, got)
		}
	})
}
