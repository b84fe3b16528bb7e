package auth

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	fetchEvery   = 30 * time.Second // at most, however many tokens name unknown keys
	fetchTimeout = 5 * time.Second
	freshFor     = 10 * time.Minute // until keys are fetched again
	usableFor    = 24 * time.Hour   // while the provider can't be reached
	jwksMost     = 1 << 20          // bytes of an answer
	leastRSA     = 2048             // bits
)

// parseKeySet reads a JWKS. Keys that can't check a signature that we accept are
// left out.
func parseKeySet(data []byte) ([]jose.JSONWebKey, error) {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(data, &set); err != nil {
		return nil, err
	}
	var usable []jose.JSONWebKey
	for _, k := range set.Keys {
		pub, isRSA := k.Key.(*rsa.PublicKey)
		if k.IsPublic() && k.Valid() && k.Use != "enc" && (!isRSA || pub.N.BitLen() >= leastRSA) {
			usable = append(usable, k)
		}
	}
	if len(usable) == 0 {
		return nil, errors.New("it has no public key that checks signatures")
	}
	return usable, nil
}

// pick returns the key of an id. A token that names none fits a set of one key.
func pick(keys []jose.JSONWebKey, id string) (jose.JSONWebKey, bool) {
	if id == "" && len(keys) == 1 {
		return keys[0], true
	}
	for _, k := range keys {
		if id != "" && k.KeyID == id {
			return k, true
		}
	}
	return jose.JSONWebKey{}, false
}

// A remote is the keys of a provider, fetched when they are needed.
type remote struct {
	issuer, url string // url is looked up at the issuer if it is ""
	client      *http.Client
	now         func() time.Time
	fetching    chan struct{} // holds one word while somebody fetches

	mu      sync.Mutex
	keys    []jose.JSONWebKey
	fetched time.Time
	tried   time.Time
	failure error
}

func newRemote(issuer, url string, now func() time.Time) *remote {
	return &remote{issuer: issuer, url: url, now: now, fetching: make(chan struct{}, 1), client: &http.Client{Timeout: fetchTimeout}}
}

// key returns the key of an id. Keys that are stale are fetched by one caller while
// the others go on with them; for one that is not known everybody waits.
func (r *remote) key(ctx context.Context, id string) (jose.JSONWebKey, error) {
	k, known, fresh := r.cached(id)
	if known && fresh {
		return k, nil
	}
	if known {
		select {
		case r.fetching <- struct{}{}:
		default:
			return k, nil
		}
	} else {
		select {
		case r.fetching <- struct{}{}:
		case <-ctx.Done():
			return k, context.Cause(ctx)
		}
	}
	defer func() { <-r.fetching }()
	r.refresh(ctx)
	if k, known, _ := r.cached(id); known {
		return k, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure != nil {
		return k, fmt.Errorf("the provider's keys can't be fetched: %w", r.failure)
	}
	return k, errUnknownKey
}

var errUnknownKey = errors.New("the provider has no key of that id")

func (r *remote) cached(id string) (k jose.JSONWebKey, known, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	age := r.now().Sub(r.fetched)
	if k, known = pick(r.keys, id); age > usableFor {
		known = false
	}
	return k, known, age <= freshFor
}

// refresh fetches the keys, unless that was tried a moment ago.
func (r *remote) refresh(ctx context.Context) {
	r.mu.Lock()
	now := r.now()
	early := !r.tried.IsZero() && now.Sub(r.tried) < fetchEvery
	if !early {
		r.tried = now
	}
	r.mu.Unlock()
	if early {
		return
	}
	// The others that wait should not fail because this caller hangs up.
	keys, err := r.fetch(context.WithoutCancel(ctx))
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure = err; err == nil {
		r.keys, r.fetched = keys, now
	}
}

func (r *remote) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	url := r.url
	if url == "" {
		data, err := r.get(ctx, strings.TrimSuffix(r.issuer, "/")+"/.well-known/openid-configuration")
		if err != nil {
			return nil, err
		}
		var found struct {
			Issuer string `json:"issuer"`
			JWKS   string `json:"jwks_uri"`
		}
		if err := json.Unmarshal(data, &found); err != nil {
			return nil, fmt.Errorf("the provider's configuration: %w", err)
		}
		if found.Issuer != r.issuer || found.JWKS == "" {
			return nil, fmt.Errorf("the provider's configuration is of %q and not of %q, or names no jwks_uri", found.Issuer, r.issuer)
		}
		url = found.JWKS
	}
	data, err := r.get(ctx, url)
	if err != nil {
		return nil, err
	}
	return parseKeySet(data)
}

func (r *remote) get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", url, resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, jwksMost+1))
	if err == nil && len(data) > jwksMost {
		err = fmt.Errorf("%s answers with more than %d bytes", url, jwksMost)
	}
	return data, err
}
