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
		"Acme moved: Billing@Acme.example, phone 030 555-1234. See https://acme.example/pay/.",
	}
	for args, want := range map[string][]string{
		`{"to":["billing@acme.example"],"amount":1200,"month":"2026-01","due":"2026-02-14"}`: nil,
		`{"to":"accounts@acme.example"}`: {"accounts@acme.example"},
		`{"amount":1250.5}`:              {"1250.5"},
		`{"body":"Call me at 0305551234 or 030 555 9999, see https://acme.example/pay"}`: {"030 555 9999"},
		`{"link":"https://acme.example.evil/pay"}`:                                       {"https://acme.example.evil/pay"},
		`{"a":{"$from":"x","pointer":"/1234/5678"},"b":[{"c":"4711 4712"},"4711 4712"]}`: {"4711 4712"},
		`{"hours":12,"year":2026}`:                                                       nil,
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
}
