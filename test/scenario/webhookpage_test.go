package scenario

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// A receiver is the example of docs/webhooks.md at work.
type receiver struct {
	address string
	lines   chan string
	stop    func()
}

func startReceiver(t *testing.T, secret string, args ...string) receiver {
	t.Helper()
	cmd := exec.Command("python3", append([]string{filepath.Join(folderOf(t, "examples/webhook-receiver"), "receive.py")}, args...)...)
	cmd.Env = append(os.Environ(), "WEFT_WEBHOOK_SECRET="+secret)
	out, err := cmd.StdoutPipe()
	if err == nil {
		cmd.Stderr = os.Stderr
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	r := receiver{lines: make(chan string, 100), stop: func() { _ = cmd.Process.Kill(); _, _ = io.Copy(io.Discard, out); _ = cmd.Wait() }}
	t.Cleanup(r.stop)
	go func() {
		defer close(r.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			r.lines <- s.Text()
		}
	}()
	r.address = strings.TrimPrefix(r.next(t, "waiting at "), "waiting at ")
	return r
}

// next returns the next line that has all of the words.
func (r receiver) next(t *testing.T, words ...string) string {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case line, ok := <-r.lines:
			if !ok {
				t.Fatalf("the receiver ended before %q", words)
			}
			has := true
			for _, w := range words {
				has = has && strings.Contains(line, w)
			}
			if has {
				return line
			}
		case <-late:
			t.Fatalf("%q does not come", words)
		}
	}
}

func TestTheReceiverOfThePageOnWebhooksIsToldAndToldAgain(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	vault := mesh.EmptyVault(t)
	p := mesh.Spawn(t, vault, "up", "--set", "webhooks.allow=127.0.0.0/8", "--set", "webhooks.allow_http=true")
	m := &mesh.Mesh{API: mesh.Dial(t, p.Addresses["api"]), Vault: vault}
	stranger := startReceiver(t, "whsec_"+strings.Repeat("A", 43)+"=", "--port", "0")
	made, err := m.API.CreateWebhook(t.Context(), &orchestratorv1.CreateWebhookRequest{Url: stranger.address})
	if err != nil {
		t.Fatal(err)
	}
	id := made.GetWebhook().GetId()
	if got, err := m.API.TestWebhook(t.Context(), &orchestratorv1.TestWebhookRequest{WebhookId: id}); err != nil || got.GetStatusCode() != 401 {
		t.Errorf("a receiver with another secret answers %v, %v", got, err)
	}
	stranger.stop()
	port := stranger.address[strings.LastIndex(stranger.address, ":")+1 : strings.LastIndex(stranger.address, "/")]
	broken := startReceiver(t, made.GetSecret(), "--port", port, "--answer", "500")
	r, _ := m.Process(t, mesh.Input("Slept 7 h"))
	broken.next(t, "answered 500")
	broken.stop()
	mended := startReceiver(t, made.GetSecret(), "--port", port)
	event := ""
	for event == "" { // an attempt is listed a moment after its answer
		list, err := m.API.ListWebhookDeliveries(t.Context(), &orchestratorv1.ListWebhookDeliveriesRequest{WebhookId: id, Failed: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list.GetDeliveries() {
			if event = d.GetEventId(); d.GetRunId() != r.GetRunId() || d.GetStatusCode() != 500 || d.GetResponse() != "broken on purpose" {
				t.Fatalf("a delivery that failed is %v", d)
			}
		}
	}
	for range 2 {
		if _, err := m.API.RedeliverWebhookEvent(t.Context(), &orchestratorv1.RedeliverWebhookEventRequest{WebhookId: id, EventId: event}); err != nil {
			t.Fatal(err)
		}
	}
	mended.next(t, event, r.GetRunId())
	mended.next(t, event, "(again)")
}
