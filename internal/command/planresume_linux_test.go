package command

import (
	"strings"
	"testing"
)

func TestAPlanToGoOnWithIsToldWhereAConversationBeginsAndWithAList(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	told := func(want string) {
		t.Helper()
		begun := h.weft("/quit\n")
		for n := 0; n < 20 && want != "" && !strings.Contains(begun.errOut, "Resume: "); n++ {
			begun = h.weft("/quit\n") // a server that has much to do may not have told in time
		}
		for _, got := range []result{begun, h.weft("", "plans", "ls")} {
			got.mustExit(t, exitDone)
			if n := strings.Count(got.errOut, "Resume: "); want == "" && n > 0 || want != "" && (n != 1 || !strings.Contains(got.errOut, "Resume: "+want+"\n")) {
				t.Errorf("in place of %q it tells\n%s", want, got.errOut)
			}
		}
	}
	told("")
	first := h.proposes(sends).GetId()
	told(first + " Tell bob. (waits for your approval): weft plans show " + first)
	h.weft("", "plans", "approve", first, "--yes", "--watch").mustExit(t, exitWaiting)
	second := h.proposes(looks).GetId() // is newer, and has not begun
	told(first + " Tell bob. (waits for your approval of step send): weft plans show " + first)
	if got := h.weft("", "plans", "ls", "--state", "proposed"); !strings.Contains(got.errOut, "Resume: "+second) {
		t.Errorf("of the plans that are listed it tells\n%s", got.errOut)
	}
	for _, args := range [][]string{{"-o", "json"}, {"--quiet"}} {
		if got := h.weft("/quit\n", args...); got.errOut != "" {
			t.Errorf("with %s it tells %q", args, got.errOut)
		}
	}
	h.weft("", "plans", "cancel", first).mustExit(t, exitDone)
	h.weft("", "plans", "cancel", second).mustExit(t, exitDone)
	told("")
	if got := h.weft("", "plans", "ls", "--all"); strings.Contains(got.errOut, "Resume") {
		t.Errorf("of plans that have ended it tells\n%s", got.errOut)
	}
}
