// Package owncalendar is the executor's tool that writes the blocks of a roadmap into a calendar
// of their own, and takes out those that are no more. It is offered as other tools are, so that
// it is called under a grant alone, whose hash of the arguments is that of the blocks.
//
// Events that it has not written, and those that somebody has changed since, it leaves alone.
// What it is asked for is what is to be there in the end: done twice it changes nothing, and
// where it was broken off it is done to the end the next time.
package owncalendar

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/planning/calendar"
)

// Name and Write are the server's and its operation's.
const (
	Name  = "roadmaps"
	Write = "write"
)

// answerTime bounds the wait for the answer to one request.
const answerTime = 20 * time.Second

// Options say which calendar it is.
type Options struct {
	// Source returns the calendar, and how to be let in. It is asked at each call.
	Source func() (caldav.Source, error)
	// Transport is nil for the usual one.
	Transport http.RoundTripper
	Version   string
	Now       func() time.Time
}

// Arguments are those of the tool.
type Arguments struct {
	Roadmap string  `json:"roadmap"`
	Blocks  []Block `json:"blocks"`
}

// A Block is what is to be in the calendar of one.
type Block struct {
	ID    string    `json:"id"` // within the roadmap
	Title string    `json:"title"`
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// A Result is what came of a call.
type Result struct {
	Created int `json:"created"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
	// Left are events that were left alone, since somebody has changed them or Weft has not
	// written them.
	Left []Event `json:"left,omitempty"`
	// Problem says why not all is written; "" if it is. Again says that it may be otherwise
	// in a while.
	Problem string `json:"problem,omitempty"`
	Again   bool   `json:"again,omitempty"`
}

// An Event is one that is in the calendar.
type Event struct {
	Title string    `json:"title"`
	Start time.Time `json:"start,omitzero"`
}

const schema = `{"type":"object","required":["roadmap","blocks"],"additionalProperties":false,"properties":{` +
	`"roadmap":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"},"blocks":{"type":"array","maxItems":10000,"items":{` +
	`"type":"object","required":["id","title","start","end"],"additionalProperties":false,"properties":{` +
	`"id":{"type":"string","minLength":1,"maxLength":64},"title":{"type":"string","maxLength":1000},` +
	`"start":{"type":"string","pattern":"^[0-9T:-]{19}Z$"},"end":{"type":"string","pattern":"^[0-9T:-]{19}Z$"}}}}}}`

// New returns the server.
func New(o Options) *mcp.Server {
	if o.Transport == nil {
		o.Transport = patient()
	}
	w := &writer{Options: o}
	s := mcp.NewServer(&mcp.Implementation{Name: "Weft", Version: o.Version}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	s.AddTool(&mcp.Tool{
		Name: Write, Title: "Write a roadmap into the calendar", InputSchema: json.RawMessage(schema),
		Description: "Has the calendar hold exactly these blocks of a roadmap, of the events that Weft has written. Others are not touched.",
	}, w.call)
	return s
}

func patient() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.ResponseHeaderTimeout = answerTime
	return t
}

// A writer writes into one calendar.
type writer struct {
	Options
	mu sync.Mutex // calls come one after the other
}

func (w *writer) call(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in Arguments
	if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
		return nil, err
	}
	out := w.write(ctx, in)
	res := &mcp.CallToolResult{StructuredContent: out, IsError: out.Problem != ""}
	if out.Problem != "" {
		res.Content = []mcp.Content{&mcp.TextContent{Text: out.Problem}}
	}
	return res, nil
}

func (a Arguments) entries() []calendar.Entry {
	out := make([]calendar.Entry, 0, len(a.Blocks))
	for _, b := range a.Blocks {
		out = append(out, calendar.Entry{UID: calendar.StableUID(a.Roadmap, b.ID, 1), Summary: b.Title, From: b.Start, To: b.End})
	}
	return out
}
