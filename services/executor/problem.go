package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// endingTime is how long a process whose output has ended is waited for, to say how it ended.
const endingTime = 500 * time.Millisecond

// problemInWords says for a person why a server gave no answer to a request that can be used. noted
// is what was wrong with its last reply by HTTP, "" for nothing. It is asked before the
// session is ended, since the process may be about to end by itself.
func (s *server) problemInWords(err error, method string, open *session, noted string) string {
	s.log.Debug("a tool server gave no answer that can be used", "method", method, "error", err)
	wrongType, isWrong := errors.AsType[*json.UnmarshalTypeError](err)
	text := err.Error()
	switch said := answered(err); {
	case said != nil:
		return fmt.Sprintf("it answered %s with the error %s", method, quoted(said.Message))
	case errors.Is(err, errTooLong), errors.Is(err, errUnusable):
		return withoutChain(text)
	case noted != "":
		return noted
	case isWrong:
		return fmt.Sprintf("its answer to %s is not as MCP has it: %s; update the server, or tell its makers", method, wrongTypeInWords(wrongType, "it"))
	case strings.Contains(text, "unsupported protocol version"):
		_, version, _ := strings.Cut(text, "version: ")
		return fmt.Sprintf("it speaks the version %s of MCP; Weft speaks %s: update the older of the two", version, strings.Join(mcp.SupportedProtocolVersions(), ", "))
	case strings.Contains(text, wrongID):
		return fmt.Sprintf("its answer to %s has an id that is neither a number nor a text; MCP wants the id of the request", method)
	case strings.Contains(text, "invalid message version tag"):
		return fmt.Sprintf(`its answer to %s is no message of MCP: its member "jsonrpc" is not "2.0"`, method)
	}
	if _, is := errors.AsType[*json.SyntaxError](err); is || isEnd(err) && open.way.process == nil {
		if at := s.heard.lastBroken(); at != "" {
			return fmt.Sprintf("its answer to %s is broken JSON, at %s", method, quoted(at))
		}
	}
	if isEnd(err) {
		return s.endInWords(err, method, open)
	}
	text, _, _ = strings.Cut(withoutChain(text), " looking for ")
	return text
}

// wrongID is how the SDK says that an answer has an id of a wrong type.
const wrongID = "invalid ID type"

// isEnd reports whether an error says that nothing more comes of a server.
func isEnd(err error) bool {
	return errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed)
}

// endInWords says how a server has ended that owes an answer.
func (s *server) endInWords(err error, method string, open *session) string {
	when := "before it had answered " + method
	if errors.Is(err, io.ErrUnexpectedEOF) {
		when = "in the midst of its answer to " + method
	}
	if open.way.process == nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return "the connection ended " + when
		}
		return fmt.Sprintf("its answer to %s is empty, or the connection ended", method)
	}
	how := open.way.process.endingInWords(endingTime, when)
	if how == "" {
		return fmt.Sprintf("its answer to %s has neither a result nor an error, or its standard output was closed", method)
	}
	return how
}

// tryByHand says how a person can run a server that has ended or is not ready; "" if it is another
// error, or there is no process of it.
func (s *server) tryByHand(err error, open *session) string {
	if open.way.process == nil || !isEnd(err) && !errors.Is(err, context.DeadlineExceeded) {
		return ""
	}
	with := ""
	if names := open.way.process.variables; len(names) > 0 {
		with = ", with " + strings.Join(names, ", ") + " set"
	}
	return "; to try it by hand" + with + ": " + s.shown()
}

// chain is what libraries put before what went wrong.
var chain = regexp.MustCompile(`(?:(?:calling|sending) "[^"]*"|connection closed|(?:client|server) is closing|rejected by transport|failed to decode (?:response|event)|unmarshaling jsonrpc message|read JSON|mcp|json|jsonrpc2|jsontext): `)

func withoutChain(text string) string { return chain.ReplaceAllString(text, "") }

// wrongTypeInWords says which member of an object is of a wrong type, or that the whole is.
func wrongTypeInWords(err *json.UnmarshalTypeError, whole string) string {
	what, want := whole+" is", "an object"
	if err.Field != "" {
		what = err.Field + " is"
	}
	of := err.Type
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch of.Kind() {
	case reflect.String:
		want = "a text"
	case reflect.Slice, reflect.Array:
		want = "a list"
	case reflect.Bool:
		want = "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		want = "a whole number"
	case reflect.Float32, reflect.Float64:
		want = "a number"
	}
	return what + " not " + want
}

// definitionProblem says why the definition of a tool can't be read.
func definitionProblem(err error) string {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return wrongTypeInWords(wrong, "it")
	}
	return withoutChain(err.Error())
}

// systemWords is what the system says of a file, an address or a program, without the names of
// the calls that were made.
func systemWords(err error) string {
	if dns, is := errors.AsType[*net.DNSError](err); is {
		return "no host " + quoted(dns.Name) + " is known (" + dns.Err + ")"
	}
	if code, is := errors.AsType[syscall.Errno](err); is {
		return code.Error()
	}
	return withoutChain(err.Error())
}

// cannotRun says why a program can't be started, and what to do.
func cannotRun(program string, err error) error {
	info, missing := os.Stat(program)
	why := fmt.Sprintf("%q can't be run: %s", program, systemWords(err))
	switch {
	case errors.Is(err, exec.ErrNotFound):
		why = fmt.Sprintf("there is no program %q on the PATH; install it, or name it with its whole path", program)
	case errors.Is(err, fs.ErrNotExist) && missing != nil:
		why = fmt.Sprintf("there is no file %q; check the command that the configuration has for it", program)
	case errors.Is(err, fs.ErrNotExist):
		why += "; the program that its first line (#!) names is not there"
	case errors.Is(err, fs.ErrPermission) && missing == nil && info.IsDir():
		why = fmt.Sprintf("%q is a folder, not a program", program)
	case errors.Is(err, fs.ErrPermission):
		why += "; make it executable (chmod +x), or put the program that runs it before it"
	}
	return errors.New(why)
}

// unreadSetting says that what a setting refers to can't be read.
func (s *server) unreadSetting(setting string, err error) error {
	why := err.Error()
	if path, is := errors.AsType[*fs.PathError](err); is {
		why = strings.Replace(why, path.Error(), path.Path+": "+systemWords(err), 1)
	}
	return fmt.Errorf("tools.servers.%s.%s can't be read: %s", s.name, setting, why)
}

// replyProblem says what is wrong with a reply to a message by HTTP that no server of MCP gives, ""
// for nothing.
func replyProblem(r *http.Request, resp *http.Response, err error) string {
	if err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return ""
		}
		return fmt.Sprintf("it can't be reached at %s: %s; check that it runs, and its URL", r.URL.Host, systemWords(err))
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	switch code := resp.StatusCode; {
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return fmt.Sprintf("it answered with %s; check the headers that the configuration has for it", resp.Status)
	case code >= 500:
		return fmt.Sprintf("it answered with %s; its own log may say why", resp.Status)
	case code >= 400:
		return fmt.Sprintf("it answered with %s; check its URL", resp.Status)
	case code >= 300:
		return fmt.Sprintf("it answered with %s, to %s, and Weft goes to no other address than the configured one", resp.Status, quoted(resp.Header.Get("Location")))
	case code == http.StatusOK && kind != "" && kind != "application/json" && kind != "text/event-stream":
		return fmt.Sprintf("it answered with %s, which is no answer of MCP; check its URL", kind)
	}
	return ""
}
