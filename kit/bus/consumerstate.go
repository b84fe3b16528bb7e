package bus

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

const (
	// consumerStates are the files in which the server keeps what each consumer has
	// been handed.
	consumerStates = "jetstream/*/streams/*/obs/*/o.dat"
	// maxConsumerState is the longest such file, in bytes. 10,000 messages in hand
	// take a third of a megabyte.
	maxConsumerState = 16 << 20
	// clockSkew is how far in the future a message may have been handed out.
	clockSkew = time.Minute
)

var errConsumerState = errors.New("the file is damaged")

// dropDamagedConsumers removes the consumer states that can't be true. They have
// no checksum: the server believes a damaged one, and may count to a number in it
// for years or ask for more memory than there is. A consumer without a state is
// handed again what nobody has acknowledged.
func (o Options) dropDamagedConsumers(now time.Time) error {
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	files, err := fs.Glob(root.FS(), consumerStates)
	if err != nil {
		return err
	}
	for _, name := range files {
		data, err := readAtMost(root, name, maxConsumerState)
		if err == nil {
			err = checkConsumerState(data, now)
		}
		if !errors.Is(err, errConsumerState) {
			continue // what can't be read, the server reports
		}
		if err := root.Remove(name); err != nil {
			return err
		}
		o.logger().Warn("the bus lost track of what a consumer was handed; what nobody has acknowledged is handed out again",
			"file", name, "error", err)
	}
	return nil
}

// readAtMost returns the bytes of a file, errConsumerState if there are more than
// limit.
func readAtMost(root *os.Root, name string, limit int64) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if int64(len(data)) > limit {
		return nil, errConsumerState
	}
	return data, err
}

// checkConsumerState returns errConsumerState if data is not a consumer state of
// version 2, as nats-server has written it since 2.2: up to where everything is
// acknowledged and up to where it was handed out, each as a sequence of the
// consumer and of the stream, then what lies in between, then how often each of
// these was handed out again.
func checkConsumerState(data []byte, now time.Time) error {
	const magic, version = 22, 2
	if len(data) == 0 {
		return nil // as good as none
	}
	if len(data) < 2 || data[0] != magic || data[1] != version {
		return errConsumerState
	}
	r := varints{data: data[2:]}
	ackedHere, acked := r.unsigned(), r.unsigned()
	handedHere, handed := r.unsigned(), r.unsigned()
	if ackedHere > handedHere || acked > handed {
		return errConsumerState
	}
	inHand := r.count(3)
	var base int64
	if inHand > 0 {
		base = r.signed()
	}
	for range inHand {
		sequence, sequenceHere, age := r.unsigned(), r.unsigned(), r.signed()
		if sequence == 0 || sequence > handed-acked || sequenceHere > handedHere-ackedHere ||
			base-age > now.Add(clockSkew).Unix() {
			return errConsumerState
		}
	}
	for range r.count(2) {
		r.unsigned() // which of them
		r.unsigned() // how often
	}
	// A file of nothing but sequences has the same length whatever they are.
	for _, b := range r.data {
		if b != 0 {
			return errConsumerState
		}
	}
	if r.short {
		return errConsumerState
	}
	return nil
}

// varints takes numbers of variable length from data. short is set when there are
// no more.
type varints struct {
	data  []byte
	short bool
}

func (r *varints) unsigned() uint64 {
	v, n := binary.Uvarint(r.data)
	r.skip(n)
	return v
}

func (r *varints) signed() int64 {
	v, n := binary.Varint(r.data)
	r.skip(n)
	return v
}

// count returns how many groups of numbers follow, 0 if there is no room for them.
func (r *varints) count(numbers int) int {
	n := r.unsigned()
	if n > uint64(len(r.data)/numbers) {
		r.short = true
		return 0
	}
	return int(n)
}

func (r *varints) skip(n int) {
	if n <= 0 {
		r.short, r.data = true, nil
		return
	}
	r.data = r.data[n:]
}
