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
