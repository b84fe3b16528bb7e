// Package bus brings NATS: a server inside this process, or a connection to one
// elsewhere. Runs are kept in its JetStream streams and retrievals go over its
// subjects.
package bus
