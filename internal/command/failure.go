package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
)

// Exit codes. docs/cli.md and "weft help exit-codes" promise them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitWaiting     = 3
	exitNotFound    = 4
	exitUnavailable = 5
	exitInterrupted = 130
)

// reasonUsage is the reason of a mistake on the command line itself. It never
// goes over a wire.
const reasonUsage fault.Reason = "USAGE"

// usage returns the error for a command line that can't be understood.
func usage(format string, args ...any) error {
	return fault.New(codes.InvalidArgument, reasonUsage, format, args...)
}

// asUsage makes a usage error of what cobra says about a command line.
func asUsage(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	if strings.Contains(err.Error(), "unknown shorthand flag: ' '") {
		return usage("put text that begins with a dash last, after --, as in: weft log -- \"- [ ] buy milk\"")
	}
	return usage("%v", err)
}

// flagMistake says what is wrong with a flag, without the words of Go's parsers.
func flagMistake(err error) string {
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return fmt.Sprintf("--%s %q: use %s", e.GetFlag().Name, e.GetValue(), wanted(e.GetFlag().Value.Type()))
	}
	return err.Error()
}

// wanted names the values that a flag of a type takes.
func wanted(kind string) string {
	switch kind {
	case "bool":
		return "true or false"
	case "duration":
		return "a duration such as 500ms, 30s, 5m or 168h"
	case "int", "int32", "int64", "uint64":
		return "a whole number"
	}
	return "a " + kind
}

// An exitError ends the program with a code after everything was said.
type exitError struct{ code int }

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// A failedRun is a run that ended without a result.
type failedRun struct {
	id, status, why string
	kept            bool // a note, before it failed
}

func (e failedRun) Error() string {
	message := "the run " + e.id + " " + e.status
	if e.why != "" {
		message += ": " + e.why
	}
	return message
}

// finish says what went wrong, if anything did, and returns the exit code.
func (p *program) finish(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	if silent, ok := errors.AsType[exitError](err); ok {
		return silent.code
	}
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return exitDone // the reader has seen enough, as with head
	}
	if ctx.Err() != nil && isCancelled(err) {
		if !errors.Is(context.Cause(ctx), errStopped) {
			p.notice("interrupted")
		}
		return exitInterrupted
	}
	f := describe(err)
	if p.flags.json() {
		p.say(string(f.json(0)))
	} else {
		p.say(p.errStyle.Bad("weft: ") + f.Message)
		if f.Hint != "" {
			p.say("      " + f.Hint)
		}
	}
	return f.exit
}

// isCancelled reports whether an error only says that its caller stopped.
func isCancelled(err error) bool { return errors.Is(fault.FromError(err), context.Canceled) }

// A failure is an error as the command line tells it.
type failure struct {
	Code    string `json:"code"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Hint    string `json:"-"`
	exit    int
}

// describe makes of any error what is said about it.
func describe(err error) failure {
	f := failure{Code: "UNKNOWN", Reason: string(fault.Internal), Message: oneLine(err.Error()), exit: exitFailed}
	if run, ok := errors.AsType[failedRun](err); ok {
		f.Code, f.Reason = "ABORTED", "RUN_FAILED"
		f.Hint = fmt.Sprintf("to see how far it got: weft runs show %s", run.id)
		if run.kept {
			f.Hint = "your note was kept; " + f.Hint
		}
		return f
	}
	if wrong, ok := errors.AsType[*config.InvalidError](err); ok {
		f.Code, f.Reason, f.exit = "INVALID_ARGUMENT", string(fault.ConfigInvalid), exitUsage
		f.Message = "the configuration can't be used: " + strings.Join(strings.Split(wrong.Error(), "\n"), "; ")
		f.Hint = hint(fault.ConfigInvalid)
		return f
	}
	known, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok {
		return f
	}
	f.Code = code.Code(known.Code).String()
	f.Reason = string(known.Reason)
	if h := hint(known.Reason); !tells(known.Message, h) {
		f.Hint = h
	}
	f.exit = exitOf(known)
	if fromWire(err) || saysAll(known.Reason) {
		f.Message = oneLine(known.Message) // without the words of gRPC, of the bus or of the system: the message has said it
	}
	return f
}

// tells reports whether a message already names the command of a hint, which
// begins with it in quotes.
func tells(message, hint string) bool {
	command, _, _ := strings.Cut(strings.TrimPrefix(hint, `"`), `"`)
	return command != "" && strings.Contains(message, command)
}

// fromWire reports whether an error began as a gRPC status, whose own text is
// for logs.
func fromWire(err error) bool {
	for {
		ours, ok := errors.AsType[*fault.Error](err)
		if !ok {
			break
		}
		err = ours.Unwrap()
	}
	if err == nil {
		return false
	}
	_, ok := status.FromError(err)
	return ok
}

// saysAll reports whether the messages of a reason say what their cause says.
func saysAll(r fault.Reason) bool {
	return r == fault.PortInUse || r == fault.AgentUnavailable || r == fault.BusUnavailable || r == fault.StoreUnavailable || r == fault.CertificateInvalid ||
		r == fault.LaterFormat
}

func exitOf(e *fault.Error) int {
	switch e.Reason {
	case fault.VaultLocked, fault.PortInUse, fault.AgentUnavailable, fault.BusUnavailable, fault.ShuttingDown:
		return exitUnavailable
	case fault.ConfigInvalid, fault.AddressInvalid:
		return exitUsage
	}
	switch e.Code {
	case codes.InvalidArgument, codes.OutOfRange, codes.AlreadyExists:
		return exitUsage
	case codes.NotFound:
		return exitNotFound
	case codes.Unavailable:
		return exitUnavailable
	}
	return exitFailed
}

// hint says what to do about a reason, where its message can't know the
// command line.
func hint(r fault.Reason) string {
	switch r {
	case fault.RunNotFound:
		return `"weft runs ls" lists the runs`
	case fault.PlanNotFound:
		return `"weft plans ls" lists the plans`
	case fault.EntryNotFound:
		return `"weft entries" lists the entries, "weft search" looks for words`
	case fault.RunNotWaiting, fault.InterruptMismatch, fault.AnswerConflict:
		return `"weft runs ls --status waiting" lists the runs that wait for you`
	case fault.ConfigInvalid:
		return `"weft config schema" describes what can be set`
	case fault.DomainUnknown:
		return `"weft domains ls" lists the domains`
	}
	return ""
}

// json returns {"error": …}, with "line" before it where it is about a line of
// a batch.
func (f failure) json(line int) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	// The fields are plain strings and numbers, which always can be encoded.
	_ = enc.Encode(struct {
		Line  int     `json:"line,omitempty"`
		Error failure `json:"error"`
	}{line, f})
	return bytes.TrimRight(out.Bytes(), "\n")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
