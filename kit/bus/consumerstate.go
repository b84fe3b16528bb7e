package bus

import (
	"encoding/binary"
	"errors"
	"time"
)

// clockSkew is how far in the future a message may have been handed out.
const clockSkew = time.Minute

var errConsumerState = errors.New("the file is damaged")

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
