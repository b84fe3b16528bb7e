package vault

import (
	"bytes"
	"testing"
)

func TestAFileHoldsAContentOnlyIfEveryByteIsTheSame(t *testing.T) {
	t.Parallel()
	long := bytes.Repeat([]byte("0123456789abcdef"), 5000)
	other := bytes.Clone(long)
	other[len(other)-1]++
	dir := t.TempDir()
	v := openVault(t, dir, Options{})
	write(t, dir, "long.md", string(long))
	write(t, dir, "empty.md", "")
	for _, c := range []struct {
		file    string
		content []byte
		want    bool
	}{
		{"long.md", long, true},
		{"long.md", other, false},
		{"long.md", long[:len(long)-1], false},
		{"long.md", append(bytes.Clone(long), 'x'), false},
		{"long.md", nil, false},
		{"empty.md", []byte{}, true},
		{"empty.md", nil, false},
		{"none.md", nil, true},
		{"none.md", []byte{}, false},
	} {
		if got, err := v.holds(c.file, c.content); err != nil || got != c.want {
			t.Errorf("%s and %d bytes: %v, want %v; %v", c.file, len(c.content), got, c.want, err)
		}
	}
}
