package executor_test

import (
	"os"
	"sync"
	"testing"
	"time"

	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
)

// What one tenant asks of one server beyond what that has under way waits, and nobody who
// wants something of another does.
func TestCallsBeyondWhatAServerHasAtOnceWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	const atOnce, more = 48, 10
	b := newBench(t)
	mail := b.server("waits")
	mail.Timeout = 5 * time.Minute
	s := b.executor(map[string]executor.Server{"mail": mail, "post": b.server("is honest")})
	send, other := b.trustOf(s, "mail", "send"), b.trustOf(s, "post", "send")
	execute := func(req *pb.ExecuteRequest) {
		if r, err := s.Execute(t.Context(), req); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
			t.Error(r, err)
		}
	}
	var all sync.WaitGroup
	for range atOnce + more {
		all.Go(func() { execute(b.approve(send, `{"wait":true}`)) })
	}
	until(t, "as many are called as there may be", func() bool { return len(calls(t, b.record)) >= atOnce })
	execute(b.approve(other, `{}`))
	if n := len(calls(t, b.record)); n != atOnce+1 {
		t.Errorf("%d calls are under way", n-1)
	}
	if err := os.WriteFile(b.record+releaseFile, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if n := len(calls(t, b.record)); n != atOnce+more+1 {
		t.Errorf("%d calls were made", n)
	}
}
