// Package chaos breaks a mesh of real processes while inputs are sent to it, and
// then counts what became of every input that was acknowledged.
//
// A scenario has a vault of its own, the processes that serve it, and a load: a
// client that sends inputs of all types and repeats each with its request id
// until it is acknowledged. Meanwhile faults are done and undone: a process is
// killed, stopped or restarted, a disk fills, bytes are damaged. When everything
// has healed, Check compares what was acknowledged with the files of the vault,
// the runs, and what `weft runs verify` reports.
//
// All choices come from a seed, which is printed and can be given again with
// WEFT_CHAOS_SEED. That repeats the inputs and the faults, not the moments at
// which the machine comes to them.
package chaos
