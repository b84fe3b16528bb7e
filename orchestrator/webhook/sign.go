package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// secretBytes is what the specification asks for: 24 to 64.
const secretBytes = 32

func newSecret() []byte {
	secret := make([]byte, secretBytes)
	rand.Read(secret) // never fails
	return secret
}

// SecretText is a secret as receivers are told of it.
func SecretText(secret []byte) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(secret)
}

// signed returns the headers of an event.
func signed(secret []byte, id string, at time.Time, body []byte) http.Header {
	sum := hmac.New(sha256.New, secret)
	fmt.Fprintf(sum, "%s.%d.%s", id, at.Unix(), body)
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	h.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	return h
}

// eventID is the same each time that an event is sent to a webhook, from whichever
// process.
func eventID(w *Webhook, kind, run string, sequence int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%s/%s/%d", w.Tenant, w.ID, run, kind, sequence))
	return "msg_" + hex.EncodeToString(sum[:16])
}
