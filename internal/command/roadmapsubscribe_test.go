package command

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fetch gets an address, and what is there with its lines unfolded.
func fetch(t *testing.T, address string, prepare func(*http.Request)) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if prepare != nil {
		prepare(req)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, strings.ReplaceAll(string(body), "\r\n ", "")
}

// uidsOf are the ids of the events of a calendar, in their order.
func uidsOf(text string) (out []string) {
	for line := range strings.Lines(text) {
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "UID:"); ok {
			out = append(out, id)
		}
	}
	return out
}

func keyOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("key")
}

func TestACalendarAppFollowsRoadmapsByAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	file := filepath.Join(h.dir, "keys.json")
	done := func(args ...string) result {
		t.Helper()
		got := h.weft("", args...)
		got.mustExit(t, exitDone)
		return got
	}
	all := strings.TrimSpace(done("keys", "add", "k", "--file", file, "--user", "eve", "--kind", "person", "--scopes", "read,write,approve,calendar").out)
	base := "http://" + h.serveWith("--set", "auth.keys_file="+file, "--set", "http.listen=127.0.0.1:0")["http"]
	feed := base + "/v1/roadmaps.ics"
	subscribe := func(args ...string) (address, id string) {
		t.Helper()
		var out struct {
			Address string
			KeyID   string `json:"key_id"`
		}
		got := done(append([]string{"roadmaps", "subscribe", "--file", file, "--address", base, "-o", "json"}, args...)...)
		if err := json.Unmarshal([]byte(got.out), &out); err != nil {
			t.Fatal(err, got.out)
		}
		return out.Address, out.KeyID
	}
	mine, id := subscribe()
	others, _ := subscribe("--user", "eve")
	for { // a new key counts within two seconds
		if res, text := fetch(t, others, nil); res.StatusCode == http.StatusOK {
			if !strings.Contains(text, "BEGIN:VCALENDAR") || strings.Contains(text, "VEVENT") {
				t.Errorf("without roadmaps it is\n%s", text)
			}
			break
		}
	}
	done("goal", "Run 10 km in twelve weeks, three times a week", "--keep", "--ask", "0", "--schedules", "20")
	done("roadmaps", "approve", "last")
	one, _ := subscribe("last")

	res, text := fetch(t, mine, nil)
	tag := res.Header.Get("ETag")
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/calendar; charset=utf-8" || tag == "" {
		t.Fatalf("%s %v\n%s", res.Status, res.Header, text)
	}
	mustContain(t, text, "X-WR-CALNAME:Weft\r\n", "REFRESH-INTERVAL;VALUE=DURATION:PT60M\r\n", "X-PUBLISHED-TTL:PT60M\r\n", "SUMMARY:Easy run", "SEQUENCE:1\r\n", "LAST-MODIFIED:")
	if exported := done("roadmaps", "export", "last", "--format", "ics").out; len(uidsOf(text)) == 0 || !slices.Equal(uidsOf(exported), uidsOf(text)) {
		t.Errorf("the %d events are not those of an export", len(uidsOf(text)))
	}
	if res, again := fetch(t, mine, func(r *http.Request) { r.Header.Set("If-None-Match", `"other", W/`+tag) }); res.StatusCode != http.StatusNotModified || again != "" {
		t.Errorf("what is known already is sent again: %s", res.Status)
	}
	done("roadmaps", "lock", "last", "7")
	res, changed := fetch(t, mine, func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
	if res.StatusCode != http.StatusOK || !strings.Contains(changed, "SEQUENCE:2\r\n") || !slices.Equal(uidsOf(changed), uidsOf(text)) {
		t.Errorf("after a change: %s\n%s", res.Status, changed)
	}
	for {
		if res, text := fetch(t, one, nil); res.StatusCode == http.StatusOK {
			if !strings.Contains(text, "X-WR-CALNAME:Run 10 km") || len(uidsOf(text)) != len(uidsOf(changed)) {
				t.Errorf("a roadmap alone is\n%s", text)
			}
			break
		}
	}
	bearer := func(key string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+key) }
	}
	for name, c := range map[string]struct {
		address string
		prepare func(*http.Request)
		want    int
		has     bool
	}{
		"another's address has none of it":          {others, nil, http.StatusOK, false},
		"another's key for this roadmap finds none": {strings.Replace(one, keyOf(t, one), keyOf(t, others), 1), nil, http.StatusNotFound, false},
		"no key":                               {feed, nil, http.StatusUnauthorized, false},
		"a wrong key":                          {feed + "?key=weft_000000000000_" + strings.Repeat("A", 43), nil, http.StatusUnauthorized, false},
		"two keys":                             {mine + "&key=" + keyOf(t, others), nil, http.StatusUnauthorized, false},
		"a key in the address that opens more": {feed + "?key=" + url.QueryEscape(all), nil, http.StatusForbidden, false},
		"a key as the password":                {feed, func(r *http.Request) { r.SetBasicAuth("anybody", keyOf(t, mine)) }, http.StatusOK, true},
		"the same key as a bearer":             {feed, bearer(keyOf(t, mine)), http.StatusOK, true},
		"the address's key opens nothing else": {base + "/v1/roadmaps", bearer(keyOf(t, mine)), http.StatusForbidden, false},
		"no other address takes a key in it":   {base + "/v1/roadmaps?key=" + keyOf(t, mine), bearer(all), http.StatusBadRequest, false},
		"no other address takes a password":    {base + "/v1/roadmaps", func(r *http.Request) { r.SetBasicAuth("", all) }, http.StatusUnauthorized, false},
	} {
		res, text := fetch(t, c.address, c.prepare)
		if res.StatusCode != c.want || strings.Contains(text, "Easy run") != c.has {
			t.Errorf("%s: %s\n%s", name, res.Status, text)
		}
		asks := strings.Contains(strings.Join(res.Header.Values("WWW-Authenticate"), ","), "Basic")
		if asks != (c.want == http.StatusUnauthorized && strings.Contains(c.address, ".ics")) {
			t.Errorf("%s: WWW-Authenticate is %q", name, res.Header.Values("WWW-Authenticate"))
		}
	}
	done("keys", "revoke", id, "--file", file)
	for res.StatusCode != http.StatusUnauthorized {
		res, _ = fetch(t, mine, nil)
	}
}

func TestAnAddressIsPrintedWithWhatItOpensAndHowItIsTakenBack(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	file := filepath.Join(h.dir, "keys.json")
	got := h.weft("", "roadmaps", "subscribe", "--file", file, "--user", "ann", "--address", "https://weft.example.org/")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "https://weft.example.org/v1/roadmaps.ics?key=weft_")
	mustContain(t, got.errOut, "ann's roadmaps", "weft keys revoke ", "Google Calendar")
	mustContain(t, h.weft("", "keys", "ls", "--file", file).out, "calendar", "ann")
	for _, args := range [][]string{{"--file", file}, {"--address", "https://weft.example.org"}, {"--file", file, "--address", "weft.example.org"}} {
		h.weft("", append([]string{"roadmaps", "subscribe"}, args...)...).mustExit(t, exitUsage)
	}
}
