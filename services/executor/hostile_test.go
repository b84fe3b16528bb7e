package executor_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/services/executor"
)

// A liar is a tool server that is no MCP server but by its looks: it writes what it likes.
type liar struct {
	// list returns the answer to each page that is asked for, from 0.
	list func(page int) string
	// call returns the answer to a call: the result, or whatever is to be sent instead of an
	// answer, if raw.
	call func() string
	raw  bool
	// start returns the answer to initialize, whole.
	start func(id json.RawMessage) string
	// hangs is the method at which it hangs, once.
	hangs string
	// waits has a call with {"wait": true} wait for its release.
	waits bool
}

const (
	honest = `{"tools":[{"name":"send","inputSchema":{"type":"object"}}]}`
	thanks = `{"content":[{"type":"text","text":"sent"}]}`
)

// told is a list of one tool, with more of its fields.
func told(name, more string) string {
	return fmt.Sprintf(`{"tools":[{"name":%s,"inputSchema":{"type":"object"}%s}]}`, name, more)
}

func said(text string) func() string {
	return func() string { return `{"content":[{"type":"text","text":"` + text + `"}]}` }
}

// started is the result of initialize as an answer.
func startsWith(result string) func(json.RawMessage) string {
	return func(id json.RawMessage) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
	}
}

func structured(v string) func() string {
	return func() string { return `{"content":[],"structuredContent":` + v + `}` }
}

// longNumbers have more digits than a float64 keeps.
const longNumbers = `{"id":9007199254740993,"of":[1e400,-18446744073709551615],"share":0.12345678901234567890,"text":"<1>"}`

const hundredMB = 100 << 20

// page is one of 307 KB, as text and as structure.
func page() string { return pageOf(307 << 10) }

func pageOf(bytes int) string {
	text := strings.Repeat("<p>It says <b>this</b> & that.</p>", bytes/34)
	data, err := json.Marshal(map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}, "structuredContent": map[string]any{"page": text}})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// liars are by the name of their variant.
