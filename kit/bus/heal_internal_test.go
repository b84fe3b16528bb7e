package bus

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A played server says one thing after the other of its health; the last stays.
type played struct {
	says  []string
	ready bool
}

func (p *played) Healthz(*server.HealthzOptions) *server.HealthStatus {
	said := p.says[0]
	if len(p.says) > 1 {
		p.says = p.says[1:]
	}
	return &server.HealthStatus{Error: said}
}

func (p *played) ReadyForConnections(time.Duration) bool { return p.ready }

func TestAServerThatIsOnlySlowToLookIsNotIll(t *testing.T) {
	t.Parallel()
	const unknown = "JetStream stream '$G > WEFT_TOOLS' could not be recovered"
	const slow = "failed to be ready for connections after 1ms: startup did not complete"
	for name, c := range map[string]struct {
		server played
		want   string
	}{
		"it is well":                        {played{[]string{""}, true}, ""},
		"a millisecond was too short":       {played{[]string{slow, ""}, true}, ""},
		"it is always too short":            {played{[]string{slow}, true}, ""},
		"it takes no connections":           {played{[]string{slow}, false}, slow},
		"a stream is being made":            {played{[]string{unknown, unknown, ""}, true}, ""},
		"it was slow, and makes a stream":   {played{[]string{slow, unknown, slow, unknown, ""}, true}, ""},
		"a stream can't be opened":          {played{[]string{unknown}, true}, unknown},
		"it can't write":                    {played{[]string{"JetStream is disabled"}, true}, "JetStream is disabled"},
		"it can't write, and was slow, too": {played{[]string{slow, "JetStream is disabled"}, true}, "JetStream is disabled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				got := ""
				if err := healthOf(&c.server); err != nil {
					got = err.Error()
				}
				if got != c.want {
					t.Errorf("its health is %q, want %q", got, c.want)
				}
			})
		})
	}
}
