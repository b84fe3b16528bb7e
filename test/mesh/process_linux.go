package mesh

import (
	"fmt"
	"os"
	"strconv"
	"strings"
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

// Peak returns the most memory that the process itself has had resident so far, in KiB. What
// the system tells of one that has ended counts the processes that it started, and the one
// that started it.
func (p *Process) Peak(t *testing.T) (kib int64) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	if kib, err = strconv.ParseInt(strings.Fields(rest)[0], 10, 64); err != nil {
		t.Fatal(err)
	}
	return kib
}
