// Package fanout is the wire between a caller that scatters work over NATS and the queue
// group that takes it: subjects, headers, answers in parts, errors and traces.
//
// A request is one message. Its headers carry the trace, how much time the caller still
// has, and when that time ends on the caller's clock, so that a request which waited in a
// queue is dropped unread once nobody waits for its answer. The answer is one serialized
// message in as many parts as the server's payload limit asks for, numbered from 1, the
// last one marked; joined, they are what one message without a limit would have held. An
// error is one message with the headers of a NATS service error, and the
// google.rpc.Status, serialized, as its data. A caller that gives up before the answer
// says so to all members of the group, by the subject under which it waited.
package fanout

// Names of the retrievers' subjects. Each tenant's requests have their own, so
// that accounts and permissions can tell tenants apart.
const (
	RetrieveTemplate = "weft.retrieve.{tenant}"    // for people and traces
	RetrieveAll      = "weft.retrieve.*"           // what retrievers listen on
	RetrieveGroup    = "weft-retrievers"           // their queue group
	RetrieveService  = "weft-retriever"            // as what each of them is registered with NATS
	AbandonedAll     = "weft.retrieve.*.abandoned" // where all of them hear of requests whose caller gave up
	retrievePrefix   = "weft.retrieve."
	abandonedSuffix  = ".abandoned"
)

// RetrieveSubject returns the subject of a tenant's retrievals.
func RetrieveSubject(tenant string) string { return retrievePrefix + tenant }

// AbandonedSubject returns the subject on which callers say that they gave up a request
// that they sent on another subject.
func AbandonedSubject(subject string) string { return subject + abandonedSuffix }

// Headers of requests and answers.
const (
	timeoutHeader  = "Weft-Timeout"  // of a request: the time left, as "1500ms"
	deadlineHeader = "Weft-Deadline" // of a request: when that ends on the caller's clock, as RFC 3339
	partHeader     = "Weft-Part"     // of an answer: the number of the part, from 1
	lastHeader     = "Weft-Last"     // of an answer: "true" on the last part
)
