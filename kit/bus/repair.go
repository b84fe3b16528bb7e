package bus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	// consumerStates are the files in which the server keeps what each consumer has
	// been handed.
	consumerStates = "jetstream/*/streams/*/obs/*/o.dat"
	// messageBlocks are the files in which the server keeps the messages of streams.
	messageBlocks = "jetstream/*/streams/*/msgs/*.blk"
	// streamIndex tells, beside them, what is in them.
	streamIndex = "index.db"
	// damagedFolder keeps the damaged files as they were found.
	damagedFolder = "damaged"
	// maxFile is the longest file that is looked at, in bytes. The server's blocks
	// are of 8 MiB and one message, and 10,000 messages in hand take a third of one.
	maxFile = 64 << 20
)

// A folder of streams that is looked through before the server opens it. The
// server believes what a damaged disk gives it in two places: it may count to a
// damaged number for years, or ask for more memory than there is.
type folder struct {
	Options
	files *safefile.Folder
	root  *os.Root // the same
	now   time.Time
}

// repair removes from the server's files what can't be true.
func (o Options) repair(now time.Time) error {
	files, err := safefile.OpenFolder(o.Dir)
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }() // nothing was written through it
	f := folder{o, files, files.Root(), now}
	return errors.Join(f.each(consumerStates, f.consumer), f.each(messageBlocks, f.block))
}

// each calls do for every file of a pattern. What can't be read, the server
// reports.
func (f folder) each(pattern string, do func(name string, data []byte) error) error {
	names, err := fs.Glob(f.root.FS(), pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, _, err := f.files.Read(name, maxFile)
		if err != nil {
			continue
		}
		if err := do(name, data); err != nil {
			return err
		}
	}
	return nil
}

// consumer removes a consumer's state that can't be true. The consumer is handed
// again then what nobody has acknowledged.
func (f folder) consumer(name string, data []byte) error {
	err := checkConsumerState(data, f.now)
	if err == nil {
		return nil
	}
	f.logger().Warn("the bus has lost track of what it has handed out; what nobody has acknowledged is handed out again",
		"file", name, "error", err)
	return f.root.Remove(name)
}

// block writes a block of messages anew without the records that are damaged, and
// has the server find out anew what is in the stream. The server itself would cut
// off what follows a damaged record, or go by the number that it has.
func (f folder) block(name string, data []byte) error {
	msgs, file := path.Split(name)
	number, err := strconv.ParseUint(strings.TrimSuffix(file, ".blk"), 10, 32)
	if err != nil {
		return nil //nolint:nilerr // not one of the server's
	}
	stream := path.Base(path.Dir(path.Clean(msgs)))
	index := msgs + streamIndex
	whole, lost := salvage(blockHash(stream, number), data)
	if lost.bytes == 0 {
		return nil
	}
	if _, err := f.root.Lstat(index); errors.Is(err, fs.ErrNotExist) && lost.tail {
		return nil // a record that was being written when the power went: the server cuts it off
	}
	if err := f.root.MkdirAll(damagedFolder, 0o700); err != nil {
		return err
	}
	was := fmt.Sprintf("%s/%s-%d-%s.blk", damagedFolder, stream, number, f.now.UTC().Format("20060102T150405.000000000"))
	f.logger().Warn("messages of the bus are damaged; the others of their file are kept",
		"file", name, "bytes lost", lost.bytes, "as it was", path.Join(f.Dir, was))
	if err := f.write(was+".new", whole); err != nil {
		return err
	}
	if err := f.root.Link(name, was); err != nil {
		return err
	}
	if err := f.root.Remove(index); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.root.Rename(was+".new", name)
}

// write makes a file that is on the disk when it returns.
func (f folder) write(name string, data []byte) error {
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
