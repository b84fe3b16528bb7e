package identity

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/weft-mesh/weft/kit/safefile"
)

// How long certificates to try with are good for.
const (
	authorityTime = 10 * 365 * 24 * time.Hour
	roleTime      = 365 * 24 * time.Hour
	clockSkew     = 5 * time.Minute // that others' clocks may be behind
)

// Names of the files of an authority to try with.
const (
	AuthorityFile    = "ca.crt"
	authorityKeyFile = "ca.key"
)

// Develop makes certificates to try with in a folder: an authority, unless one is
// there, and for each role ROLE.crt and ROLE.key, which also hold for this machine, a
// host with the role's name, and the given names or addresses. Keys are for this user only. now is the time from which
// they hold.
//
// Whoever can read ca.key can be anyone in the mesh. For more than trying, let a
// real authority issue certificates with the same ids.
func Develop(dir, domain string, roles, hosts []string, now time.Time) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	ca, err := readAuthority(dir)
	if errors.Is(err, fs.ErrNotExist) {
		ca, err = makeAuthority(dir, domain, now)
	}
	if err != nil {
		return err
	}
	for _, role := range roles {
		names := append([]string{"localhost", role, "127.0.0.1", "::1"}, hosts...)
		if err := ca.issue(dir, domain, role, names, now); err != nil {
			return err
		}
	}
	return nil
}

// An authority signs certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func readAuthority(dir string) (authority, error) {
	key, err := readPEM(filepath.Join(dir, authorityKeyFile))
	if err != nil {
		return authority{}, err
	}
	cert, err := readPEM(filepath.Join(dir, AuthorityFile))
	if errors.Is(err, fs.ErrNotExist) {
		return authority{}, fmt.Errorf("%s has %s but no %s: put it back, or remove the key to start over", dir, authorityKeyFile, AuthorityFile)
	}
	if err != nil {
		return authority{}, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(key)
	if err != nil {
		return authority{}, fmt.Errorf("%s: %w", filepath.Join(dir, authorityKeyFile), err)
	}
	signer, ok := parsed.(*ecdsa.PrivateKey)
	if !ok {
		return authority{}, fmt.Errorf("%s was not made by weft: it is no ECDSA key", filepath.Join(dir, authorityKeyFile))
	}
	issuer, err := x509.ParseCertificate(cert)
	if err != nil {
		return authority{}, fmt.Errorf("%s: %w", filepath.Join(dir, AuthorityFile), err)
	}
	return authority{issuer, signer}, nil
}

func makeAuthority(dir, domain string, now time.Time) (authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return authority{}, err
	}
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "Weft development authority of " + domain},
		NotBefore:             now.Add(-clockSkew),
		NotAfter:              now.Add(authorityTime),
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
		BasicConstraintsValid: true,
		IsCA:                  true,
		MaxPathLenZero:        true,
	}
	cert, err := sign(template, template, key, key)
	if err != nil {
		return authority{}, err
	}
	// The certificate first: a key without it would be taken for a damaged folder.
	if err := writePEM(filepath.Join(dir, AuthorityFile), "CERTIFICATE", cert.Raw, 0o644); err != nil {
		return authority{}, err
	}
	return authority{cert, key}, writeKey(filepath.Join(dir, authorityKeyFile), key)
}

func (a authority) issue(dir, domain, role string, hosts []string, now time.Time) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	id := ID(domain, role)
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: role},
		NotBefore:   now.Add(-clockSkew),
		NotAfter:    now.Add(roleTime),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	template.URIs = append(template.URIs, id)
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	cert, err := sign(template, a.cert, key, a.key)
	if err != nil {
		return err
	}
	if err := writeKey(filepath.Join(dir, role+".key"), key); err != nil {
		return err
	}
	return writePEM(filepath.Join(dir, role+".crt"), "CERTIFICATE", cert.Raw, 0o644)
}

// sign makes a certificate of a template for key, signed with another key.
func sign(template, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		return nil, fmt.Errorf("sign a certificate: %w", err)
	}
	return x509.ParseCertificate(der)
}

func writeKey(path string, key *ecdsa.PrivateKey) error {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return writePEM(path, "PRIVATE KEY", der, 0o600)
}

// writePEM replaces a file in one step, so that a process which reads it meanwhile
// sees the old one or the new one.
func writePEM(path, kind string, der []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".pem-*") // for this user only
	if err != nil {
		return err
	}
	err = pem.Encode(f, &pem.Block{Type: kind, Bytes: der})
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func readPEM(path string) ([]byte, error) {
	data, err := safefile.Read(path, mostBytes)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%s holds nothing in PEM", path)
	}
	return block.Bytes, nil
}
