package executor_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/fault"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
)

// insides are words of libraries, of which no message to a person has any.
var insides = regexp.MustCompile(`json:|Go (struct|value)|mcp\.|jsonrpc2|exec:|fork/|\bEOF\b|closing|calling "|sending "|looking for|map\[|context deadline|dial |0x|\n`)

func TestWhatIsWrongWithAServerIsToldInWords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "server.sh")
	if err := os.WriteFile(script, []byte("#!/does/not/exist\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	shell := func(text string) executor.Server { return executor.Server{Command: []string{"sh", "-c", text}} }
	replies := func(status int, kind, body string) executor.Server {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(srv.Close)
		return executor.Server{URL: srv.URL}
	}
	is := func(variant string) executor.Server { return executor.Server{Command: []string{variant}} }
	const notMCP = "is not as MCP has it: "
	for name, tt := range map[string]struct {
		server executor.Server
		want   []string
	}{
		"ends at its start and says nothing": {shell("exit 3"), []string{"exit code 3 before it had answered initialize, and wrote nothing to its standard error; to try it by hand, with KEY set: sh -c 'exit 3'"}},
		"ends at its start and says why":     {shell("echo 'FATAL: set TOKEN' >&2; echo '  at main' >&2; exit 4"), []string{"exit code 4", `it wrote to its standard error: "FATAL: set TOKEN"; to try it by hand`}},
		"ends well at its start":             {shell("exit 0"), []string{"exit code 0 before it had answered initialize"}},
		"is ended by a signal":               {shell("kill -9 $$"), []string{"its process was ended by a signal (killed) before it had answered initialize", "to try it by hand"}},
		"tells how it is to be used":         {shell("echo 'usage: server --stdio'; exit 2"), []string{"exit code 2", `no message: "usage: server --stdio"`}},
		"is not installed":                   {executor.Server{Command: []string{"no-such-program", "-x"}}, []string{`there is no program "no-such-program" on the PATH; install it`}},
		"is no file":                         {executor.Server{Command: []string{filepath.Join(dir, "none")}}, []string{"there is no file", "check the command"}},
		"is a folder":                        {executor.Server{Command: []string{dir}}, []string{"is a folder, not a program"}},
		"is not executable":                  {executor.Server{Command: []string{script}}, []string{"can't be run: permission denied; make it executable"}},

		"speaks another version":             {is("speaks another version"), []string{`it speaks the version "2099-01-01" of MCP; Weft speaks 20`}},
		"starts with a text":                 {is("starts with a text"), []string{"its answer to initialize " + notMCP + "it is not an object"}},
		"starts with a number for a version": {is("starts with a number"), []string{"protocolVersion is not a text"}},
		"starts with an error":               {is("starts with an error"), []string{`it answered initialize with the error "set FOO_TOKEN"`}},
		"starts with a word for an error":    {is("starts with a word for an error"), []string{"error is not an object"}},
		"speaks JSON-RPC 1.0":                {is("speaks JSON-RPC 1.0"), []string{`its answer to initialize is no message of MCP: its member "jsonrpc" is not "2.0"`}},
		"answers with an object for an id":   {is("answers an object"), []string{"has an id that is neither a number nor a text"}},
		"answers another request":            {is("answers nobody"), []string{"it is not ready after 3s", `it answered with the id "4711", of which there was no request`}},
		"never answers":                      {is("hangs at initialize"), []string{"it is not ready after 3s: it has not answered initialize; to try it by hand, with "}},
		"lists broken JSON":                  {is("lists broken JSON"), []string{"its answer to tools/list is broken JSON, at ", `"result\":{tools:[]}}"`}},
		"lists a list":                       {is("lists a list"), []string{"its answer to tools/list " + notMCP + "it is not an object"}},
		"lists an object of tools":           {is("lists an object"), []string{"tools is not a list"}},
		"has a number for a page":            {is("has a page 7"), []string{"nextCursor is not a text"}},
		"has no schema":                      {is("has no schema"), []string{`"send": its input schema is missing`}},
		"has a number for a text":            {is("has a text of 7"), []string{`"send": its definition can't be read: description is not a text`}},
		"ends at its list":                   {is("ends at its list"), []string{"exit code 9 before it had answered tools/list"}},
		"ends in the midst of its list":      {is("ends in its list"), []string{"exit code 0 in the midst of its answer to tools/list"}},

		"is not at its URL":  {replies(404, "text/html", "<h1>Not Found</h1>"), []string{"it answered with 404 Not Found; check its URL"}},
		"wants another key":  {replies(401, "application/json", `{"error":"bad token"}`), []string{"401 Unauthorized; check the headers"}},
		"fails":              {replies(500, "text/plain", "oops"), []string{"500 Internal Server Error"}},
		"has moved":          {replies(302, "text/plain", ""), []string{`302 Found, to "/elsewhere"`}},
		"is a page":          {replies(200, "text/html", "<h1>Welcome</h1>"), []string{"it answered with text/html, which is no answer of MCP"}},
		"is another service": {replies(200, "application/json", `{"hello":1}`), []string{`its member "jsonrpc" is not "2.0"`}},
		"is empty":           {replies(200, "application/json", ""), []string{"its answer to initialize is empty"}},
		"is broken":          {replies(200, "application/json", `{"jsonrpc":"2.0",}`), []string{"its answer to initialize is broken JSON, at "}},
		"is where nobody is": {executor.Server{URL: "http://127.0.0.1:1/mcp"}, []string{"it can't be reached at 127.0.0.1:1: connection refused"}},
		"is of no address":   {executor.Server{URL: "http://no.such.host.invalid/mcp"}, []string{"it can't be reached at no.such.host.invalid: "}},
		"has a secret that isn't": {func() executor.Server {
			s := shell("exit 3")
			s.Env = func() ([]string, error) { _, err := os.Stat("/does/not/exist"); return nil, err }
			return s
		}(), []string{"tools.servers.mail.env can't be read: /does/not/exist: no such file or directory"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c := short(b.server(""))
			c.Command, c.URL = tt.server.Command, tt.server.URL
			if tt.server.Env != nil {
				c.Env = tt.server.Env
			} else if c.URL == "" {
				c.Env = func() ([]string, error) { return []string{"KEY=secret"}, nil }
			}
			if len(c.Command) == 1 && !strings.Contains(c.Command[0], "/") && liars[c.Command[0]].known() {
				c = short(b.server(c.Command[0]))
			}
			s := b.mail(c)
			_, server := b.list(s, false)
			got := server.GetProblem() + strings.Join(server.GetOmitted(), "\n")
			if got == "" || strings.Contains(got, "still being started") {
				until(t, "its problem is told", func() bool {
					_, server = b.list(s, true)
					return server.GetLastError() != ""
				})
				got = "the tool server mail can't be used: " + server.GetLastError()
			}
			if server.GetProblem() != "" && !strings.Contains(got, "the tool server mail can't be used: ") {
				t.Errorf("no server is named: %s", got)
			}
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("it is told as\n%s\nwant\n%s", got, want)
				}
			}
			if found := insides.FindString(got); found != "" || strings.Contains(got, "secret") {
				t.Errorf("%q is in %s", found, got)
			}
		})
	}
}

// known reports whether a liar is one at all.
func (l liar) known() bool {
	return l.list != nil || l.call != nil || l.start != nil || l.hangs != ""
}

func TestArgumentsThatCanNotBeReadAreToldInWords(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.mail(b.server("is honest"))
	for _, arguments := range []string{`{bad`, `{"a":1,"a":2}`, `{"a":1}x`, `{"a":1e999}`} {
		_, err := s.DryRun(t.Context(), &pb.DryRunRequest{Context: callContext(), Server: "mail", Operation: "send", Arguments: []byte(arguments)})
		if !isReason(err, fault.ArgumentsInvalid) || !strings.Contains(err.Error(), "the arguments can't be read: ") || strings.Contains(err.Error(), "jsontext") {
			t.Errorf("%s is told as %v", arguments, err)
		}
	}
}
