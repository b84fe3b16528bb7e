package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/llm/form"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Prompt is what a model is told.
type Prompt struct {
	// System is who the model is and what it must do. No word of a user or of a
	// note stands in it.
	System string
	// User is what it is to work on, with notes and the user's text in blocks of
	// data; see Data.
	User string
	// MaxTokens is the most that it may write. 0 means 2048.
	MaxTokens int
	// Mends is how often at most the model is asked to mend its answer. 0 is as often
	// as is configured.
	Mends int
	// Allowance is what the call may cost, and whom it may wait for; nil without a
	// limit.
	Allowance *Allowance
	// OnText is called with the text of the field Stream as it is written. It may
	// be called with more than one attempt's words: Restart is called between
	// them. Both may be nil.
	OnText  func(string)
	Restart func()
	Stream  string
}

const usualTokens = 2048

// answer is the most that the model may write.
func (p Prompt) answer() int {
	if p.MaxTokens == 0 {
		return usualTokens
	}
	return p.MaxTokens
}

// A Form is what a model fills in.
type Form interface {
	Name() string
	Schema(form.Dialect) json.RawMessage
}

// Fill has a model fill into from a prompt. What check finds wrong with it
// beyond its schema counts as a fault of the answer, which the model is asked to
// mend; check may be nil.
//
// If no model had an answer the error wraps ErrNoAnswer and the provenance still
// tells what was spent. If the answer kept faults after all attempts it is what
// could be saved of it, and the provenance says degraded.
func Fill(ctx context.Context, c *Client, p Prompt, f *form.Message, into proto.Message, check func() []form.Problem) (*commonv1.Provenance, error) {
	return c.Ask(ctx, p, f, func(written string) ([]form.Problem, bool) {
		proto.Reset(into)
		problems, ok := f.Read(written, into)
		if ok && check != nil {
			problems = append(problems, check()...)
		}
		return problems, ok
	})
}

