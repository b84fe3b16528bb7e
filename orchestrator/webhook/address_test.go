package webhook

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestOnlyPublicAddressesAreReached(t *testing.T) {
	t.Parallel()
	nobody := reach{}
	for _, a := range []string{
		"127.0.0.1", "127.255.0.3", "0.0.0.0", "0.1.2.3", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
		"169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "168.63.129.16", "198.18.0.1", "192.0.2.1",
		"224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1",
		"fd00:ec2::254", "ff02::1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "100::1", "4000::1",
	} {
		if err := nobody.check(netip.MustParseAddr(a)); err == nil {
			t.Errorf("%s is reached", a)
		}
	}
	for _, a := range []string{"1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "2a00:1450::1"} {
		if err := nobody.check(netip.MustParseAddr(a)); err != nil {
			t.Errorf("%s is not reached: %v", a, err)
		}
	}
	some := reach{prefixes("10.20.0.0/16", "fd00:1::/32")}
	for a, want := range map[string]bool{"10.20.3.4": true, "::ffff:10.20.3.4": true, "10.21.0.1": false, "fd00:1::1": true, "fd00:2::1": false, "1.1.1.1": true} {
		if got := some.check(netip.MustParseAddr(a)) == nil; got != want {
			t.Errorf("%s is reached: %v", a, got)
		}
	}
}

func TestURLsAreCheckedBeforeTheyAreKept(t *testing.T) {
	t.Parallel()
	for text, good := range map[string]bool{
		"https://example.org":                     true,
		"https://example.org:8443/a/b?c=d":        true,
		"https://1.1.1.1/hook":                    true,
		"https://[2606:4700::1111]/hook":          true,
		"http://example.org/":                     false,
		"https://":                                false,
		"https:///path":                           false,
		"https://:443/":                           false,
		"https:example.org":                       false,
		"ftp://example.org/":                      false,
		"file:///etc/passwd":                      false,
		"javascript:alert(1)":                     false,
		"//example.org/":                          false,
		"example.org":                             false,
		"https://user:pass@example.org/":          false,
		"https://user@example.org/":               false,
		"https://example.org/#a":                  false,
		"https://example.org/#":                   false,
		"https://example.org:0/":                  false,
		"https://example.org:70000/":              false,
		"https://example.org:x/":                  false,
		"https://127.0.0.1/":                      false,
		"https://[::1]/":                          false,
		"https://[::ffff:10.0.0.1]/":              false,
		"https://169.254.169.254/latest/metadata": false,
		"https://exa mple.org/":                   false,
		"https://example.org/\x00":                false,
		"https://example.org/\r\nX: y":            false,
		"":                                        false,
	} {
		if why := checkURL(text, false, reach{}); (why == "") != good {
			t.Errorf("%q: %q", text, why)
		}
	}
	if why := checkURL("http://127.0.0.1:8080/", true, reach{prefixes("127.0.0.0/8")}); why != "" {
		t.Errorf("what is allowed is refused: %s", why)
	}
}

// A name is looked up when it is dialled, so what counts is where it leads then.
func TestANameThatLeadsInsideIsNotReached(t *testing.T) {
	t.Parallel()
	came := make(chan struct{}, 100)
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { came <- struct{}{} }))
	defer inside.Close()
	_, port, err := net.SplitHostPort(inside.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	s := newSender(reach{}, 5*time.Second, nil)
	defer s.close()
	for _, host := range []string{"localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "[::1]", "0.0.0.0", "2130706433", "0x7f.1"} {
		a := s.send(t.Context(), &Webhook{URL: "http://" + host + ":" + port + "/"}, "msg_1", nil)
		if a.delivered() || a.status != 0 {
			t.Errorf("%s was reached: %+v", host, a)
		}
		if strings.ContainsAny(host, ".:") || host == "localhost" {
			if host != "0x7f.1" && !strings.Contains(a.reason, "not public") {
				t.Errorf("%s: %s", host, a.reason)
			}
		}
	}
	// An address that is allowed leads on to one that is not.
	outside := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect))
	defer outside.Close()
	s = newSender(reach{prefixes("127.0.0.1/32")}, 5*time.Second, nil)
	defer s.close()
	if a := s.send(t.Context(), &Webhook{URL: outside.URL}, "msg_1", nil); a.status != http.StatusTemporaryRedirect || a.delivered() {
		t.Errorf("a redirect came to %+v", a)
	}
	if len(came) > 0 {
		t.Errorf("what is inside was reached %d times", len(came))
	}
}

func TestAReceiverIsGivenItsTimeAndNoMore(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/silent" {
			select {
			case <-over:
			case <-r.Context().Done():
			}
			return
		}
		w.WriteHeader(http.StatusOK)
		for chunk := make([]byte, 32<<10); ; { // an answer without an end
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	defer endless.Close()
	defer close(over)
	s := newSender(reach{prefixes("127.0.0.1/32")}, 200*time.Millisecond, nil)
	defer s.close()
	if a := s.send(t.Context(), &Webhook{URL: endless.URL + "/silent"}, "msg_1", nil); a.reason != "it did not answer within 200ms" {
		t.Errorf("who says nothing: %+v", a)
	}
	s.timeout = 10 * time.Second
	if a := s.send(t.Context(), &Webhook{URL: endless.URL}, "msg_1", nil); !a.delivered() || a.took > 5*time.Second {
		t.Errorf("who does not stop: %+v", a)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a := s.send(ctx, &Webhook{URL: endless.URL}, "msg_1", nil); a.delivered() {
		t.Error("what was cut off counts as delivered")
	}
}

func TestReasonsAreBounded(t *testing.T) {
	t.Parallel()
	long := clip(strings.Repeat("é\xff", 500))
	if len(long) > mostReason || !strings.HasPrefix(long, "é") {
		t.Errorf("%d bytes: %q", len(long), long)
	}
	s := newSender(reach{}, time.Second, nil)
	for err, want := range map[error]string{
		&net.DNSError{Err: "no such host", Name: "a", Server: "10.0.0.53:53"}: "its name can't be looked up: no such host",
		errors.New("broken"): "it could not be reached: broken",
	} {
		if got := s.unanswered(err); got != want {
			t.Errorf("%v: %q", err, got)
		}
	}
}
