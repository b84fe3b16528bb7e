package grant

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	fileMost    = 64 << 10 // bytes of a file of keys
	privateType = "PRIVATE KEY"
	publicType  = "PUBLIC KEY"
)

// ID names a key to those who check what it signs: the first half of the SHA-256 of its
// bytes.
func ID(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:16])
}

// ReadSigner reads a private key: PEM of PKCS #8, as openssl genpkey -algorithm ed25519
// writes it.
func ReadSigner(path string) (*Signer, error) {
	data, err := safefile.Read(path, fileMost)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(data)
	if block == nil || block.Type != privateType {
		return nil, fmt.Errorf("%s: it has no PEM block %q", path, privateType)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s: its key is not for Ed25519", path)
	}
	return NewSigner(ID(key.Public().(ed25519.PublicKey)), key), nil //nolint:forcetypeassert // documented
}

// ReadKeys reads public keys: one or more PEM blocks, as openssl pkey -pubout writes them.
// Several let a new key be known before the old one is gone.
func ReadKeys(path string) (Keys, error) {
	data, err := safefile.Read(path, fileMost)
	if err != nil {
		return nil, err
	}
	out := Keys{}
	for {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			break
		}
		if block.Type != publicType {
			return nil, fmt.Errorf("%s: it has a PEM block %q beside public keys", path, block.Type)
		}
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		key, ok := parsed.(ed25519.PublicKey)
		if !ok {
			return nil, fmt.Errorf("%s: one of its keys is not for Ed25519", path)
		}
		out[ID(key)] = key
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: it has no PEM block %q", path, publicType)
	}
	return out, nil
}

// Public returns the key that checks what the signer signs.
func (s *Signer) Public() Keys {
	return Keys{s.id: s.key.Public().(ed25519.PublicKey)} //nolint:forcetypeassert // documented
}

// MakeSigner reads a private key, and makes one for this user alone if the file is not
// there. Only one process at a time may do so.
func MakeSigner(path string) (*Signer, error) {
	s, err := ReadSigner(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	data := pem.EncodeToMemory(&pem.Block{Type: privateType, Bytes: der})
	f, err := os.CreateTemp(filepath.Dir(path), ".grant-*") // for this user only
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(f.Name()))
	}
	return ReadSigner(path)
}