var liars = map[string]liar{
	"names a tool twice": {list: func(int) string {
		return strings.Replace(honest, `}}]`, `}},{"name":"send","inputSchema":{"type":"object"},"description":"another"}]`, 1)
	}},
	"names it twice on two pages": {list: func(p int) string {
		if p == 0 {
			return strings.Replace(honest, `]}`, `],"nextCursor":"1"}`, 1)
		}
		return honest
	}},
	"has pages without end": {list: func(p int) string { return fmt.Sprintf(`{"tools":[],"nextCursor":"%d"}`, p) }},
	"has tools without end": {list: func(p int) string {
		return fmt.Sprintf(`{"tools":[%s],"nextCursor":"%d"}`, strings.TrimSuffix(strings.Repeat(`{"name":"send","inputSchema":{"type":"object"}},`, 100), ","), p)
	}},
	"has 300 tools": {list: func(int) string {
		var all []string
		for i := range 300 {
			all = append(all, fmt.Sprintf(`{"name":"t%03d","inputSchema":{"type":"object"}}`, i))
		}
		return `{"tools":[` + strings.Join(all, ",") + `]}`
	}},
	"has large pages": {list: func(p int) string {
		return strings.Replace(told(`"send"`, `,"description":"`+strings.Repeat("x", 15<<20)+`"`), `]}`, fmt.Sprintf(`],"nextCursor":"%d"}`, p), 1)
	}},
	"lists 100 MB":  {list: func(int) string { return told(`"send"`, `,"description":"`+strings.Repeat("x", hundredMB)+`"`) }},
	"lists no JSON": {list: func(int) string { return `{"tools":` }},
	"nests a schema": {list: func(int) string {
		return fmt.Sprintf(`{"tools":[{"name":"send","inputSchema":%s{"type":"object"}%s}]}`, strings.Repeat(`{"not":`, 5000), strings.Repeat("}", 5000))
	}},
	"nests a schema as deep as is read": {list: func(int) string {
		return fmt.Sprintf(`{"tools":[{"name":"send","inputSchema":{"type":"object","properties":{"a":%s{}%s}}}]}`, strings.Repeat(`{"items":`, 900), strings.Repeat("}", 900))
	}},
	"has a NUL in a name":       {list: func(int) string { return told(`"send\u0000"`, "") }},
	"has a name that is none":   {list: func(int) string { return told(`""`, "") }},
	"has an escape in a name":   {list: func(int) string { return told(`"\u001b[2Jsend"`, "") }},
	"has a look-alike":          {list: func(int) string { return told("\"s\u0435nd\"", "") }},
	"has a long name":           {list: func(int) string { return told(`"`+strings.Repeat("s", 257)+`"`, "") }},
	"has a schema that is none": {list: func(int) string { return `{"tools":[{"name":"send","inputSchema":[]}]}` }},

	"returns no UTF-8":           {call: said("caf\xe9 \xff\xfe")},
	"returns 100 MB":             {call: func() string { return said(strings.Repeat("x", hundredMB))() }},
	"returns 15 MB":              {call: func() string { return said(strings.Repeat("x", 15<<20))() }},
	"returns 15 MB of structure": {call: func() string { return structured(`"` + strings.Repeat("x", 15<<20) + `"`)() }},
	"returns parts without end": {call: func() string {
		return `{"content":[` + strings.Repeat(`{"type":"image","mimeType":"a/b","data":""},`, 50_000) + `{"type":"text","text":""}]}`
	}},
	"returns deep JSON":                 {call: func() string { return structured(strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000))() }},
	"returns deep JSON that never ends": {call: func() string { return structured(strings.Repeat(`{"a":`, 2_000_000))() }},
	"returns JSON of 999 levels":        {call: func() string { return structured(strings.Repeat("[", 900) + strings.Repeat("]", 900))() }},
	"returns a number without end":      {call: structured(`{"n":1e99999}`)},
	"returns a key twice":               {call: structured(`{"to":"a","to":"b"}`)},
	"returns parts that nobody knows": {call: func() string {
		return `{"content":[{"type":"hologram","data":1},{"type":"text","text":"sent"},{"text":"typeless"},{"type":"image","data":7}]}`
	}},
	"returns no result":      {call: func() string { return `null` }},
	"returns another kind":   {call: func() string { return `{"content":"sent"}` }},
	"answers with no JSON":   {call: func() string { return "2026-11-29 sent\x1b[0m " + strings.Repeat("x", 300) + "\n" }, raw: true},
	"logs JSON":              {call: func() string { return `{"level":"info","msg":"sent"}` + "\n" }, raw: true},
	"speaks another version": {start: startsWith(`{"protocolVersion":"2099-01-01","capabilities":{"tools":{}},"serverInfo":{"name":"liar","version":"1"}}`)},
	"starts with a text":     {start: startsWith(`"hello"`)},
	"starts with a number":   {start: startsWith(`{"protocolVersion":7}`)},
	"starts with an error": {start: func(id json.RawMessage) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"set FOO_TOKEN"}}`, id)
	}},
	"starts with a word for an error": {start: func(id json.RawMessage) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":"set FOO_TOKEN"}`, id)
	}},
	"speaks JSON-RPC 1.0": {start: func(id json.RawMessage) string { return fmt.Sprintf(`{"jsonrpc":"1.0","id":%s,"result":{}}`, id) }},
	"answers an object": {start: func(json.RawMessage) string {
		return `{"jsonrpc":"2.0","id":{"a":1},"result":{}}`
	}},
	"answers nobody":    {start: func(json.RawMessage) string { return `{"jsonrpc":"2.0","id":"4711","result":{}}` }},
	"lists broken JSON": {list: func(int) string { return `{tools:[]}` }},
	"lists a list":      {list: func(int) string { return `[1]` }},
	"lists an object":   {list: func(int) string { return `{"tools":{"send":{}}}` }},
	"has a page 7":      {list: func(int) string { return `{"tools":[],"nextCursor":7}` }},
	"has no schema":     {list: func(int) string { return `{"tools":[{"name":"send"}]}` }},
	"has a text of 7":   {list: func(int) string { return told(`"send"`, `,"description":7`) }},
	"ends at its list":  {list: func(int) string { os.Exit(9); return "" }},
	"ends in its list": {list: func(int) string {
		_, _ = io.WriteString(os.Stdout, `{"jsonrpc":"2.0","id":3,"result":{"tools":[{"na`)
		os.Exit(0)
		return ""
	}},
	"is honest":            {},
	"returns long numbers": {call: structured(longNumbers)},
	"has an odd tool": {list: func(int) string {
		return strings.Replace(honest, `[`, `[{"name":7},{"name":"odd","inputSchema":{"a":`+strings.Repeat("[", 2000)+strings.Repeat("]", 2000)+`}},`, 1)
	}},
	"chatters": {
		list: func(int) string {
			fmt.Fprintln(os.Stdout, "listing [1/2] {tools}\n{\n  level: 'info'\n}\n{\"level\":\"info\"}\n\n[x]")
			return honest
		},
		call: func() string {
			fmt.Fprint(os.Stdout, "calling…\n{not JSON\n")
			return "\n" + strings.ReplaceAll(thanks, ",", ",\n ") // over several lines
		},
	},
	"returns a page":       {call: page},
	"hangs at initialize":  {hangs: "initialize"},
	"hangs at tools/list":  {hangs: "tools/list"},
	"hangs at tools/call":  {hangs: "tools/call"},
	"waits":                {waits: true},
	"answers another call": {call: func() string { return `{"jsonrpc":"2.0","id":4711,"result":` + thanks + "}\n" }, raw: true},
}

