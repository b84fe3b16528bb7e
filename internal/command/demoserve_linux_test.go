package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/calendar"
	"github.com/weft-mesh/weft/examples/tools/invoices"
	"github.com/weft-mesh/weft/examples/tools/mailbox"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

// serveTools starts "weft demo serve" as a process, with a client of its tools.
func serveTools(t *testing.T, args ...string) *toolservertest.Client {
	t.Helper()
	c := exec.Command(os.Args[0], append([]string{"demo", "serve"}, args...)...)
	c.Env = []string{asWeft + "=yes"} // not even a home: it reads no configuration
	c.Stderr = os.Stderr
	return toolservertest.Connect(t, &mcp.CommandTransport{Command: c})
}

func TestTheMailboxIsServedAndDiesWhereItIsToldTo(t *testing.T) {
	t.Parallel()
	dir, files := filepath.Join(t.TempDir(), "new", "mailbox"), t.TempDir()
	if err := os.WriteFile(filepath.Join(files, "a.txt"), []byte("A"), 0o600); err != nil {
		t.Fatal(err)
	}
	serve := func() *toolservertest.Client {
		t.Helper()
		return serveTools(t, "mailbox", "--dir", dir, "--attach", files, "--from", "Bo <bo@example.com>",
			"--fault", "send_message:2:exit-before", "--fault", "send_message:3:exit-after")
	}
	d := mailbox.Draft{To: []string{"ann@example.com"}, Subject: "Grüße \u202e", Attachments: []string{"a.txt"}}
	var first mailbox.Message
	c := serve()
	d.MessageID = "k1"
	c.Do("send_message", d, &first)
	// What a terminal must not get, a protocol does.
	if first.From != "Bo <bo@example.com>" || first.Subject != d.Subject {
		t.Errorf("sent %+v", first)
	}
	if err := c.Close(); err != nil {
		t.Errorf("it has not ended by itself: %v", err)
	}
	for _, id := range []string{"k2", "k3"} {
		d.MessageID = id
		if res, err := serve().Call("send_message", d); err == nil {
			t.Errorf("%s: it answered %v", id, res)
		}
	}
	c = serve()
	for id, want := range map[string]bool{"k1": true, "k2": false, "k3": true} {
		var found mailbox.Found
		if c.Do("find_message", mailbox.ID{MessageID: id}, &found); found.Sent != want {
			t.Errorf("%s was sent: %t", id, found.Sent)
		}
	}
	if got := toolservertest.Outcomes(t, dir, "send_message"); !slices.Equal(got, []string{"done", "", "done"}) {
		t.Errorf("the ledger tells %q", got)
	}
}

func TestTheInvoiceOfAServerThatDiedIsTheOneOfItsRequest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve := func() *toolservertest.Client {
		t.Helper()
		return serveTools(t, "invoices", "--dir", dir, "--seed", "--fault", "create_invoice:1:exit-after")
	}
	order := invoices.Order{RequestID: "r1", Client: "acme", Month: "2026-01"}
	if res, err := serve().Call("create_invoice", order); err == nil {
		t.Fatalf("it answered %v", res)
	}
	var got, next invoices.Invoice
	c := serve()
	c.Do("create_invoice", order, &got)
	order.RequestID, order.Month = "r2", "2026-02"
	c.Do("create_invoice", order, &next)
	if got.TotalCents != 201875 || !strings.HasSuffix(got.Number, "-001") || !strings.HasSuffix(next.Number, "-002") {
		t.Errorf("it is %+v, the next %+v", got, next)
	}
	if _, err := os.Stat(filepath.Join(dir, "issued", got.File)); err != nil {
		t.Error(err)
	}
}

func TestTheCalendarIsServedAndFailsWhereItIsToldTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := serveTools(t, "calendar", "--dir", dir, "--fault", "move_event:1:fail")
	in := calendar.NewEvent{UID: "a", Summary: "Review", Start: "2026-02-02T09:00:00+01:00", End: "2026-02-02T10:00:00+01:00"}
	to := calendar.Move{UID: "a", Start: "2026-02-03T09:00:00+01:00"}
	var made, moved calendar.Event
	c.Do("create_event", in, &made)
	mustContain(t, c.Refused("move_event", to), "nothing was done")
	c.Do("move_event", to, &moved)
	if made.Start != "2026-02-02T08:00:00Z" || moved.Start != "2026-02-03T08:00:00Z" {
		t.Errorf("it was %+v and is %+v", made, moved)
	}
	if got := toolservertest.Outcomes(t, dir, "move_event"); !slices.Equal(got, []string{"failed", "done"}) {
		t.Errorf("the ledger tells %q", got)
	}
}

func TestHelpDoesNotNameTheExampleServers(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"demo", "--help"}, {"__complete", "demo", ""}} {
		got := play(t, &played{}, "", args...)
		got.mustExit(t, exitDone)
		if strings.Contains(got.out, "serve\t") || strings.Contains(got.out, "Serve an example") {
			t.Errorf("%q: %s", args, got.out)
		}
	}
}

func TestAnExampleServerThatCanNotBeServedSaysWhy(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"mailbox":                      "--dir",
		"mailbox --dir x --fault send": "OPERATION:CALL:KIND",
		"mailbox --dir /dev/null/x":    "can't make the server's folder",
		"mailbox --dir x more":         "takes no arguments",
		"mailbix":                      `did you mean "weft demo serve mailbox"?`,
	} {
		got := play(t, &played{}, "", append([]string{"demo", "serve"}, strings.Fields(args)...)...)
		if got.code == exitDone {
			t.Errorf("%s: it is served", args)
		}
		mustContain(t, got.errOut, want)
	}
}
