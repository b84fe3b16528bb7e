package runlog

import (
	"strconv"

	"github.com/nats-io/nats.go"
)

// The stream sequences of the record that a word is of, and of the one before it.
const (
	headerAt    = "Weft-At"
	headerAfter = "Weft-After"
)

// mostTold is the size of a record that a word still carries. A watcher that is slow
// has a thousand words wait for it.
const mostTold = 16 << 10

// A word tells watchers that the log has a new record. It is said when the record is
// kept, and may get lost.
type word struct {
	at, after uint64
	record    []byte // empty if it is a large one
}

// say tells who watches a run of a record.
func (l *Log) say(k Key, w word) {
	m := nats.NewMsg(k.kept())
	m.Header.Set(headerAt, strconv.FormatUint(w.at, 10))
	m.Header.Set(headerAfter, strconv.FormatUint(w.after, 10))
	if len(w.record) <= mostTold {
		m.Data = w.record
	}
	_ = l.nc.PublishMsg(m) // watchers also look on their own
}

// readWord reads what say has sent. Earlier builds send nothing but the subject.
func readWord(m *nats.Msg) word {
	at, _ := strconv.ParseUint(m.Header.Get(headerAt), 10, 64)
	after, _ := strconv.ParseUint(m.Header.Get(headerAfter), 10, 64)
	return word{at, after, m.Data}
}
