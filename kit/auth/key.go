package auth

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

const (
	keyPrefix = "weft_" // so that scanners for secrets can find a key that got out
	idBytes   = 6
	keyBytes  = 32
	// requestIDBytes has ids that are made of request ids be as good as random ones: nobody
	// can find two requests that make the same.
	requestIDBytes = 16

	keyActive  = "active"
	keyExpired = "expired"
	keyRevoked = "revoked"
)

// A Key is an API key as the file has it: who it stands for, and the hash of its
// text. The text itself is nowhere kept.
type Key struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"` // what it is for, to people
	Hash    string     `json:"sha256"`
	Tenant  string     `json:"tenant"`
	User    string     `json:"user"`
	Kind    Kind       `json:"kind"`
	Scopes  []Scope    `json:"scopes"`
	Created time.Time  `json:"created"`
	Expires *time.Time `json:"expires,omitempty"`
	Revoked *time.Time `json:"revoked,omitempty"`
	// Successor is the id of the key that this one was rotated into.
	Successor string `json:"successor,omitempty"`
}

// Issue completes a key that is to be, and returns its text.
func Issue(k Key, now time.Time) (Key, string) { return issueKey(k, "", 0, now) }

// issueKey issues a key with an id, "" for a random one, that lasts for a while, 0 for as long
// as k says.
func issueKey(k Key, id string, lifetime time.Duration, now time.Time) (Key, string) {
	random, secret := make([]byte, idBytes), make([]byte, keyBytes)
	_, _ = rand.Read(random) // never fails
	_, _ = rand.Read(secret)
	k.ID, k.Created = cmp.Or(id, hex.EncodeToString(random)), now.UTC().Truncate(time.Second)
	if lifetime > 0 {
		end := k.Created.Add(lifetime)
		k.Expires = &end
	}
	text := keyPrefix + k.ID + "_" + base64.RawURLEncoding.EncodeToString(secret)
	k.Hash = hashOf(text)
	return k, text
}

// A 32-byte random secret can't be guessed, so a slow hash would only slow calls.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// State returns what a key is worth at a time: active, expired or revoked.
func (k Key) State(now time.Time) string {
	switch {
	case k.Revoked != nil:
		return keyRevoked
	case k.Expires != nil && !now.Before(*k.Expires):
		return keyExpired
	}
	return keyActive
}

func (k *Key) markRevoked(now time.Time) {
	if k.Revoked == nil {
		at := now.UTC().Truncate(time.Second)
		k.Revoked = &at
	}
}

func (k Key) matches(text string) bool {
	return subtle.ConstantTimeCompare([]byte(hashOf(text)), []byte(k.Hash)) == 1
}

func (k Key) principal() Principal {
	return Principal{Tenant: k.Tenant, User: k.User, Kind: k.Kind, Scopes: k.Scopes, KeyID: k.ID}
}

var (
	tenantName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)
	keyHash    = regexp.MustCompile(`^[0-9a-f]{64}$`)
	keyID      = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
)

// checkIdentity refuses names that no tenant or user can have.
func checkIdentity(tenant, user string) error {
	if !tenantName.MatchString(tenant) {
		return fmt.Errorf("the tenant %q is not a valid name; use 1 to 64 lower-case letters, digits, - or _", tenant)
	}
	if strings.TrimSpace(user) == "" || len(user) > 128 {
		return fmt.Errorf("the user %q is not a valid name; use 1 to 128 bytes", user)
	}
	return nil
}

// Check returns what is wrong with a key, nil if it can be used.
func (k Key) Check() error {
	if err := checkIdentity(k.Tenant, k.User); err != nil {
		return err
	}
	words := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		words[i] = string(s)
	}
	if _, err := ParseScopes(words); err != nil {
		return err
	}
	switch {
	case k.Kind != Person && k.Kind != Service:
		return fmt.Errorf("%q is not a kind of caller; use person or service", k.Kind)
	case !keyID.MatchString(k.ID):
		return errors.New("the id is not one of letters, digits and -")
	case !keyHash.MatchString(k.Hash):
		return errors.New("sha256 is not the hash of a key, 64 hexadecimal digits")
	}
	return nil
}

type keyFile struct {
	Keys []Key `json:"keys"`
}

// parseKeys reads a file of keys. What it does not know it refuses: a mistyped
// "revoked" must not leave a key valid.
func parseKeys(data []byte) (map[string]Key, error) {
	var f keyFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows after the keys")
	}
	byID := make(map[string]Key, len(f.Keys))
	for i, k := range f.Keys {
		if err := k.Check(); err != nil {
			return nil, fmt.Errorf("key %d (%s): %w", i+1, k.ID, err)
		}
		if _, twice := byID[k.ID]; twice {
			return nil, fmt.Errorf("the id %s is there twice", k.ID)
		}
		byID[k.ID] = k
	}
	return byID, nil
}
