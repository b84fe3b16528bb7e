// Package fanout is the wire between who scatters work over NATS and the queue
// group that takes it: subjects, headers, answers in parts, errors and traces.
//
// A request is one message; its header tells how much time the caller still has
// and carries the trace. The answer is one serialized message in as many parts
// as the server's payload limit asks for, numbered from 1, the last one marked;
// joined, they are what one message without a limit would have held. An error is
// one message with the headers of a NATS service error, and the
// google.rpc.Status, serialized, as its data.
package fanout

import (
	"github.com/nats-io/nats.go"
)

// Names of the retrievers' subject. Each tenant's requests have their own, so
// that accounts and permissions can tell tenants apart.
const (
	RetrieveTemplate = "weft.retrieve.{tenant}" // for people and traces
	RetrieveAll      = "weft.retrieve.*"        // what retrievers listen on
	RetrieveGroup    = "weft-retrievers"        // their queue group
	RetrieveService  = "weft-retriever"         // as what each of them is registered with NATS
	retrievePrefix   = "weft.retrieve."
)

// RetrieveSubject returns the subject of a tenant's retrievals.
func RetrieveSubject(tenant string) string { return retrievePrefix + tenant }

// Headers of requests and answers.
const (
	timeoutHeader = "Weft-Timeout" // of a request: the time left, as "1500ms"
	partHeader    = "Weft-Part"    // of an answer: the number of the part, from 1
	lastHeader    = "Weft-Last"    // of an answer: "true" on the last part
)

// A Carrier carries a trace in the header of a message. NATS keeps the case of
// header names; the names of W3C trace context are in lower case.
type Carrier nats.Header

// Get returns the first value of a name.
func (c Carrier) Get(key string) string { return nats.Header(c).Get(key) }

// Set sets a name to one value.
func (c Carrier) Set(key, value string) { nats.Header(c).Set(key, value) }

// Keys returns the names that are set.
func (c Carrier) Keys() []string {
	keys := make([]string, 0, len(c))
	for k := range c {
		keys = append(keys, k)
	}
	return keys
}
