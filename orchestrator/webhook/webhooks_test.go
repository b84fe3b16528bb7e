package webhook_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/weft-mesh/weft/orchestrator/webhook"
)

func TestATenantHasABoundedNumberOfWebhooks(t *testing.T) {
	t.Parallel()
	connect := startBus(t)
	processes := []*process{open(t, connect()), open(t, connect())}
	var all sync.WaitGroup
	var mu sync.Mutex
	made, refused := 0, 0
	for i := range 2 * webhook.Most {
		all.Go(func() {
			_, err := processes[i%2].Create(t.Context(), webhook.Webhook{Tenant: "local", URL: "https://example.org/" + fmt.Sprint(i)}, "")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				made++
			case errors.Is(err, webhook.ErrMost):
				refused++
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if made != webhook.Most || refused != webhook.Most {
		t.Errorf("%d were made, %d refused", made, refused)
	}
	if _, err := processes[0].Create(t.Context(), webhook.Webhook{Tenant: "acme", URL: "https://example.org/"}, ""); err != nil {
		t.Errorf("another tenant: %v", err)
	}
	listed, err := processes[1].List(t.Context(), "local")
	if err != nil || len(listed) != webhook.Most {
		t.Errorf("%d are listed: %v", len(listed), err)
	}
	for i := 1; i < len(listed); i++ {
		if listed[i].Created.Before(listed[i-1].Created) {
			t.Error("they are not listed by age")
		}
	}
	if err := processes[1].Delete(t.Context(), "local", listed[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := processes[0].Create(t.Context(), webhook.Webhook{Tenant: "local", URL: "https://example.org/"}, ""); err != nil {
		t.Errorf("after one was deleted: %v", err)
	}
}

func TestACallThatIsRepeatedMakesOneWebhook(t *testing.T) {
	t.Parallel()
	p := open(t, startBus(t)())
	w := webhook.Webhook{Tenant: "local", URL: "https://example.org/", Events: []string{webhook.Ended}}
	first, err := p.Create(t.Context(), w, "id-1")
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Create(t.Context(), w, "id-1")
	if err != nil || again.ID != first.ID || webhook.SecretText(again.Secret) != webhook.SecretText(first.Secret) {
		t.Errorf("repeated it is %s, not %s: %v", again.ID, first.ID, err)
	}
	w.Events = nil
	if _, err := p.Create(t.Context(), w, "id-1"); !errors.Is(err, webhook.ErrReused) {
		t.Errorf("with other fields: %v", err)
	}
	w.Tenant = "acme"
	if other, err := p.Create(t.Context(), w, "id-1"); err != nil || other.ID == first.ID {
		t.Errorf("of another tenant: %v", err)
	}
	if err := p.Delete(t.Context(), "local", first.ID); err != nil {
		t.Fatal(err)
	}
	w.Tenant = "local"
	if other, err := p.Create(t.Context(), w, "id-1"); err != nil || other.ID == first.ID {
		t.Errorf("after it was deleted: %v", err)
	}
}

func TestHostileNamesReachNothing(t *testing.T) {
	t.Parallel()
	p := open(t, startBus(t)())
	w, err := p.Create(t.Context(), webhook.Webhook{Tenant: "local", URL: "https://example.org/"}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", "*", ">", "a.b", "../" + w.ID, w.ID + " ", "\x00"} {
		if err := p.Delete(t.Context(), "local", id); !errors.Is(err, webhook.ErrNotFound) {
			t.Errorf("webhook %q: %v", id, err)
		}
		if all, err := p.List(t.Context(), id); err != nil || len(all) > 0 {
			t.Errorf("tenant %q has %d: %v", id, len(all), err)
		}
	}
	if all, err := p.List(t.Context(), "local"); err != nil || len(all) != 1 {
		t.Errorf("%d are left: %v", len(all), err)
	}
}
