package llm

import (
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"

	"github.com/weft-mesh/weft/kit/telemetry"
)

// A message is what the conventions for generative AI make of a turn.
type message struct {
	Role   string `json:"role"`
	Parts  []part `json:"parts"`
	Finish string `json:"finish_reason,omitempty"`
}

type part struct {
	Type    string `json:"type"`
	Content string `json:"content"`
}

// parts is a text as it may be recorded: redacted, and at most so many bytes of it.
func parts(text string, most int) []part {
	return []part{{"text", telemetry.Excerpt(text, most)}}
}

// asked are a request's texts, for a span.
func asked(r Request, most int) []attribute.KeyValue {
	turns := make([]message, len(r.Turns))
	for i, t := range r.Turns {
		turns[i] = message{Role: string(t.Role), Parts: parts(t.Text, most)}
	}
	return []attribute.KeyValue{
		telemetry.GenAISystem.String(asJSON(parts(r.System, most))),
		telemetry.GenAIInput.String(asJSON(turns)),
	}
}

// answered is a reply's text, for a span.
func answered(r Reply, most int) attribute.KeyValue {
	return telemetry.GenAIOutput.String(asJSON([]message{{Role: string(Assistant), Parts: parts(r.Text, most), Finish: string(r.Stop)}}))
}

func asJSON(v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is strings
	}
	return string(out)
}
