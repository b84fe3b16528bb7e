// Package scripted is a mind of models whose replies are scripted: for each form
// there is a rule that fills it in from what the prompt shows, as a model would that
// has understood its task. What the product promises without models it must keep
// with these, and with all rules forbidden.
package scripted

import (
	"encoding/json"

	"github.com/weft-mesh/weft/test/peer"
)

// A reply is a form filled in. Its properties go out by name, which is the order
// of every form.
type reply = map[string]any

// Mind answers with the script for the form that is asked for.
func Mind(c peer.Call) peer.Reply {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(c.Schema, &schema); err != nil {
		return peer.Reply{Fault: peer.Refuses}
	}
	for property, script := range scripts {
		if _, ok := schema.Properties[property]; !ok {
			continue
		}
		if out, err := json.Marshal(script(readPrompt(c.System, c.User))); err == nil {
			return peer.Reply{Text: string(out)}
		}
	}
	return peer.Reply{Fault: peer.Refuses}
}

// scripts are by a property that only the one form has.
var scripts = map[string]func(prompt) any{
	"log_portion": route,
	"ask":         write,
	"items":       gather,
	"faults":      judge,
	"remember":    observe,
	"edits":       edited,
	"changes":     correct,
}
