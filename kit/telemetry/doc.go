// Package telemetry sets up traces, metrics and logs for a process, and names
// what they hold.
//
// Nothing leaves the process unless the standard OTEL_ variables ask for it, or
// a trace file is named. Spans have ids in any case, so that an error and the
// line of the log that belongs to it can be matched.
//
// There are no globals: who traces is handed the [Providers].
package telemetry
