// Package schedule starts runs at times. A schedule is kept on the bus, with what is decided
// of its times: a server decides what comes of the times that are over, keeps that, and then
// starts the runs, each by a request id of its own. So a run starts once for its time, however
// many servers there are and wherever one of them stops.
package schedule
