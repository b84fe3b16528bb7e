package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

// keptFolder returns the folder that a demo says it has kept.
func keptFolder(t *testing.T, said string) string {
	t.Helper()
	found := regexp.MustCompile(`all\s+of\s+it\s+is\s+in\s+([^\s;]+)`).FindStringSubmatch(said)
	if found == nil {
		t.Fatalf("it does not say where the folder is:\n%s", said)
	}
	t.Cleanup(func() { _ = os.RemoveAll(found[1]) })
	return found[1]
}

// mails returns the mails that were sent in a demo's folder.
func mails(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "mailbox", "sent", "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTheDemoOfPlansSendsOneMailAndShowsIt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "demo", "plans", "--keep")
	got.mustExit(t, exitDone)
	dir := keptFolder(t, got.errOut)
	mustContain(t, got.out,
		"mailbox/send_message  external  trusted",
		"so they owe 2018.75 EUR",                   // the note
		`"to": [{"$from": "find"`,                   // the plan, as it is written
		"the call of step 3 is asked for once more", // as it is proposed
		"2. Create the invoice for January  (step create): done ",
		"is sent outside, can't be undone",
		"send with other arguments", "PLAN_CHANGED", "PLAN_STATE",
		"(step send): done ", "(step due): done ", "(step look): left out",
		"The plan was carried out: 4 of 5 steps are done, 1 was left out",
		"To: <billing@acme-analytics.example>\n", "filename=2026-", "| **Total** | | **2018.75** |",
		"SUMMARY:The invoice of Acme Analytics for January is due\n",
		`"operation":"send_message","outcome":"done"}`)
	if due := regexp.MustCompile(`Due: (\d+)-(\d+)-(\d+)\n`).FindStringSubmatch(got.out); due == nil || !strings.Contains(got.out, "DTSTART;VALUE=DATE:"+strings.Join(due[1:], "")+"\n") {
		t.Errorf("the event is not on the day on which the invoice is due, %q", due)
	}
	if strings.Contains(got.out, "No mail was sent") || !strings.HasSuffix(got.out, demoPlansEnd) {
		t.Errorf("it ends with:\n%s", got.out[len(got.out)-600:])
	}
	if sent := mails(t, dir); len(sent) != 1 {
		t.Errorf("sent are %v", sent)
	}
	if calls := toolservertest.Outcomes(t, filepath.Join(dir, "mailbox"), "send_message"); !slices.Equal(calls, []string{"done"}) {
		t.Errorf("the mailbox was called %q", calls)
	}
	again := h.weft("", "plans", "show", "last", "--config", filepath.Join(dir, demoConfig), "--vault", filepath.Join(dir, demoVault))
	again.mustExit(t, exitDone)
	mustContain(t, again.out, "The plan was carried out")
}

func TestTheDemoOfPlansPrintsThePlanAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "demo", "plans", "-o", "json")
	got.mustExit(t, exitDone)
	var plan orchestratorv1.Plan
	if err := protojson.Unmarshal([]byte(got.out), &plan); err != nil {
		t.Fatal(err)
	}
	if plan.GetState() != orchestratorv1.Plan_STATE_COMPLETED || plan.GetUser() != "demo" {
		t.Errorf("it is %v", &plan)
	}
	if files, err := os.ReadDir(h.dir); err != nil || len(files) != 1 || got.errOut != "" {
		t.Errorf("in the home is %v, %v; told is %q", files, err, got.errOut)
	}
}

func TestWhoSaysNoInTheDemoOfPlansHasSentNothing(t *testing.T) {
	t.Parallel()
	var screen string
	code := atTerminal(t, wired{}, t.TempDir(), []string{"demo", "plans", "--ask", "--keep"}, func(p *person) {
		p.sees("Carry out this plan?")
		p.types("y\r")
		p.sees("Make this call, with exactly these arguments?")
		p.types("n\r")
		p.sees("No mail was sent")
		p.sees("all of it is in")
		p.sees("config.yaml")
		screen = p.screen()
	})
	if code != exitDone {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(screen, "the demo says yes") {
		t.Errorf("it decides by itself: %s", screen)
	}
	dir := keptFolder(t, screen)
	if sent := mails(t, dir); len(sent) > 0 {
		t.Errorf("sent are %v", sent)
	}
	if calls := toolservertest.Outcomes(t, filepath.Join(dir, "mailbox"), "send_message"); len(calls) > 0 {
		t.Errorf("the mailbox was called %q", calls)
	}
	if book, err := os.ReadDir(filepath.Join(dir, "invoices", "issued")); err != nil || len(book) != 1 {
		t.Errorf("invoices are %v, %v", book, err)
	}
}
