package chaos

import (
	"os/exec"
	"syscall"
)

// endWithParent has a process killed when this one ends, however it ends.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
