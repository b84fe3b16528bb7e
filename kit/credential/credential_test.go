package credential_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gofrs/flock"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
)

func TestATokenIsMadeOnceForItsUserOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	tokens := make([]credential.Token, 16)
	var all sync.WaitGroup
	for i := range tokens {
		all.Go(func() {
			var err error
			if tokens[i], err = credential.Make(t.Context(), path); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	read, err := credential.Read(path)
	if err != nil || len(read) != 43 {
		t.Fatalf("a token of %d characters, %v", len(read), err)
	}
	for i, token := range tokens {
		if token != read {
			t.Errorf("process %d has another token", i)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	other, err := credential.Make(t.Context(), filepath.Join(t.TempDir(), "token"))
	if err != nil || other == read {
		t.Errorf("another server has the same token, %v", err)
	}
}

func TestATokenThatOthersCouldReadIsReplaced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	known, err := credential.Make(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	fresh, err := credential.Make(t.Context(), path)
	if err != nil || fresh == known {
		t.Errorf("the token that is known counts still, %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
}

func TestATokenThatAnotherProcessIsMakingIsWaitedForAsLongAsTheCallerMay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	other := flock.New(path + credential.LockSuffix)
	if err := other.Lock(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		if _, err := credential.Make(ctx, path); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
	if err := other.Unlock(); err != nil {
		t.Fatal(err)
	}
	if _, err := credential.Make(t.Context(), path); err != nil {
		t.Error(err)
	}
}

// made is credential.Make as a function of the path alone.
func made(t *testing.T) func(string) (credential.Token, error) {
	return func(path string) (credential.Token, error) { return credential.Make(t.Context(), path) }
}

func TestAFileThatHoldsNoTokenIsRefused(t *testing.T) {
	t.Parallel()
	file := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o600) }
	}
	for name, c := range map[string]struct {
		put  func(path string) error
		says string
	}{
		"empty":              {file("\n"), "0 characters"},
		"cut off":            {file("sesame-sesame"), "13 characters"},
		"two words":          {file(strings.Repeat("sesame ", 10)), "one word"},
		"control characters": {file(strings.Repeat("sesame\x1b", 10)), "one word"},
		"not ASCII":          {file(strings.Repeat("sésame", 10)), "one word"},
		"too long":           {file(strings.Repeat("sesame", 1000)), "6000 bytes"},
		"a folder":           {func(path string) error { return os.Mkdir(path, 0o700) }, "regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "token")
			if err := c.put(path); err != nil {
				t.Fatal(err)
			}
			for how, get := range map[string]func(string) (credential.Token, error){"make": made(t), "read": credential.Read} {
				_, err := get(path)
				if !errors.Is(err, fault.CredentialInvalid) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%s: %v", how, err)
				}
				if err != nil && (strings.Contains(err.Error(), "sesame") || strings.Contains(err.Error(), "sésame")) {
					t.Errorf("%s tells what the file holds: %v", how, err)
				}
			}
		})
	}
	path := filepath.Join(t.TempDir(), "token")
	if _, err := credential.Read(path); !errors.Is(err, fault.CredentialInvalid) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.Symlink("/dev/zero", path); err != nil {
		t.Fatal(err)
	}
	for _, get := range []func(string) (credential.Token, error){made(t), credential.Read} {
		if _, err := get(path); !errors.Is(err, fault.CredentialInvalid) {
			t.Errorf("a link to a device: %v", err)
		}
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("what was refused was replaced: %v", err)
	}
}

func TestATokenOfAnotherMakeIsRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	want := strings.Repeat("0af3", 16)
	if err := os.WriteFile(path, []byte(want+"\r\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if got, err := credential.Read(path); err != nil || string(got) != want {
		t.Errorf("%v", err)
	}
}

func TestATokenIsNeverPrinted(t *testing.T) {
	t.Parallel()
	const secret = credential.Token("0123456789abcdef0123456789abcdef")
	var out bytes.Buffer
	fmt.Fprintf(&out, "%v %s %+v %#v %q %v", secret, secret, struct{ T credential.Token }{secret}, secret, secret, []credential.Token{secret})
	slog.New(slog.NewJSONHandler(&out, nil)).Error("x", "token", secret)
	if strings.Contains(out.String(), "0123") {
		t.Errorf("printed %s", out.String())
	}
}

func TestOneBearerHeaderOpensAServer(t *testing.T) {
	t.Parallel()
	const token = credential.Token("0123456789abcdef0123456789abcdef")
	for name, c := range map[string]struct {
		shown []string
		want  error
	}{
		"nothing":             {nil, fault.CredentialMissing},
		"the token":           {[]string{"Bearer " + string(token)}, nil},
		"in small letters":    {[]string{"bearer " + string(token)}, nil},
		"without the scheme":  {[]string{string(token)}, fault.CredentialInvalid},
		"with another scheme": {[]string{"Basic " + string(token)}, fault.CredentialInvalid},
		"twice":               {[]string{"Bearer " + string(token), "Bearer " + string(token)}, fault.CredentialInvalid},
		"an empty one":        {[]string{"Bearer "}, fault.CredentialInvalid},
	} {
		_, err := token.Authenticate(t.Context(), metadata.MD{"authorization": c.shown})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := credential.Token("").Authenticate(t.Context(), metadata.Pairs("authorization", "Bearer ")); !errors.Is(err, fault.CredentialInvalid) {
		t.Errorf("a server without a token is open: %v", err)
	}
}
