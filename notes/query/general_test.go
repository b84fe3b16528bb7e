package query_test

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What notes name in place of a word widens a search, and the order bears on the
// ranking: two servers must not give two answers.
func TestWordsOfOneStemHaveTheirCoversInOneOrder(t *testing.T) {
	t.Parallel()
	covers := map[string]*commonv1.Words{
		"appointment": {Words: []string{"doctor", "vet"}}, "appointments": {Words: []string{"dentist", "optician"}}, "appointed": {Words: []string{"physio"}},
	}
	var first []string
	for i := range 50 {
		l := query.NewLexicon(&commonv1.DomainContext{Schemas: []*commonv1.DomainSchema{{Domain: "general", Covers: covers}}})
		got := l.General("what did he say at the two appointments?")
		if len(got) != 1 {
			t.Fatalf("the general words are %v", got)
		}
		if i == 0 {
			first = got[0].GetForms()
		} else if !slices.Equal(got[0].GetForms(), first) {
			t.Fatalf("now %v, and before %v", got[0].GetForms(), first)
		}
	}
}
