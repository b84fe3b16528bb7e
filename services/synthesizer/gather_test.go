package synthesizer_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/synthesizer"
)

// swims is a question for a total over n notes, and some that don't bear on it.
func swims(n int) *pb.SynthesizeRequest {
	var all []*commonv1.EvidenceNote
	for i := range n {
		id := fmt.Sprintf("2026-%02d-%02d_07-00-00", 1+i/28, 1+i%28)
		all = append(all, note(id, fmt.Sprintf("Swam %d m before work.", 500+i)), note(id+"-2", "Bread, milk."))
	}
	form := question("How far did I swim this year?", commonv1.Wanted_WANTED_AGGREGATE)
	form.Subjects = []*commonv1.Subject{{Name: "swim", Words: "swim", Forms: []string{"swam"}}}
	return asking(form, all...)
}

var swum = regexp.MustCompile(`<<<note (n\d+)[^>]*>>>\s*Swam (\d+) m`)

// collector plays a model that collects every swim that it is shown, and that has
// nothing to say from the given call on.
func collector(t *testing.T, mute int32, answer string) *llmtest.Scripted {
	var part atomic.Int32
	return &llmtest.Scripted{Called: "ollama", Play: func(_ int, _ context.Context, req llm.Request, _ func(string)) (llm.Reply, error) {
		if req.Form != "Gathering" {
			return llm.Reply{Text: saying(t, answer), Model: "m-1", Stop: llm.StopEnd}, nil
		}
		if mute > 0 && part.Add(1) >= mute {
			return llm.Reply{Text: "no JSON", Model: "m-1", Stop: llm.StopEnd}, nil
		}
		got := &mindv1.Gathering{}
		for _, m := range swum.FindAllStringSubmatch(req.Turns[0].Text, -1) {
			it := &mindv1.ValueItem{Entry: m[1], ExactWords: "Swam " + m[2] + " m", Unit: "m"}
			_, _ = fmt.Sscan(m[2], &it.Number)
			got.Items = append(got.Items, it)
		}
		raw, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(got)
		return llm.Reply{Text: string(raw), Model: "m-1", Stop: llm.StopEnd}, err
	}}
}

