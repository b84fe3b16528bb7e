package router_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

const act = commonv1.InputType_INPUT_TYPE_ACTION

// tools are a mailbox, an invoice book and a calendar.
func tools() []*commonv1.Tool {
	write, external, read := commonv1.ToolEffect_TOOL_EFFECT_WRITE, commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL, commonv1.ToolEffect_TOOL_EFFECT_READ
	return []*commonv1.Tool{
		{Server: "mail", Operation: "send_message", Description: "Sends a message with a subject, a text and attachments such as invoices.", Effect: external},
		{Server: "mail", Operation: "list_messages", Description: "Lists the messages of a folder.", Effect: read},
		{Server: "invoices", Operation: "createInvoice", Description: "Writes an invoice for one client and one month.", Effect: write},
		{Server: "calendar", Operation: "add-event", Description: "Adds an event to the calendar.", Effect: write},
	}
}

func routed(t *testing.T, d router.Deps, text string, change func(*pb.RouteRequest)) *pb.RouteResponse {
	t.Helper()
	s, err := router.New(d)
	if err != nil {
		t.Fatal(err)
	}
	req := request(text)
	req.Tools = tools()
	if change != nil {
		change(req)
	}
	res, err := s.Route(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestWhatTheProgramIsAskedByItsNameToDoByAToolIsAnAction(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Weft, please send Acme the January invoice.",
		"hey weft can you create an invoice for Acme for January?",
		"weft: add the dentist to my calendar as an event",
		"Weft, I’d like you to send the invoice to Acme. Please add an event for its due date!",
	} {
		res := routed(t, router.Deps{}, text, nil)
		if res.GetInputType() != act || res.GetLogPortion() != "" || res.GetQueryPortion() != "" || res.GetReasoning() == "" {
			t.Errorf("%q is %v", text, res)
		}
		for name, change := range map[string]func(*pb.RouteRequest){
			"without tools":      func(r *pb.RouteRequest) { r.Tools = nil },
			"with tools to read": func(r *pb.RouteRequest) { r.Tools = r.GetTools()[1:2] },
			"as a note":          func(r *pb.RouteRequest) { r.Intent = commonv1.InputType_INPUT_TYPE_LOG },
			"as a question":      func(r *pb.RouteRequest) { r.Intent = commonv1.InputType_INPUT_TYPE_QUERY },
		} {
			if res := routed(t, router.Deps{}, text, change); res.GetInputType() == act {
				t.Errorf("%s %q is something to do", name, text)
			}
		}
	}
}

// What a person writes down to do it themselves, tells, asks or copies.
var noActs = []string{
	// Perhaps something to do, and in the form of what is none:
	"Send Acme the January invoice", "Please send Acme the January invoice.", "Could you send Acme the invoice?",
	"Please send invoices as PDF.", "can you create invoices?", "will you create the invoice or shall I?",
	"Please send your invoice by Friday.", "please send the invoice to my home address, thanks, Marcus",
	"Weft yarn: send invoice", "weft threads and an invoice",
	"- [ ] please send Acme the invoice",
	"- please send the invoice",
	"please send the invoice\nplease add an event",
	"todo: please send the invoice",
	"Please: send the invoice",
	"Tom: can you send the invoice?",
	"Can you send me the invoice?", // copied
	"\"Please send the invoice\", she said",
	"please don't send the invoice",
	"Please sent the invoice twice by mistake",
	"please send help",
	"Could you send postcards from there?",
	"did I send Acme the invoice?",
	"sent Acme the invoice",
	"Add event cards to the game",
	"please read the message of Acme",
	"Please send the invoice to Acme. It rained all day.",
	"please send " + strings.Repeat("the invoice ", 100),
	"bitte sende Acme die Rechnung",
	"please", "please send", "",
}

func TestWhatIsNotSurelyAskedOfTheProgramIsNoAction(t *testing.T) {
	t.Parallel()
	for _, text := range noActs {
		if text == "" {
			continue
		}
		if res := routed(t, router.Deps{}, text, nil); res.GetInputType() == act {
			t.Errorf("%q is %v", text, res)
		}
	}
	for _, text := range noActs[:3] {
		if res := routed(t, router.Deps{}, text, nil); len(res.GetNotices()) != 1 || !strings.Contains(res.GetNotices()[0], "weft plan") {
			t.Errorf("%q is %v", text, res)
		}
	}
	if plain := routed(t, router.Deps{}, "Slept well", nil); len(plain.GetNotices()) != 0 {
		t.Errorf("a note has the notices %v", plain.GetNotices())
	}
}

func TestAModelTellsWhatIsToBeDoneFromWhatAPersonWillDo(t *testing.T) {
	t.Parallel()
	const text = "Send Acme the January invoice"
	with := func(p llm.Provider) router.Deps {
		return router.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "router", nil, p)}
	}
	p := llmtest.Says("ollama", `{"reason":"it names a tool's work","verdict":"DO"}`)
	if res := routed(t, with(p), text, nil); res.GetInputType() != act || p.Calls() != 1 || !strings.Contains(res.GetReasoning(), "names a tool's work") || res.GetProvenance().GetModelCalls() != 1 {
		t.Errorf("after %d calls it is %v", p.Calls(), res)
	}
	llmtest.Golden(t, "act", p)
	p = llmtest.Says("ollama", `{"reason":"a thing to do","verdict":"KEEP"}`)
	if res := routed(t, with(p), text, nil); res.GetInputType() != commonv1.InputType_INPUT_TYPE_LOG || len(res.GetNotices()) != 1 || res.GetProvenance().GetModelCalls() != int32(p.Calls()) {
		t.Errorf("after %d calls it is %v", p.Calls(), res)
	}
	silent := llmtest.Fails("ollama", llm.Error{Cause: llm.Refused})
	if res := routed(t, with(silent), text, nil); res.GetInputType() != commonv1.InputType_INPUT_TYPE_LOG {
		t.Errorf("without an answer it is %v", res)
	}
	busy, err := router.New(with(llmtest.Fails("ollama", llm.Error{Cause: llm.Refused, Err: fair.BusyError(time.Second)})))
	if err != nil {
		t.Fatal(err)
	}
	req := request(text)
	req.Tools = tools()
	if res, err := busy.Route(t.Context(), req); !errors.Is(err, fault.AgentBusy) {
		t.Errorf("when the model has too much to do it is %v, %v", res, err)
	}
	// So it is with what is asked of anybody, or of the program.
	for _, text := range []string{"Please send Acme the January invoice.", "I’d like you to send the invoice", "Weft, can you create invoices?"} {
		for verdict, acts := range map[string]bool{"DO": true, "KEEP": false} {
			p = llmtest.Says("ollama", `{"reason":"r","verdict":"`+verdict+`"}`)
			if res := routed(t, with(p), text, nil); acts != (res.GetInputType() == act) || p.Calls() == 0 {
				t.Errorf("%s: after %d calls %q is %v", verdict, p.Calls(), text, res)
			}
		}
	}
	// What has not the form of something to do costs no call, whatever a model would say.
	p = llmtest.Says("ollama", `{"reason":"r","verdict":"DO"}`)
	for _, text := range []string{"sent Acme the invoice", "please send help"} {
		if res := routed(t, with(p), text, nil); res.GetInputType() == act || strings.Contains(res.GetReasoning(), "something to do") {
			t.Errorf("%q is %v", text, res)
		}
	}
}
