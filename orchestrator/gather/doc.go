// Package gather scatters retrievals over the retrievers that run and gathers
// their answers.
//
// Each instruction becomes one or more shards: a long range of days is cut, so
// that several retrievers read it side by side. All shards are asked at once,
// over NATS, on the tenant's subject, where a queue group takes them. A shard
// that nobody answered is asked again; one attempt is under way at a time, and whoever
// has it hears when it is given up. A retriever that has too much to do says when to ask
// again, which is waited out within the deadline. When some shards stay unanswered the
// response holds what came, is marked as degraded, and warns of each part that is
// missing; only when none was answered is it an error.
//
// The trace of a retrieval shows every shard and every attempt at it.
package gather
