package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/kit/llm/form"
)

// A Provider carries one request to a model and brings its reply. It tries once,
// and every error that it returns is an *Error. It is safe for concurrent use.
type Provider interface {
	// Name as configuration has it: "ollama".
	Name() string
	// Dialect is the JSON Schema that the provider takes.
	Dialect() form.Dialect
	// Chat sends one request. If onText is set it is called with the reply's text
	// as it comes, in order, before Chat returns.
	Chat(ctx context.Context, r Request, onText func(string)) (Reply, error)
	// Model tells what is known of a model; ErrModelMissing if there is none of
	// that name.
	Model(ctx context.Context, name string) (Model, error)
}

// A Role says who speaks in a turn.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// A Turn is one message of a conversation.
type Turn struct {
	Role Role   `json:"role"`
	Text string `json:"text"`
}

// A Request is what a model is asked.
type Request struct {
	Model  string `json:"model"`
	System string `json:"system"`
	Turns  []Turn `json:"turns"`
	// Form names the schema, which the reply must keep.
	Form   string          `json:"form"`
	Schema json.RawMessage `json:"schema"`
	// Again counts how often this form was put before the model already. The first
	// answer should be its best; asked again, it must not say the same.
	Again int `json:"again"`
	// Effort is how much the model shall think: minimal, low, medium or high. Empty is
	// not told, since a model that doesn't think refuses it.
	Effort string `json:"effort,omitempty"`
	// MaxTokens is the most that the model may write, what it thinks included.
	MaxTokens int `json:"max_tokens"`
	// Window is how many tokens the model must be able to hold: the prompt and
	// what it writes.
	Window int `json:"window"`
}

// Stop says why a model stopped writing.
type Stop string

// Reasons to stop.
const (
	StopEnd    Stop = "stop"           // it was done
	StopLength Stop = "length"         // it was cut off: MaxTokens or the window was reached, or it went in circles
	StopRefuse Stop = "refusal"        // it refuses to answer
	StopFilter Stop = "content_filter" // its provider held the text back
)

// A Reply is what a model answered.
type Reply struct {
	Text  string `json:"text"`
	Model string `json:"model"` // as the provider calls the one that answered
	Stop  Stop   `json:"stop"`
	// Declined is what it says in place of an answer that it refuses to give, if it does.
	Declined string `json:"declined,omitempty"`
	// Called is the tool that it called in the place of an answer, though it was given none; Text
	// is what it called it with.
	Called string `json:"called,omitempty"`
	// Thought says that it has told thoughts beside its text.
	Thought bool  `json:"thought,omitempty"`
	Usage   Usage `json:"usage"`
}

// A Call is a tool that a model called.
type Call struct{ Name, Arguments string }

// TakeCalls has the arguments of calls stand for a text that has no object in it: a model that was
// asked for an object may write it so. Of several calls each may be the answer. onText gets
// them; it may be nil.
func (r *Reply) TakeCalls(calls []Call, onText func(string)) {
	if len(calls) == 0 || strings.Contains(r.Text, "{") {
		return
	}
	texts := make([]string, len(calls))
	for i, c := range calls {
		texts[i] = c.Arguments
	}
	r.Text, r.Called = strings.Join(texts, "\n"), calls[0].Name
	if onText != nil && r.Text != "" {
		onText(r.Text)
	}
}

// noAnswer is why a reply that was held back or refused has none.
func (r Reply) noAnswer() error {
	why := "it refuses to answer"
	if r.Stop == StopFilter {
		why = "its provider held the answer back"
	}
	if r.Declined == "" {
		return fmt.Errorf("%s (%s)", why, r.Stop)
	}
	return fmt.Errorf("%s (%s): %.400q", why, r.Stop, r.Declined)
}

// unusable is why a reply can't be used. setting is what to raise for one that was cut off.
func (r Reply) unusable(problems []form.Problem, setting string) error {
	why := "its answers could not be used: " + list(problems)
	switch {
	case r.Called != "":
		why = fmt.Sprintf("it called a tool (%.60q) in the place of an answer, and its arguments are no answer: %s", r.Called, list(problems))
	case strings.TrimSpace(r.Text) == "" && r.Thought:
		why = fmt.Sprintf("it thought, and answered with nothing (%s)", r.Stop)
	case strings.TrimSpace(r.Text) == "":
		why = fmt.Sprintf("it answered with nothing (%s)", r.Stop)
	}
	if r.Stop == StopLength {
		why += "; it was cut off at its limit of tokens, thoughts included: raise " + setting
	}
	return errors.New(why)
}

// Usage is what calls have cost.
type Usage struct {
	InputTokens  int64 `json:"input_tokens"`
	OutputTokens int64 `json:"output_tokens"`
	// CacheWrites is how many of InputTokens the provider put into its cache of
	// prompts, for which it takes more.
	CacheWrites int64 `json:"cache_writes,omitempty"`
	// MicroUSD is the price in millionths of a US dollar.
	MicroUSD int64 `json:"micro_usd"`
}

// Add returns both together.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.InputTokens + v.InputTokens, u.OutputTokens + v.OutputTokens, u.CacheWrites + v.CacheWrites, u.MicroUSD + v.MicroUSD}
}

// Tokens is how many were read and written.
func (u Usage) Tokens() int64 { return u.InputTokens + u.OutputTokens }

// A Model is what is known of one.
type Model struct {
	Name   string
	Window int // tokens it can hold; 0 if not known
	Output int // tokens it can write at a time; 0 if not known
}