// serve is the liar as a process.
func (l liar) serve(record string) {
	page := 0
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var req struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				ProtocolVersion, Cursor string
				Arguments               struct{ Wait bool }
			} `json:"params"`
		}
		if json.Unmarshal(in.Bytes(), &req) != nil || req.ID == nil {
			continue
		}
		result := `{}`
		if req.Method == l.hangs {
			hang(record)
		}
		if _, err := os.Stat(record + listFile); err == nil && req.Method == "tools/list" {
			_ = os.Remove(record + listFile)
			continue // this one hangs
		}
		switch req.Method {
		case "initialize":
			if l.start != nil {
				_, _ = io.WriteString(os.Stdout, l.start(req.ID)+"\n")
				continue
			}
			result = fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{"tools":{}},"serverInfo":{"name":"liar","version":"1"}}`, req.Params.ProtocolVersion)
		case "tools/list":
			if req.Params.Cursor == "" {
				page = 0
			}
			if result = honest; l.list != nil {
				result = l.list(page)
			}
			page++
		case "tools/call":
			f, err := os.OpenFile(record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				panic(err)
			}
			fmt.Fprintln(f, "send")
			f.Close()
			if l.waits && req.Params.Arguments.Wait {
				go func() {
					for _, err := os.Stat(record + releaseFile); err != nil; _, err = os.Stat(record + releaseFile) {
						time.Sleep(10 * time.Millisecond)
					}
					fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", req.ID, thanks)
				}()
				continue
			}
			if result = thanks; l.call != nil {
				result = l.call()
			}
			if l.raw {
				_, _ = io.WriteString(os.Stdout, result)
				continue
			}
		case "ping":
		default:
			fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`+"\n", req.ID)
			continue
		}
		fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", req.ID, result)
	}
}