func gathered(t *testing.T, req *pb.SynthesizeRequest, p *llmtest.Scripted) (*pb.SynthesizeResponse, string) {
	t.Helper()
	s, err := synthesizer.New(synthesizer.Deps{Mind: mind.Model, Model: llmtest.Client(t, "synthesizer", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	out := &stream{ctx: t.Context()}
	if err := s.Synthesize(req, out); err != nil {
		t.Fatal(err)
	}
	seen := p.Seen()
	return out.sent[len(out.sent)-1], seen[len(seen)-1].Turns[0].Text
}

func TestWhatOnePromptCanNotHoldIsReadInPartsAndAddedUpByCode(t *testing.T) {
	t.Parallel()
	res, asked := gathered(t, swims(130), collector(t, 0, "You swam 73385 m [f2] on 130 mornings [f1]."))
	if want := "sum of what was gathered from 130 notes: 73385 m"; !strings.Contains(asked, want) {
		t.Errorf("the prompt lacks %q:\n%s", want, asked)
	}
	if strings.Contains(asked, "that it stands on") {
		t.Error("it says that notes are missing")
	}
	if !strings.Contains(asked, "… Swam 629 m …") {
		t.Error("it does not show the words of a note beyond the first")
	}
	if got := res.GetAnswer().GetText(); !strings.HasPrefix(got, "You swam 73385 m [") {
		t.Errorf("got %q", got)
	}
	if calls := res.GetProvenance().GetModelCalls(); calls != 4 {
		t.Errorf("%d calls, want three parts and the answer", calls)
	}
}

// A part is read with the words of the domains, and with nothing else of the background.
func TestAPartIsReadWithTheVocabulary(t *testing.T) {
	t.Parallel()
	req, p := swims(130), collector(t, 0, "You swam 73385 m [f2].")
	req.Background = []*commonv1.BackgroundText{
		{Kind: commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE, Domain: "swimming", Text: "Pace is time by distance."},
		{Kind: commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY, Domain: "swimming", Text: "swim: swam, laps"},
	}
	_, asked := gathered(t, req, p)
	if !strings.Contains(asked, "<<<expertise of swimming>>>\nPace is") || !strings.Contains(asked, "<<<vocabulary of swimming>>>\nswim: swam") {
		t.Errorf("the answer is written without the background:\n%s", asked)
	}
	parts := 0
	for _, req := range p.Seen() {
		if part := req.Turns[0].Text; req.Form == "Gathering" {
			parts++
			if strings.Contains(part, "Pace is") || !strings.Contains(part, "<<<vocabulary of swimming>>>\nswim: swam") {
				t.Errorf("a part is read with\n%s", part)
			}
		}
	}
	if parts != 3 {
		t.Errorf("%d parts", parts)
	}
}

func TestOfAPartThatNobodyReadTheAnswerIsToldThatItLacks(t *testing.T) {
	t.Parallel()
	_, asked := gathered(t, swims(130), collector(t, 3, "You swam far [f1]."))
	if !regexp.MustCompile(`stands on (70|120) of 130`).MatchString(asked) {
		t.Errorf("asked %s", asked)
	}
}

// A part of which an item stands in no note is not taken for read.
func TestATotalOfAPartThatCodeCanNotReadIsNotTakenForWhole(t *testing.T) {
	t.Parallel()
	honest := collector(t, 0, "You swam far [f1].")
	p := &llmtest.Scripted{Called: "ollama", Play: func(n int, ctx context.Context, req llm.Request, say func(string)) (llm.Reply, error) {
		reply, err := honest.Play(n, ctx, req, say)
		reply.Text = strings.Replace(reply.Text, "Swam 600 m", "Swam 60000 m", 1)
		return reply, err
	}}
	_, asked := gathered(t, swims(130), p)
	if !regexp.MustCompile(`stands on (70|120) of 130`).MatchString(asked) || strings.Contains(asked, "73385") {
		t.Errorf("asked %s", asked)
	}
}

// All parts are one call, which has one turn. While the model reads it is given away once.
func TestPartsShareTheTurnOfTheirCall(t *testing.T) {
	t.Parallel()
	s, err := synthesizer.New(synthesizer.Deps{Mind: mind.Model, Model: llmtest.Client(t, "synthesizer", nil, collector(t, 0, "You swam far [f1]."))})
	if err != nil {
		t.Fatal(err)
	}
	turns := fair.New(1, 1)
	turn, err := turns.Acquire(t.Context(), "acme", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Synthesize(swims(330), &stream{ctx: fair.With(t.Context(), turn)}); err != nil {
		t.Fatal(err)
	}
	if load := turns.Load(); load.Busy != 1 {
		t.Errorf("it has %d turns", load.Busy)
	}
	turn.Release()
	if load := turns.Load(); load.Busy != 0 {
		t.Errorf("left are %+v", load)
	}
}

func TestWithoutTheTimeOfAModelForAPartThereIsNoAnswer(t *testing.T) {
	t.Parallel()
	all := collector(t, 0, "You swam far [f1].")
	p := &llmtest.Scripted{Called: "ollama", Play: func(n int, ctx context.Context, req llm.Request, say func(string)) (llm.Reply, error) {
		if n == 2 {
			return llm.Reply{}, &llm.Error{Cause: llm.Refused, Err: fair.BusyError(time.Second)}
		}
		return all.Play(n, ctx, req, say)
	}}
	s, err := synthesizer.New(synthesizer.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "synthesizer", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	out := &stream{ctx: t.Context()}
	if err := s.Synthesize(swims(130), out); !errors.Is(err, fault.AgentBusy) {
		t.Errorf("it ends with %v, %v", err, out.sent)
	}
}

func TestFewNotesAreReadInOneCall(t *testing.T) {
	t.Parallel()
	res, _ := gathered(t, swims(50), collector(t, 0, "You swam in the morning [n1]."))
	if calls := res.GetProvenance().GetModelCalls(); calls != 1 {
		t.Errorf("%d calls", calls)
	}
}
