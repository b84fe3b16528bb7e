package source_test

import (
	"slices"
	"testing"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/plans/source"
)

func TestWhatNobodyHasSaidIsTold(t *testing.T) {
	t.Parallel()
	texts := []string{
		"Send Acme the January invoice over 1,200 €, please.",
		"Ben is in from 8 to 12, 0151 998877 - or 0151 998878.",
		"Acme moved: Billing@Acme.example, phone 030 555-1234, not old--pay@acme.example. See https://acme.example/pay/.",
	}
	for args, want := range map[string][]string{
		`{"to":["billing@acme.example"],"amount":1200,"month":"2026-01","due":"2026-02-14"}`: nil,
		`{"to":"pay@acme.example"}`:      {"pay@acme.example"},
		`{"to":"accounts@acme.example"}`: {"accounts@acme.example"},
		`{"amount":1250.5}`:              {"1250.5"},
		`{"body":"Call me at 0305551234 or 030 555 9999, see https://acme.example/pay"}`: {"030 555 9999"},
		`{"link":"https://acme.example.evil/pay"}`:                                       {"https://acme.example.evil/pay"},
		`{"a":{"$from":"x","pointer":"/1234/5678"},"b":[{"c":"4711 4712"},"4711 4712"]}`: {"4711 4712"},
		`{"hours":12,"year":2026}`:                                                       nil,
		`{"lines":[{"amount_cents":120000}],"fee_cents":900000,"amount":120000}`:         {"120000", "900000"},
		`{"body":"Am 14.02.2026 Tel. 0151 998877 / 0151 99 8878"}`:                       nil,
		`{"body":"12 - 34 - 56 - 78"}`:                                                   {"12 - 34 - 56 - 78"},
		`no JSON 12345`:                                                                  nil,
		``:                                                                               nil,
	} {
		var got []string
		for _, v := range source.Unknown([]*planv1.Step{{Id: "s", Arguments: args}}, texts) {
			got = append(got, v.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
	call := &planv1.Step{Id: "call", Description: "Call Acme, 030 555 1234", Target: "Ben, 030 555 9999"}
	if got := source.Unknown([]*planv1.Step{call}, texts); !slices.Equal(got, []source.Value{{Step: "call", Value: "030 555 9999"}}) {
		t.Errorf("of what a person does: %q", got)
	}
}

func TestWhatAPersonHasToLookAtIsFound(t *testing.T) {
	t.Parallel()
	const args = `{"to":["ann@a.example","bob@b.example","ann@a.example"],"a/b":{"body":"Hi,\n\nsee https://a.example/x on 2026-03-12T19:00:00Z, not 2026-12-01 nor 2026-03-12","n":20260312},"ref":{"$from":"x","pointer":"/2020-01-01"}}`
	if got := source.Addresses(args); !slices.Equal(got, []string{"https://a.example/x", "ann@a.example", "bob@b.example"}) {
		t.Errorf("addresses: %q", got)
	}
	if got := source.Past(args, "2026-11-27"); !slices.Equal(got, []string{"2026-03-12"}) {
		t.Errorf("past: %q", got)
	}
	got := source.Texts(args)
	if len(got) != 1 || got[0].At != "/a~1b/body" || got[0].Text[:4] != "Hi,\n" {
		t.Errorf("texts: %q", got)
	}
	if source.Addresses("x") != nil || source.Texts("") != nil || source.Past("{}", "2026-01-01") != nil {
		t.Error("something is found in nothing")
	}
}
