package toolserver

import (
	"context"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// exitCode is that of a server that dies on purpose.
const exitCode = 3

// watch writes each call into the ledger, and lets some go wrong.
func (l *ledger) watch(faults []Fault) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			call, ok := r.(*mcp.CallToolRequest)
			if !ok {
				return next(ctx, method, r)
			}
			line := Line{Operation: call.Params.Name, Arguments: call.Params.Arguments, Meta: call.Params.Meta}
			number, nth, err := l.begin(line)
			if err != nil {
				return failed("nothing was done, since the call can't be written into the ledger: " + err.Error()), nil //nolint:nilerr // told as the tool's own
			}
			fault := find(faults, line.Operation, nth)
			var res mcp.Result
			switch fault {
			case ExitBefore:
				os.Exit(exitCode)
			case Hang:
				<-ctx.Done()
				err = ctx.Err()
			case Fail:
				res = failed(fmt.Sprintf("nothing was done: call %d of %s was to fail", nth, line.Operation))
			default:
				res, err = next(ctx, method, r)
			}
			over := Line{Call: number, Operation: line.Operation}
			over.Outcome, over.Text = outcome(res, err)
			if ledgerErr := l.end(over); ledgerErr != nil { // it was done all the same
				fmt.Fprintln(os.Stderr, "the outcome of call", number, "is not in the ledger:", ledgerErr)
			}
			if fault == ExitAfter {
				os.Exit(exitCode)
			}
			return res, err
		}
	}
}

// outcome tells how a call went, and why it failed.
func outcome(res mcp.Result, err error) (kind, text string) {
	if err != nil {
		return Failed, err.Error()
	}
	if r, ok := res.(*mcp.CallToolResult); ok && r.IsError {
		for _, c := range r.Content {
			if t, ok := c.(*mcp.TextContent); ok {
				text += t.Text
			}
		}
		return Failed, text
	}
	return Done, ""
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
