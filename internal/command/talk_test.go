package command

import (
	"testing"
)

func TestSmallTalkLeavesNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	for text, want := range map[string]string{"hello": "Hello. Write a note", "thanks": "You're welcome.", "good night": "Good night."} {
		got := h.weft("", text)
		got.mustExit(t, exitDone)
		mustContain(t, got.out, want)
	}
	got := h.weft("", "entries", "ls")
	got.mustExit(t, exitDone)
	if got.out != "" {
		t.Errorf("kept:\n%s", got.out)
	}
	h.weft("", "log", "hello").mustExit(t, exitDone)
	mustContain(t, h.weft("", "entries", "ls").out, "hello")
	got = h.weft("", "delete that note")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "“hello”: to delete it, run `weft entries rm 2026-02-23_09-00-00`")
	mustContain(t, h.weft("", "explain", "thanks").out, "small talk", "You're welcome.")
}

func TestAReminderIsKeptAsATask(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	got := h.weft("", "remind me to call Ann tomorrow")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "Kept ")
	mustContain(t, got.errOut, "Weft sends no reminders", "due Tue 24 Feb")
	got = h.weft("", "tasks")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "call Ann tomorrow", "2026-02-24")
}
