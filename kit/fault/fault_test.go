package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	spb "google.golang.org/genproto/googleapis/rpc/status"

	"github.com/weft-mesh/weft/kit/fault"
)

// hop sends an error over the wire and returns what the client makes of it.
func hop(t interface{ Fatalf(string, ...any) }, err error) error {
	raw, marshalErr := proto.Marshal(status.Convert(err).Proto())
	if marshalErr != nil {
		t.Fatalf("the status can't be sent: %v", marshalErr)
	}
	var back spb.Status
	if err := proto.Unmarshal(raw, &back); err != nil {
		t.Fatalf("the status can't be received: %v", err)
	}
	return fault.FromError(status.ErrorProto(&back))
}

func TestReasonSurvivesAHop(t *testing.T) {
	t.Parallel()
	sent := fault.New(codes.NotFound, fault.RunNotFound, "run %q: there is none", "r1").With("run_id", "r1")
	got := hop(t, fmt.Errorf("get: %w", sent))

	if !errors.Is(got, fault.RunNotFound) {
		t.Errorf("errors.Is(%v, RunNotFound) = false", got)
	}
	if errors.Is(got, fault.EntryNotFound) {
		t.Error("it is taken for another reason, too")
	}
	e, ok := errors.AsType[*fault.Error](got)
	if !ok {
		t.Fatalf("%T is no *fault.Error", got)
	}
	if e.Code != codes.NotFound || e.Metadata["run_id"] != "r1" {
		t.Errorf("code %v, metadata %v", e.Code, e.Metadata)
	}
}

func TestViolationsSurviveAHop(t *testing.T) {
	t.Parallel()
	got := hop(t, fault.Invalid("input.time_zone", "%q is not a time zone", "Mars/Base"))
	e, _ := errors.AsType[*fault.Error](got)
	want := fault.Violation{Field: "input.time_zone", Description: `"Mars/Base" is not a time zone`}
	if e == nil || len(e.Violations) != 1 || e.Violations[0] != want {
		t.Fatalf("got %#v, want the violation %v", e, want)
	}
	if e.Message != "input.time_zone: "+want.Description {
		t.Errorf("message = %q", e.Message)
	}
}

func TestCauseStaysInTheProcess(t *testing.T) {
	t.Parallel()
	err := fault.Wrap(io.ErrUnexpectedEOF, codes.DataLoss, fault.VaultFileCorrupt, "the file can't be read")
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("the cause is not found where it happened")
	}
	if want := "the file can't be read: unexpected EOF"; err.Error() != want {
		t.Errorf("Error() = %q, want %q", err.Error(), want)
	}
	if got := hop(t, err).Error(); got != "the file can't be read" {
		t.Errorf("the client reads %q", got)
	}
}

func TestACauseThatTheMessageTellsIsSaidOnce(t *testing.T) {
	t.Parallel()
	err := fault.Wrap(io.ErrUnexpectedEOF, codes.DataLoss, fault.VaultFileCorrupt, "%v, and nobody knows why", io.ErrUnexpectedEOF)
	if want := "unexpected EOF, and nobody knows why"; err.Error() != want || fault.Told(err) != want || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Error() = %q, Told = %q, want %q", err.Error(), fault.Told(err), want)
	}
}

func TestFromError(t *testing.T) {
	t.Parallel()
	plain := errors.New("plain")
	cases := []struct {
		name   string
		err    error
		target error
	}{
		{"a deadline that ended here", context.DeadlineExceeded, fault.DeadlineExceeded},
		{"a wrapped cancellation", fmt.Errorf("x: %w", context.Canceled), fault.Cancelled},
		{"a deadline that ended there is the context's error here", status.Error(codes.DeadlineExceeded, "late"), context.DeadlineExceeded},
		{"a cancellation there is the context's error here", status.Error(codes.Canceled, "gone"), context.Canceled},
		{"a refused connection", status.Error(codes.Unavailable, "refused"), fault.AgentUnavailable},
		{"a message that is too large", status.Error(codes.ResourceExhausted, "large"), fault.LimitExceeded},
		{"a method that is not there", status.Error(codes.Unimplemented, "no"), fault.Unimplemented},
		{"a status of a stranger", status.Error(codes.DataLoss, "?"), fault.Internal},
		{"an error that is no status stays what it is", plain, plain},
		{"the end of a stream stays what it is", io.EOF, io.EOF},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := fault.FromError(c.err); !errors.Is(got, c.target) {
				t.Errorf("FromError(%v) = %#v, which is not %v", c.err, got, c.target)
			}
		})
	}
	if got := fault.FromError(nil); got != nil {
		t.Errorf("FromError(nil) = %v", got)
	}
}

func TestErrorIsNotChangedByItsCopies(t *testing.T) {
	t.Parallel()
	base := fault.New(codes.InvalidArgument, fault.InputBlank, "there is nothing in the input")
	field := base.At("input.text").With("a", "1")
	_ = field.With("a", "2")
	if len(base.Violations) != 0 || len(base.Metadata) != 0 {
		t.Errorf("the original has changed: %#v", base)
	}
	if len(field.Violations) != 1 || field.Metadata["a"] != "1" {
		t.Errorf("the copy is wrong: %#v", field)
	}
}

func TestAFailureNeverArrivesAsASuccess(t *testing.T) {
	t.Parallel()
	if s := status.Convert(&fault.Error{Message: "m"}); s.Code() != codes.Internal {
		t.Errorf("code = %v", s.Code())
	}
}

func TestWhateverIsQuotedCanBeSent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := string(rapid.SliceOf(rapid.Byte()).Draw(t, "raw"))
		err := fault.Invalid("input.text", "%s", raw).With("raw", raw)
		if got := hop(t, err); !errors.Is(got, fault.FieldInvalid) {
			t.Fatalf("the reason is lost: %#v", got)
		}
	})
}

// Clients of gRPC take an error as headers, and no more than 8 KiB of them.
func TestAnErrorStaysSmall(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	e := fault.New(codes.InvalidArgument, fault.FieldInvalid, "%s", long).With("path", long)
	for range 10_000 {
		e.Violations = append(e.Violations, fault.Violation{Field: long, Description: long})
	}
	if n := proto.Size(e.GRPCStatus().Proto()); n > 5<<10 {
		t.Errorf("it has %d bytes", n)
	}
	got := fault.New(codes.InvalidArgument, fault.FieldInvalid, "%s", strings.Repeat("ä", 1000)).GRPCStatus().Message()
	if !utf8.ValidString(got) || strings.Contains(got, "\uFFFD") || !strings.HasSuffix(got, "ä…") {
		t.Errorf("a message that is cut ends with %q", got[len(got)-9:])
	}
}

func TestWhatOthersAreToldHasNoCauses(t *testing.T) {
	t.Parallel()
	refused := errors.New("dial tcp 10.1.2.3:7402: connect: connection refused")
	away := fault.Wrap(refused, codes.Unavailable, fault.AgentUnavailable, "the planner can't be reached")
	for want, err := range map[string]error{
		"the planner can't be reached":             away,
		"plan: the planner can't be reached":       fmt.Errorf("plan: %w", away),
		"the evaluator is away":                    fault.Wrap(away, codes.Unavailable, fault.AgentUnavailable, "the evaluator is away"),
		"write the global context: it was changed": errors.New("write the global context: it was changed"),
	} {
		if got := fault.Told(err); got != want {
			t.Errorf("%v is told as %q, want %q", err, got, want)
		}
	}
	if got := fault.Told(fmt.Errorf("%w, and then some", away)); got != "the planner can't be reached" {
		t.Errorf("among others it is told as %q", got)
	}
}
