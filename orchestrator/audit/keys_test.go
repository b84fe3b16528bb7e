package audit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/audit"
)

func TestWhatBecomesOfAnAPIKeyIsToldOnce(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	now := time.Now()
	key := func(user string, scopes ...auth.Scope) auth.Key {
		k, _ := auth.Issue(auth.Key{Name: user, Tenant: "acme", User: user, Kind: auth.Person, Scopes: scopes}, now)
		return k
	}
	told := 0
	keep := func(keys []auth.Key, want ...string) {
		t.Helper()
		for range 2 { // the second time there is nothing new
			if err := l.KeepKeys(t.Context(), keys, now); err != nil {
				t.Fatal(err)
			}
		}
		events, _, err := l.List(t.Context(), audit.Query{Tenant: "acme", Match: all, Most: 100})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range events[told:] {
			got = append(got, fmt.Sprint(e.GetMethod(), " ", e.GetApiKeyId(), " ", e.GetDescription()))
		}
		told = len(events)
		if !slices.Equal(got, want) {
			t.Errorf("told is %q, want %q", got, want)
		}
	}
	ann, bob := key("ann", auth.Read), key("bob", auth.Write, auth.Approve)
	keep(nil)
	keep([]auth.Key{ann, bob}, "KeyAdded "+ann.ID+" person ann, scopes read", "KeyAdded "+bob.ID+" person bob, scopes write,approve")
	ann.Scopes = append(ann.Scopes, auth.Approve)
	keep([]auth.Key{ann, bob}, "KeyChanged "+ann.ID+" person ann, scopes read,approve")
	bob.Revoked = &now
	keep([]auth.Key{ann, bob}, "KeyRevoked "+bob.ID+" person bob, scopes write,approve")
	keep([]auth.Key{bob}, "KeyRemoved "+ann.ID+" person ann, scopes read,approve")
}
