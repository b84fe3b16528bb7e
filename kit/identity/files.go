package identity

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	mostBytes = 1 << 20         // of a file: a bundle of authorities has many certificates
	lookEvery = 2 * time.Second // at most, whether the files have changed
)

// Files name what a process shows and whom it trusts, all in PEM.
type Files struct {
	CA   string // the authorities; "" for those that the system trusts
	Cert string // the process's certificate, with those between it and an authority; "" for a process that shows none
	Key  string // its private key
}

// Certificates are the content of files, as of now.
type Certificates struct {
	files Files
	log   *slog.Logger

	mu     sync.Mutex
	looked time.Time
	stamps [3]stamp
	now    loaded
}

type loaded struct {
	roots *x509.CertPool   // nil for those that the system trusts
	own   *tls.Certificate // nil for a process that shows none
}

// A stamp tells one state of a file from another.
type stamp struct {
	changed time.Time
	size    int64
}

// Load reads the files. log is told when files that have changed can't be used; what
// was read before then counts on. It may be nil.
func Load(files Files, log *slog.Logger) (*Certificates, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c := &Certificates{files: files, log: log, looked: time.Now(), stamps: files.stamps()}
	var err error
	if c.now, err = files.load(); err != nil {
		return nil, err
	}
	return c, nil
}

// current returns what the files hold, which it looks at again from time to time.
func (c *Certificates) current() loaded {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < lookEvery {
		return c.now
	}
	c.looked = time.Now()
	stamps := c.files.stamps()
	if stamps == c.stamps {
		return c.now
	}
	// A certificate and its key are two files, and one is there before the other.
	// Until they fit, those from before go on.
	fresh, err := c.files.load()
	if err != nil {
		c.log.Warn("the changed certificates can't be used yet; still using the old ones", "error", err)
		return c.now
	}
	c.stamps, c.now = stamps, fresh
	return c.now
}

// Expires returns until when the certificate that the process shows is good, and whether
// it shows one.
func (c *Certificates) Expires() (time.Time, bool) {
	if c == nil {
		return time.Time{}, false
	}
	own := c.current().own
	if own == nil || own.Leaf == nil {
		return time.Time{}, false
	}
	return own.Leaf.NotAfter, true
}

func (f Files) stamps() (all [3]stamp) {
	for i, path := range []string{f.CA, f.Cert, f.Key} {
		if info, err := os.Stat(path); err == nil {
			all[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return all
}

func (f Files) load() (loaded, error) {
	roots, err := f.authorities()
	if err != nil || f.Cert == "" {
		return loaded{roots: roots}, err
	}
	cert, err := safefile.Read(f.Cert, mostBytes)
	if err != nil {
		return loaded{}, unusable(err, f.Cert)
	}
	key, err := safefile.Read(f.Key, mostBytes)
	if err != nil {
		return loaded{}, unusable(err, f.Key)
	}
	own, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return loaded{}, unusable(err, f.Cert)
	}
	return loaded{roots, &own}, nil
}

func (f Files) authorities() (*x509.CertPool, error) {
	if f.CA == "" {
		return nil, nil
	}
	bundle, err := safefile.Read(f.CA, mostBytes)
	if err != nil {
		return nil, unusable(err, f.CA)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(bundle) {
		return nil, unusable(errors.New("it holds no certificate in PEM"), f.CA)
	}
	return roots, nil
}

func unusable(err error, path string) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err // the path is in the message
	}
	return fault.Wrap(err, codes.FailedPrecondition, fault.CertificateInvalid,
		"can't use the certificates in %s: %v; fix the file, or the setting that names it (tls, api.cert, api.key)", path, err)
}