// TestAGrantIsForOneCallAndNoOther asks with grants that are good, for something else.
func TestAGrantIsForOneCallAndNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.executor(map[string]executor.Server{"mail": b.server(""), "post": b.server("")})
	send := b.trust(s, "send")
	other, err := grant.MakeSigner(filepath.Join(t.TempDir(), "grant.key"))
	if err != nil {
		t.Fatal(err)
	}
	signed := func(change func(*pb.Grant)) func(*pb.ExecuteRequest) {
		return func(r *pb.ExecuteRequest) {
			change(r.GetGrant())
			r.Grant = b.signer.Sign(r.GetGrant(), time.Now())
		}
	}
	forged := func(change func(*pb.Grant)) func(*pb.ExecuteRequest) {
		return func(r *pb.ExecuteRequest) { change(r.GetGrant()) }
	}
	at := func(d time.Duration) func(*pb.ExecuteRequest) {
		return func(r *pb.ExecuteRequest) { r.Grant = b.signer.Sign(r.GetGrant(), time.Now().Add(d)) }
	}
	arguments := func(text string) func(*pb.ExecuteRequest) {
		return func(r *pb.ExecuteRequest) { r.Arguments = []byte(text) }
	}
	for name, tt := range map[string]struct {
		change func(*pb.ExecuteRequest)
		cause  string
	}{
		"one that has expired":        {at(-grant.Lifetime - grant.Skew - time.Second), "expired"},
		"one that does not count yet": {at(grant.Skew + time.Minute), "early"},
		"one that counts for longer":  {forged(func(g *pb.Grant) { g.ExpireTime = timestamppb.New(time.Now().Add(time.Hour)) }), "signature"},
		"of a signer of another id":   {func(r *pb.ExecuteRequest) { r.Grant = other.Sign(r.GetGrant(), time.Now()) }, "key"},
		"of another signer with the id": {func(r *pb.ExecuteRequest) {
			id := r.GetGrant().GetKeyId()
			r.Grant = other.Sign(r.GetGrant(), time.Now())
			r.Grant.KeyId = id
		}, "signature"},
		"without a signature":           {forged(func(g *pb.Grant) { g.Signature = nil }), "signature"},
		"with half of one":              {forged(func(g *pb.Grant) { g.Signature = g.GetSignature()[:32] }), "signature"},
		"of another version":            {forged(func(g *pb.Grant) { g.PlanVersion++ }), "signature"},
		"of another step":               {forged(func(g *pb.Grant) { g.StepId = "s2" }), "signature"},
		"of another plan":               {forged(func(g *pb.Grant) { g.PlanId = "p2" }), "signature"},
		"of another approval":           {forged(func(g *pb.Grant) { g.ApprovalId = "i2" }), "signature"},
		"of another person":             {forged(func(g *pb.Grant) { g.User = "bob" }), "signature"},
		"with a nonce that is not used": {forged(func(g *pb.Grant) { g.Nonce = "n2" }), "signature"},
		"for more than was approved":    {forged(func(g *pb.Grant) { g.Effect++ }), "signature"},
		"for another operation":         {forged(func(g *pb.Grant) { g.Operation = "huge" }), ""}, // nobody has agreed to that
		"for another server":            {forged(func(g *pb.Grant) { g.Server = "post" }), ""},
		"of another tenant":             {signed(func(g *pb.Grant) { g.Tenant = "other" }), "tenant"},
		"of another run":                {signed(func(g *pb.Grant) { g.RunId = "r2" }), "run"},
		"for another definition":        {signed(func(g *pb.Grant) { g.DefinitionHash = strings.Repeat("0", 64) }), "definition"},
		"for less than the tool may do": {signed(func(g *pb.Grant) { g.Effect = commonv1.ToolEffect_TOOL_EFFECT_READ }), "effect"},
		"other by one byte":             {arguments("{\"text\":\"caf\u00e9\",\"to\":\"boc\"}"), "arguments"},
		"of another normal form":        {arguments("{\"text\":\"cafe\u0301\",\"to\":\"bob\"}"), "arguments"},
		"with a look-alike":             {arguments("{\"text\":\"caf\u00e9\",\"to\":\"b\u043eb\"}"), "arguments"},
		"with what can't be seen":       {arguments("{\"text\":\"caf\u00e9\u200b\",\"to\":\"bob\"}"), "arguments"},
		"with one more":                 {arguments("{\"key\":\"\",\"text\":\"caf\u00e9\",\"to\":\"bob\"}"), "arguments"},
	} {
		req := b.approve(send, "{\"to\":\"bob\",\"text\":\"caf\u00e9\"}") // in another order
		tt.change(req)
		reason := fault.GrantInvalid
		if tt.cause == "" {
			reason = fault.ToolNotTrusted
		}
		t.Run(name, func(*testing.T) { b.refused(s, req, reason, tt.cause) })
	}
	req := b.approve(send, "{\"to\":\"bob\",\"text\":\"caf\u00e9\"}")
	if r, err := s.Execute(t.Context(), proto.CloneOf(req)); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
		t.Fatalf("the call itself: %v, %v", r, err)
	}
	b.refused(s, req, fault.GrantUsed, "")
	again := proto.CloneOf(req)
	again.Grant = b.signer.Sign(again.GetGrant(), time.Now())
	b.refused(s, again, fault.GrantUsed, "") // signed anew it has the nonce that was used
}

