package vault

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Who opened the file before it was exchanged, and writes into it afterwards, is built upon.
func TestAWriteIntoAFileThatWasOpenWhenItWasExchangedIsNotLost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	write(t, dir, "page.md", "old ")
	path := filepath.Join(dir, "page.md")
	theirs, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	replaced := make(chan error, 1)
	go func() {
		replaced <- v.replace("page.md", func(old []byte) ([]byte, error) { return append(old, "ours "...), nil })
	}()
	for !strings.Contains(read(t, dir, "page.md"), "ours") {
		runtime.Gosched()
	}
	if _, err := theirs.WriteString("theirs "); err != nil {
		t.Fatal(err)
	}
	if err := theirs.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-replaced; err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir, "page.md"); got != "old theirs ours " {
		t.Errorf("the page is %q", got)
	}
}
