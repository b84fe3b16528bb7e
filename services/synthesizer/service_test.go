package synthesizer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/synthesizer"
)

// stream keeps what is sent.
type stream struct {
	grpc.ServerStream
	ctx  context.Context
	sent []*pb.SynthesizeResponse
}

func (s *stream) Context() context.Context { return s.ctx }

func (s *stream) Send(r *pb.SynthesizeResponse) error {
	s.sent = append(s.sent, r)
	return nil
}

// tester is a test, or a round of a property.
type tester interface {
	Helper()
	Fatal(...any)
	Errorf(string, ...any)
}

// synthesize returns the answer of the rules, and all that was sent before it.
func synthesize(ctx context.Context, t tester, req *pb.SynthesizeRequest) (*pb.Answer, string) {
	t.Helper()
	s, err := synthesizer.New(synthesizer.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	before := proto.Clone(req)
	out := &stream{ctx: ctx}
	if err := s.Synthesize(req, out); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(before, req) {
		t.Errorf("the request was changed")
	}
	var drafts strings.Builder
	for _, r := range out.sent {
		drafts.WriteString(r.GetDraft())
	}
	return out.sent[len(out.sent)-1].GetAnswer(), drafts.String()
}

func TestAnswersReadAsTheyShould(t *testing.T) {
	t.Parallel()
	for name, req := range cases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, drafts := synthesize(t.Context(), t, req)
			var b strings.Builder
			fmt.Fprintf(&b, "> %s\n\n%s\n\n---\n", req.GetForm().GetText(), a.GetText())
			for _, c := range a.GetCitations() {
				fmt.Fprintf(&b, "cites %s: %q\n", c.GetId(), c.GetQuote())
			}
			file := filepath.Join("testdata", "answers", name+".golden")
			if *llmtest.Update {
				if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s\n(go test -update writes it anew)", b.String(), want)
			}
			if drafts != a.GetText() {
				t.Errorf("the drafts are %q", drafts)
			}
		})
	}
}
