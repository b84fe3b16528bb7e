package toolserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	ledgerFile = "ledger.jsonl"
	lockFile   = "ledger.lock"
	mostLedger = 64 << 20 // bytes of a ledger that is read
)

// How a call went.
const (
	Done   = "done"
	Failed = "failed"
)

// A Line is what the ledger tells of a call: one when it comes, and another with the same
// number when it is over. A call without the other was under way when its server died.
type Line struct {
	Time      time.Time       `json:"time"`
	Call      int             `json:"call"` // number of the call, from 1
	Operation string          `json:"operation"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Meta      mcp.Meta        `json:"_meta,omitempty"`
	Outcome   string          `json:"outcome,omitempty"` // of the other: done or failed
	Text      string          `json:"text,omitempty"`    // why it failed
}

// ReadLedger returns the lines of the ledger in a server's folder, none if it has no
// ledger. A line that was cut off is left out.
func ReadLedger(dir string) ([]Line, error) {
	data, err := safefile.Read(filepath.Join(dir, ledgerFile), mostLedger)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return lines(data), err
}

func lines(data []byte) (out []Line) {
	for text := range bytes.Lines(data) {
		var l Line
		if json.Unmarshal(text, &l) == nil && l.Call > 0 {
			out = append(out, l)
		}
	}
	return out
}

// A ledger may be written by several processes.
type ledger struct {
	file  *os.File
	files *safefile.Folder
	lock  *Lock
}

func openLedger(files *safefile.Folder) (*ledger, error) {
	f, err := files.Root().OpenFile(ledgerFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syncFolder(files.Root(), "."); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &ledger{file: f, files: files, lock: NewLock(files, lockFile)}, nil
}

// Close closes the file.
func (l *ledger) Close() error { return errors.Join(l.file.Close(), l.lock.Close()) }

// begin writes the first line of a call, and returns its number and how many of its
// operation there are by now.
func (l *ledger) begin(line Line) (call, nth int, err error) {
	err = l.locked(func(past []Line, torn bool) error {
		nth = 1
		for _, p := range past {
			call = max(call, p.Call)
			if p.Operation == line.Operation && p.Outcome == "" {
				nth++
			}
		}
		call++
		line.Call = call
		return l.write(line, torn)
	})
	return call, nth, err
}

// end writes the other line of a call.
func (l *ledger) end(line Line) error {
	return l.locked(func(_ []Line, torn bool) error { return l.write(line, torn) })
}

// locked does something with the ledger that nobody else writes meanwhile. It is torn if its
// last line was cut off.
func (l *ledger) locked(do func(past []Line, torn bool) error) error {
	return l.lock.Hold(func() error {
		data, _, err := l.files.Read(ledgerFile, mostLedger)
		if err != nil {
			return err
		}
		return do(lines(data), len(data) > 0 && data[len(data)-1] != '\n')
	})
}

func (l *ledger) write(line Line, torn bool) error {
	line.Time = time.Now().UTC()
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if torn {
		data = append([]byte{'\n'}, data...)
	}
	if _, err := l.file.Write(data); err != nil {
		return err
	}
	return l.file.Sync()
}
