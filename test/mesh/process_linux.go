package mesh

import (
	"syscall"
	"testing"
)

// Stop ends the process as an operator would, and returns the most memory that it
// took, in KiB.
func (p *Process) Stop(t *testing.T) int64 {
	t.Helper()
	p.End(t)
	return p.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
}
