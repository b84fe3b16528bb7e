package chaos

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shell is a process that says that it is ready, and then does as it is told.
func shell(t *testing.T, script string) *Process {
	t.Helper()
	p := &Process{Name: "shell", command: func() *exec.Cmd { return exec.Command("sh", "-c", script) }}
	t.Cleanup(p.Kill)
	return p
}

func TestAProcessThatEndsByItselfIsNoticed(t *testing.T) {
	t.Parallel()
	p := shell(t, "echo ready; echo out of luck >&2; exit 3")
	if err := p.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-p.life.done
	if fell := p.Fell(); len(fell) != 1 || !strings.Contains(fell[0], "exit status 3") || !strings.Contains(fell[0], "out of luck") {
		t.Errorf("it is told as %q", fell)
	}
}

func TestAProcessThatIsKilledHasNotFallen(t *testing.T) {
	t.Parallel()
	p := shell(t, "echo ready; exec sleep 600")
	for range 2 {
		if err := p.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.Kill()
	}
	if fell := p.Fell(); len(fell) > 0 {
		t.Errorf("it is told as %q", fell)
	}
}

func TestAProcessThatDoesNotStartSaysWhy(t *testing.T) {
	t.Parallel()
	err := shell(t, "echo no such folder >&2; exit 1").Start(t.Context())
	if err == nil || !strings.Contains(err.Error(), "no such folder") {
		t.Errorf("error %v", err)
	}
}

func TestAFullDiskHasNoRoomUntilItIsFreed(t *testing.T) {
	t.Parallel()
	d := NewDisk(t)
	note := filepath.Join(d.Dir, "note")
	if err := d.Fill(0); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(note, []byte("text"), 0o600); err == nil {
		t.Error("there was room")
	}
	d.Free()
	if err := os.WriteFile(note, []byte("text"), 0o600); err != nil {
		t.Error(err)
	}
}
