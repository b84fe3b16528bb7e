package chaos

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/porttest"
)

// layCluster adds NATS servers that keep a copy of every stream each.
func (s *Site) layCluster(t *testing.T, n int) bus {
	t.Helper()
	s.Streams = t.TempDir()
	var listen, routes []string
	for range n {
		listen, routes = append(listen, porttest.FreeAddress(t)), append(routes, porttest.FreeAddress(t))
	}
	for i := range n {
		name := fmt.Sprintf("%s-%d", NATS, i+1)
		others := slices.Delete(slices.Clone(routes), i, i+1)
		s.add(name, natsd(t), "-dir", filepath.Join(s.Streams, name), "-listen", listen[i],
			"-name", name, "-cluster", routes[i], "-routes", strings.Join(others, ","))
	}
	s.nats = "nats://" + strings.Join(listen, ",nats://")
	return bus{server: []string{"nats.url=" + s.nats, fmt.Sprintf("nats.replicas=%d", n)}, client: "nats.url=" + s.nats}
}

func isNATS(p *Process) bool { return strings.HasPrefix(p.Name, NATS) }

// quorum waits until the servers of NATS have found a leader.
func (s *Site) quorum(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	nc, err := nats.Connect(s.nats)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	for {
		try, cancel := context.WithTimeout(ctx, time.Second) // without a leader nobody answers
		_, err = js.AccountInfo(try)
		cancel()
		if err == nil {
			return nil
		}
		if wait(ctx, 100*time.Millisecond) != nil {
			return fmt.Errorf("the NATS servers have no leader: %w", err)
		}
	}
}