// Ask puts a form before the client's models until one's answer can be used.
// read takes an answer and tells what is wrong with it and whether it can be used
// even so; it is called last with the answer that is used.
func (c *Client) Ask(ctx context.Context, p Prompt, f Form, read func(string) ([]form.Problem, bool)) (from *commonv1.Provenance, err error) {
	ctx, end := c.door.watch.invoke(ctx, c.agent, f)
	defer func() { end(from, err) }()
	a := &asking{client: c, prompt: p, form: f, read: read}
	for _, first := range c.routes {
		routes := append([]Route{first}, c.door.cheaper(first)...)
		for i, route := range routes {
			a.thrifty = i < len(routes)-1
			done, err := a.along(ctx, route)
			if done {
				return a.provenance(route), nil
			}
			a.failures = append(a.failures, err)
			if !errors.Is(err, ErrBudget) {
				break
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	return a.provenance(Route{Tier: c.routes[0].Tier}), fmt.Errorf("%w: %w", ErrNoAnswer, errors.Join(a.failures...))
}

// asking is one call of Ask on its way through the routes.
type asking struct {
	client   *Client
	prompt   Prompt
	form     Form
	read     func(string) ([]form.Problem, bool)
	thrifty  bool // there is a cheaper model to ask
	attempts int
	usage    Usage
	failures []error       // why earlier routes had no answer
	faults   []string      // what was left out of the answer that is used
	model    string        // that answered, as its provider calls it
	said     bool          // words of a draft have gone out
	silent   []string      // providers that gave no answer in time
	places   *fair.Window  // of the route that is asked
	had      time.Duration // for a place there and an answer
}

// callInPlace calls a model once there is a place for it: that of an earlier call, or else a new one.
func (a *asking) callInPlace(ctx context.Context, l *line, req Request, place *fair.Permit) (Reply, *fair.Permit, error) {
	if place == nil {
		var err error
		if place, err = a.enter(ctx); err != nil {
			return Reply{}, place, err
		}
	}
	reply, err := a.call(ctx, l, req)
	return reply, place, err
}

// along asks one route: the question, and then what was wrong with the answer,
// as often as is configured. It reports whether an answer was taken.
func (a *asking) along(ctx context.Context, r Route) (bool, error) {
	l := a.client.door.lines[r.Provider]
	if err := a.prompt.Allowance.hears(r.Provider); err != nil {
		return false, err
	}
	l.learn(ctx, r.Model)
	req := Request{
		Model: r.Model, System: a.prompt.System, Form: a.form.Name(), Schema: a.form.Schema(l.Dialect()),
		Turns: []Turn{{User, a.prompt.User}}, Effort: a.client.effort,
		MaxTokens: a.prompt.answer() + a.client.thinking(r), Window: a.client.window(r),
	}
	best := -1 // problems of the best answer that can be used, -1 if there is none
	var saved Reply
	var faulty error // if none can
	var place *fair.Permit
	defer func() { place.Release() }()
	a.places = a.client.places(r)
	for again := 0; ; again++ {
		var reply Reply
		var err error
		fair.Pause(ctx, func() { reply, place, err = a.callInPlace(ctx, l, req, place) })
		if err != nil {
			if best >= 0 {
				break
			}
			if again > 0 && errors.Is(err, ErrTooLong) { // with what was wrong with its answer
				err = faulty
			}
			return false, err
		}
		if reply.Stop == StopRefuse || reply.Stop == StopFilter {
			return false, &Error{r.Provider, r.Model, Refused, 0, 0, reply.noAnswer()}
		}
		problems, usable := a.read(reply.Text)
		if len(problems) == 0 {
			a.model = reply.Model
			return true, nil
		}
		if usable && (best < 0 || len(problems) < best) {
			best, saved = len(problems), reply
		}
		faulty = &Error{r.Provider, r.Model, Broken, 0, 0, reply.unusable(problems, a.limitSetting(r))}
		if reply.Called != "" {
			problems = append(problems, form.Problem{Text: "it is a call of a tool, and there are none"})
		}
		if again == a.mends() {
			if best < 0 {
				return false, faulty
			}
			break
		}
		if reply.Stop == StopLength {
			req.MaxTokens *= 2 // it was cut off
		}
		req.Again = again + 1
		req.Turns = req.Turns[:1:1]
		if strings.TrimSpace(reply.Text) != "" { // providers refuse a turn that says nothing
			req.Turns = append(req.Turns, Turn{Assistant, clip(reply.Text)}, Turn{User, reminder(problems)})
		}
	}
	problems, _ := a.read(saved.Text)
	a.model = saved.Model
	for _, p := range problems {
		a.faults = append(a.faults, p.String())
	}
	return true, nil
}

// limitSetting is what bounds how much the model of a route may write.
func (a *asking) limitSetting(r Route) string {
	if a.client.thinking(r) > 0 {
		return "llm.thinking_tokens"
	}
	return "llm.window"
}

// mends is how often a model is told what is wrong with its answer.
func (a *asking) mends() int {
	most := a.client.door.config.ParseRetry
	if a.prompt.Mends > 0 {
		most = min(most, a.prompt.Mends)
	}
	return most
}

// mostEcho is how much of its own faulty answer a model is shown again.
const mostEcho = 8 << 10

func clip(text string) string {
	if len(text) <= mostEcho {
		return text
	}
	return strings.ToValidUTF8(text[:mostEcho], "") + " …"
}

// reminder tells a model what was wrong with its answer.
func reminder(problems []form.Problem) string {
	return "What is wrong with your answer: " + list(problems) +
		". Answer again, with the whole JSON object and nothing else."
}

func list(problems []form.Problem) string {
	words := make([]string, len(problems))
	for i, p := range problems {
		words[i] = p.String()
	}
	return strings.Join(words, "; ")
}

// provenance tells where the answer came from, or that there is none.
func (a *asking) provenance(r Route) *commonv1.Provenance {
	p := &commonv1.Provenance{
		Mind:         commonv1.Mind_MIND_MODEL,
		Provider:     r.Provider,
		Model:        a.model,
		Tier:         r.Tier,
		Attempts:     int32(max(a.attempts, 1)),
		ModelCalls:   int32(a.attempts),
		InputTokens:  a.usage.InputTokens,
		OutputTokens: a.usage.OutputTokens,
		CostMicroUsd: a.usage.MicroUSD,

		SilentProviders: a.silent,
	}
	if p.Model == "" {
		p.Model = r.Model
	}
	var why []string
	for _, err := range a.failures {
		why = append(why, err.Error())
		if over, ok := errors.AsType[*limitError](err); ok {
			p.BudgetLimit = over.limit
		}
	}
	if len(a.faults) > 0 {
		why = append(why, "left out of the model's answer: "+strings.Join(a.faults, "; "))
	}
	p.Degraded = len(why) > 0
	p.DegradedReason = strings.Join(why, "; ")
	return p
}
