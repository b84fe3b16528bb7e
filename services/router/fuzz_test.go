package router_test

import (
	"strings"
	"testing"
	"unicode"

	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

// FuzzRoute promises that any text has an answer, of verbatim parts, and that no
// word is lost but those that greet, announce or join.
func FuzzRoute(f *testing.F) {
	for _, c := range inputs {
		f.Add(c.text)
	}
	for _, p := range promises {
		for _, text := range p.say {
			f.Add(text)
		}
	}
	s, err := router.New(router.Deps{})
	if err != nil {
		f.Fatal(err)
	}
	infos := shipped(f)[:2]
	f.Fuzz(func(t *testing.T, text string) {
		got, err := s.Route(t.Context(), &pb.RouteRequest{Text: text, Domains: infos})
		if err != nil || !strings.Contains(text, got.GetLogPortion()) || !strings.Contains(text, got.GetQueryPortion()) {
			t.Fatalf("%q: %v, %v", text, got, err)
		}
		segments := router.Segments(text)
		holdsAllWords(t, text, segments)
		if got.GetInputType() != both {
			return
		}
		for _, part := range segments {
			if said := strings.TrimSpace(text[part.Start:part.End]); !part.Idle && !strings.Contains(got.GetLogPortion(), said) && !strings.Contains(got.GetQueryPortion(), said) {
				t.Fatalf("%q: %q is in neither %q nor %q", text, said, got.GetLogPortion(), got.GetQueryPortion())
			}
		}
	})
}

// holdsAllWords fails if the parts overlap or a word stands in none of them,
// except one that joins.
func holdsAllWords(t *testing.T, text string, parts []router.Segment) {
	t.Helper()
	at := 0
	between := func(end int) {
		for _, w := range strings.FieldsFunc(text[at:end], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !router.Joins(strings.ToLower(w)) {
				t.Fatalf("%q: %q is in no part", text, w)
			}
		}
	}
	for _, p := range parts {
		if p.Start < at || p.End < p.Start {
			t.Fatalf("%q: parts overlap at %d", text, p.Start)
		}
		between(p.Start)
		at = p.End
	}
	between(len(text))
}
