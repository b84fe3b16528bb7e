package app

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Whatever collects the log of a container takes all that it prints.
func TestWhatAnHTTPServerSaysIsARecordOfTheLog(t *testing.T) {
	t.Parallel()
	said := &lines{}
	m := &mesh{Options: Options{Log: said.logger()}}
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a mistake") }))
	srv.Config.ErrorLog = m.httpLog(t.Context())
	srv.StartTLS()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte("no handshake\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	_, _ = conn.Read(make([]byte, 1)) // until the server has had enough of it
	_ = conn.Close()
	client := srv.Client()
	client.Transport.(*http.Transport).TLSClientConfig.MinVersion = tls.VersionTLS13
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := client.Do(req); err == nil {
		_ = res.Body.Close()
		t.Error("the panic is answered")
	}
	srv.Close()
	levels := map[string]string{}
	for _, line := range said.all(t) {
		text, _ := line["error"].(string)
		for _, of := range []string{"TLS handshake error", "a mistake"} {
			if strings.Contains(text, of) {
				levels[of], _ = line["level"].(string)
			}
		}
	}
	if levels["TLS handshake error"] != "DEBUG" || levels["a mistake"] != "WARN" {
		t.Errorf("levels %v of %v", levels, said.all(t))
	}
}
