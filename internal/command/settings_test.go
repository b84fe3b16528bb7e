package command

import (
	"bytes"
	"strings"
	"testing"
)

func TestAWaitNamesTheProcessThatHasTheVaultIfItIsKnown(t *testing.T) {
	t.Parallel()
	for pid, want := range map[int]string{
		0:  "waiting for another weft, which has /notes open\n",
		42: "waiting for another weft (PID 42), which has /notes open\n",
	} {
		var out, errOut bytes.Buffer
		m := &played{script: &script{}}
		p := newProgram(m, strings.NewReader(""), &out, &errOut, []string{"HOME=" + t.TempDir(), "WEFT_VAULT=/notes"})
		if code := p.run(t.Context(), []string{"runs", "ls"}); code != exitDone {
			t.Fatalf("exit code %d: %s", code, errOut.String())
		}
		m.target.onWait(pid)
		if !strings.HasSuffix(errOut.String(), want) {
			t.Errorf("said %q, want %q", errOut.String(), want)
		}
	}
}