// TestWhatAServerSaysOfItsToolsCanDoNoHarm has servers list what they should not.
func TestWhatAServerSaysOfItsToolsCanDoNoHarm(t *testing.T) {
	t.Parallel()
	for variant, want := range map[string]struct {
		omitted string // the tool is left out, and why
		problem string // nothing of the server can be used, and why
	}{
		"names a tool twice":                {omitted: `"send": the server names it twice`},
		"names it twice on two pages":       {omitted: `"send": the server names it twice`},
		"has pages without end":             {problem: "more than 64 pages"},
		"has tools without end":             {problem: "more than 4096 tools"},
		"has large pages":                   {problem: "more than 4194304 bytes"},
		"lists 100 MB":                      {problem: "its tools"},
		"lists no JSON":                     {problem: "its tools"},
		"nests a schema":                    {omitted: `"send": its definition can't be read: it is nested deeper than 900`},
		"nests a schema as deep as is read": {omitted: "it is nested deeper than"},
		"has a NUL in a name":               {omitted: `"send\x00": its name has the character '\x00'`},
		"has a name that is none":           {omitted: "its name has 0 bytes"},
		"has an escape in a name":           {omitted: `"\x1b[2Jsend": its name has the character '\x1b'`},
		"has a look-alike":                  {omitted: `"s\u0435nd": its name has the character '\u0435'`},
		"has a long name":                   {omitted: "its name has 257 bytes"},
		"has a schema that is none":         {omitted: "its input schema: it is no object"},
	} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c := b.server(variant)
			c.Timeout = time.Minute
			s := b.mail(c)
			begin := time.Now()
			tools, server := b.list(s, false)
			t.Logf("%v: %.200q %.200q", time.Since(begin).Round(time.Millisecond), server.GetProblem(), server.GetOmitted())
			if len(tools) > 0 {
				t.Errorf("there are %v", tools)
			}
			if !strings.Contains(server.GetProblem(), want.problem) || (want.problem == "") != (server.GetProblem() == "") ||
				!strings.Contains(strings.Join(server.GetOmitted(), "\n"), want.omitted) {
				t.Errorf("the problem is %.300q, left out is %.300q", server.GetProblem(), server.GetOmitted())
			}
			reason := fault.ToolUnknown
			if want.problem != "" {
				reason = fault.ToolUnavailable
			}
			if _, err := s.Execute(t.Context(), b.approve(&commonv1.Tool{Server: "mail", Operation: "send", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL}, `{}`)); !isReason(err, reason) {
				t.Errorf("called: %v", err)
			}
			if got := calls(t, b.record); got != nil {
				t.Errorf("the server has seen %q", got)
			}
		})
	}
}

// TestWhatAToolReturnsIsDataWhateverItIs has tools return what they should not.
func TestWhatAToolReturnsIsDataWhateverItIs(t *testing.T) {
	t.Parallel()
	done, unknown := pb.ExecuteResponse_OUTCOME_DONE, pb.ExecuteResponse_OUTCOME_UNKNOWN
	for variant, want := range map[string]struct {
		outcome    pb.ExecuteResponse_Outcome
		text       string
		structured string
		truncated  bool
		problem    string // a part of it; "" is none
		omitted    string
	}{
		"returns no UTF-8":                  {outcome: done, text: "caf"},
		"returns 100 MB":                    {outcome: unknown, text: "its answer has more than 16 MiB"},
		"returns 15 MB":                     {outcome: done, text: "xxx", truncated: true},
		"returns 15 MB of structure":        {outcome: done, truncated: true},
		"returns parts without end":         {outcome: done, truncated: true},
		"returns deep JSON":                 {outcome: done, problem: "can't be read"},
		"returns deep JSON that never ends": {outcome: unknown},
		"returns JSON of 999 levels":        {outcome: done, structured: "["},
		"returns a number without end":      {outcome: done, structured: "{"},
		"returns a key twice":               {outcome: done, problem: "a name twice"},
		"returns parts that nobody knows":   {outcome: done, text: "sent", omitted: `a part of a kind that is not known: "hologram", a part of a kind that is not known: "no type", a part of a kind that is not known: "image"`},
		"returns no result":                 {outcome: done},
		"returns another kind":              {outcome: unknown},
		"answers with no JSON":              {outcome: unknown, text: `it wrote to its standard output what is no message: "2026-11-29 sent [0m x`},
		"logs JSON":                         {outcome: unknown, text: `it wrote to its standard output what is no message: "{\"level\":\"info\",\"msg\":\"sent\"}"`},
		"answers another call":              {outcome: unknown, text: "within"},
	} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c := b.server(variant)
			c.Timeout = time.Minute
			s := b.mail(c)
			begin := time.Now()
			req := b.approve(b.trust(s, "send"), `{}`)
			if liars[variant].raw { // it may never answer; a first start is slower than the call may be
				c.Timeout = 3 * time.Second
				s = b.mail(c)
				until(t, "the server is up", func() bool {
					tools, _ := b.list(s, false)
					return tools["send"] != nil
				})
			}
			r, err := s.Execute(t.Context(), req)
			t.Logf("%v: %s %.100q %v %.100q %.100q", time.Since(begin).Round(time.Millisecond), r.GetOutcome(), r.GetText(), r.GetTruncated(), r.GetStructured(), r.GetProblem())
			if err != nil || r.GetOutcome() != want.outcome || !strings.Contains(r.GetText(), want.text) || r.GetTruncated() != want.truncated ||
				!strings.HasPrefix(string(r.GetStructured()), want.structured) || (want.problem == "") != (r.GetProblem() == "") || !strings.Contains(r.GetProblem(), want.problem) ||
				want.omitted != "" && strings.Join(r.GetOmitted(), ", ") != want.omitted {
				t.Errorf("%.500v, %v", r, err)
			}
			if !utf8.ValidString(r.GetText()) || !json.Valid(append(slices.Clone(r.GetStructured()), " "...)) && len(r.GetStructured()) > 0 {
				t.Errorf("it is not what others can read: %q %q", r.GetText(), r.GetStructured())
			}
			b.refused(s, req, fault.GrantUsed, "")
			if got := calls(t, b.record); len(got) != 1 {
				t.Errorf("the server has seen %q", got)
			}
		})
	}
}

