package api

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func TestWhatAnErrorRepeatsOfAnAnswerIsBoundedAndWholeText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("a", toldBytes), strings.Repeat("a", toldBytes+1), "a" + strings.Repeat("€", toldBytes)} {
		got := head(text, toldBytes)
		if !utf8.ValidString(got) || !strings.HasPrefix(text, got) || len(got) > toldBytes || len(got) < min(len(text), toldBytes-3) {
			t.Errorf("of %d bytes it repeats %d", len(text), len(got))
		}
	}
}

func TestAnAnswerThatComesTooLateIsToldWhenTheWaitWasOver(t *testing.T) {
	t.Parallel()
	over := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	late := &graph.ExpiredError{Pause: &runv1.Interrupted{InterruptId: "i4", ExpireTime: timestamppb.New(over)}}
	f, ok := errors.AsType[*fault.Error](RunFault(fmt.Errorf("%w: %w", runner.ErrNotWaiting, late), "R"))
	if !ok || f.Code != codes.FailedPrecondition || f.Reason != fault.RunNotWaiting ||
		f.Metadata["interrupt_id"] != "i4" || f.Metadata["expire_time"] != "2026-11-25T12:00:00Z" || !strings.Contains(f.Message, "2026-11-25T12:00:00Z") {
		t.Errorf("told as %+v", f)
	}
}
