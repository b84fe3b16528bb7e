// Package bus brings NATS: a server inside this process, or a connection to one
// elsewhere. Runs are kept in its JetStream streams and retrievals go over its
// subjects. [Check] tells why a server can't be worked with, [Fault] what an error
// of it means to a caller.
package bus
