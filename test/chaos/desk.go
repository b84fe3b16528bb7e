package chaos

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

// A desk is a tool server over a folder that stops where it is told to. It has three tools
// that do the same, for which the configuration says something else: act is all that one
// may do once, put may be repeated, and of file, find tells whether it was done.
type desk struct{ dir string }

const (
	deskServer = "desk"
	// deskFolder is the variable by which the binary of the tests is a desk.
	deskFolder = "WEFT_CHAOS_DESK"

	act, put, file, find = "act", "put", "file", "find"
)

// The marks at which a desk stops while there is a file of their names.
const (
	beforeItsEffect = "before"
	afterItsEffect  = "after"
)

type deskInput struct {
	ID string `json:"id"`
}

type deskOutput struct {
	Done bool `json:"done"`
}

// settings are those of an executor.
func (d desk) settings() []string {
	const server = "tools.servers." + deskServer + "."
	return []string{
		server + "command=" + os.Args[0], server + "env=" + deskFolder + "=" + d.dir,
		server + "operations." + act + ".effect=write",
		server + "operations." + put + ".effect=write", server + "operations." + put + ".idempotent=true",
		server + "operations." + file + ".effect=write", server + "operations." + file + ".verify=" + find, server + "operations." + file + ".verify_pointer=/done",
		server + "operations." + find + ".effect=read",
	}
}

// serve serves the desk until its executor leaves.
func (d desk) serve() (err error) {
	s, err := toolserver.Open(toolserver.Options{Name: deskServer, Dir: d.dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, name := range []string{act, put, file} {
		toolserver.Add(s, &mcp.Tool{Name: name, Description: "Does something."}, func(_ context.Context, in deskInput) (deskOutput, error) {
			if err := d.stop(beforeItsEffect, in.ID); err != nil {
				return deskOutput{}, err
			}
			if err := appendTo(d.effects(), in.ID+"\n"); err != nil {
				return deskOutput{}, err
			}
			return deskOutput{Done: true}, d.stop(afterItsEffect, in.ID)
		})
	}
	toolserver.Add(s, &mcp.Tool{Name: find, Description: "Tells whether it was done.", Annotations: toolserver.Reads()},
		func(_ context.Context, in deskInput) (deskOutput, error) {
			n, err := d.done(in.ID)
			return deskOutput{Done: n > 0}, err
		})
	return s.Serve(context.Background(), &mcp.StdioTransport{})
}

// stop stops at a mark until it is taken away. A desk whose executor is gone is gone as
// well.
func (d desk) stop(mark, id string) error {
	executor := os.Getppid()
	for first := true; ; first = false {
		_, err := os.Stat(filepath.Join(d.dir, mark))
		if os.Getppid() != executor { // which was killed before the mark was taken away
			os.Exit(1)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if first && err == nil {
			err = os.WriteFile(filepath.Join(d.dir, mark+"-"+id), nil, 0o600)
		}
		if err != nil {
			return err
		}
		time.Sleep(5 * time.Millisecond) // nothing tells of a file that is gone
	}
}

// mark has the desk stop at a mark.
func (d desk) mark(name string) error {
	before, _ := filepath.Glob(filepath.Join(d.dir, name+"-*"))
	for _, path := range before {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(d.dir, name), nil, 0o600)
}

// unmark lets it go on.
func (d desk) unmark(name string) error { return os.Remove(filepath.Join(d.dir, name)) }

// stopped returns how many calls have come to a mark.
func (d desk) stopped(mark string) int {
	all, _ := filepath.Glob(filepath.Join(d.dir, mark+"-*"))
	return len(all)
}

func (d desk) effects() string { return filepath.Join(d.dir, "effects") }

// done returns how often something was done.
func (d desk) done(id string) (n int, err error) {
	data, err := os.ReadFile(d.effects())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if line == id+"\n" {
			n++
		}
	}
	return n, nil
}

func appendTo(name, text string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}
