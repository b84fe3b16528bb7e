package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheDoctorTellsWhichToolServersAnswerAndWhichToolsCanBeCalled(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	got := h.weft("", "doctor")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ok  tools          ", " of mail, notes, vault; ")
	if strings.Contains(got.out, "nobody has agreed") {
		t.Errorf("all is agreed to, but it tells\n%s", got.out)
	}
	h.weft("", "tools", "distrust", "mail/send_message").mustExit(t, exitDone)
	got = h.weft("", "doctor")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "nobody has agreed to mail/send_message; to do so: weft tools trust mail/send_message")

	// A person's other vault, on which no server runs, but with the same configuration.
	alone := newHome(t)
	config, err := os.ReadFile(filepath.Join(h.dir, ".config", "weft", "config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	alone.writes(".config/weft/config.yaml", string(config))
	got = alone.weft("", "doctor")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ok  tools          1 tool server, not asked, because no server runs on this vault", "weft tools ls")
	if _, err := os.Stat(filepath.Join(alone.vault(), ".weft")); err == nil {
		t.Error("the doctor starts what it is to look at")
	}
}