// A server's chatter on its standard output costs nothing but its lines, which are told; an odd
// tool costs that tool.
func TestWhatIsNoMessageIsPassedOver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server("chatters"))
	req := b.approve(b.trust(s, "send"), `{}`)
	if r, err := s.Execute(t.Context(), req); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE || r.GetText() != "sent" {
		t.Errorf("%v, %v", r, err)
	}
	_, server := b.list(s, false)
	want := []string{"listing [1/2] {tools}", "{   level: 'info' }", `{"level":"info"}`, "[x]", "calling…", "{not JSON"}
	if got := server.GetStrays(); !slices.Equal(got, want) || server.GetProblem() != "" {
		t.Errorf("passed over are %q, want %q; the problem is %q", got, want, server.GetProblem())
	}
	tools, server := b.list(b.mail(b.server("has an odd tool")), false)
	left := strings.Join(server.GetOmitted(), "\n")
	if len(tools) != 1 || tools["send"] == nil || !strings.Contains(left, `a tool without a name: its definition can't be read: name is not a text`) || !strings.Contains(left, `"odd": its definition can't be read: it is nested`) {
		t.Errorf("there are %v, and left out is %q", tools, left)
	}
}

// A result's numbers keep every digit, by a process and by HTTP.
func TestNumbersOfAResultKeepEveryDigit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server("returns long numbers"))
	if r, err := s.Execute(t.Context(), b.approve(b.trust(s, "send"), `{}`)); err != nil || string(r.GetStructured()) != longNumbers {
		t.Errorf("%v, %v", r, err)
	}
	tool := &mcp.Tool{Name: "send", InputSchema: json.RawMessage(`{"type":"object"}`)}
	server := mcp.NewServer(&mcp.Implementation{Name: "m", Version: "1"}, nil)
	server.AddTool(tool, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(longNumbers)}, nil
	})
	for _, asJSON := range []bool{false, true} {
		srv := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{JSONResponse: asJSON}))
		t.Cleanup(func() {
			srv.CloseClientConnections()
			srv.Close()
		})
		c := b.server("")
		c.Command, c.URL = nil, srv.URL
		s := b.mail(c)
		if r, err := s.Execute(t.Context(), b.approve(b.trust(s, "send"), `{}`)); err != nil || string(r.GetStructured()) != longNumbers {
			t.Errorf("as JSON %v: %v, %v", asJSON, r, err)
		}
	}
}

// A server with more tools than are taken has those that are, and those that are asked for.
func TestTooManyToolsCostThoseThatAreTooMany(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("has 300 tools")
	c.Operations = map[string]executor.Operation{"t299": {}}
	tools, server := b.list(b.mail(c), false)
	if want := "43 tools, as there are more than 256; those that the configuration names go first"; len(tools) != 257 || tools["t255"] == nil || tools["t256"] != nil || tools["t299"] == nil ||
		strings.Join(server.GetOmitted(), "; ") != want {
		t.Errorf("%d tools; left out are %q", len(tools), server.GetOmitted())
	}
}
