package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
)

const (
	// addressKey is the parameter of an address that has a key in it.
	addressKey = "key"
	// ByAddress is the metadata of calls whose credential stood in an address, which others may come
	// to see: in a log on the way, or in the list of calendars that somebody shows.
	ByAddress = "weft-by-address"
)

// shownOfFeed is shown for programs that send no header of their own, as those that subscribe to
// calendars: a credential is also taken from the password of HTTP Basic, or from the address.
func shownOfFeed(r *http.Request) metadata.MD {
	md := shown(r)
	if _, password, ok := r.BasicAuth(); ok {
		md.Set("authorization", "Bearer "+password)
	}
	if keys := r.URL.Query()[addressKey]; len(keys) > 0 {
		for _, key := range keys {
			md.Append("authorization", "Bearer "+key) // more than one credential is refused
		}
		md.Set(ByAddress, "true")
	}
	return md
}

// feedWriter says that HTTP Basic is understood where a credential is missing: programs ask for a
// password then.
type feedWriter struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w feedWriter) WriteHeader(code int) {
	if code == http.StatusUnauthorized {
		w.Header().Add("WWW-Authenticate", `Basic realm="weft", charset="UTF-8"`)
	}
	w.ResponseWriter.WriteHeader(code)
}

// Unwrap lets deadlines be set.
func (w feedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// writeMedia sends the only field of a message, or that the caller has it already.
func (e *endpoint) writeMedia(w http.ResponseWriter, r *http.Request, m proto.Message) {
	message := m.ProtoReflect()
	body := message.Get(message.Descriptor().Fields().Get(0)).String()
	sum := sha256.Sum256([]byte(body))
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache") // kept by the caller alone, who asks whether it has changed
	for known := range strings.SplitSeq(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.Header().Set("Content-Type", e.Media)
	_, _ = w.Write([]byte(body)) // a caller that is gone needs no answer
}
