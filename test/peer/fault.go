package peer

import (
	"net/http"
	"strings"
	"time"
)

// A Fault is a way in which a server fails.
type Fault string

// The faults. Each is what a real server has been seen to do.
const (
	Refuses   Fault = "answers 500"
	Busy      Fault = "answers 503"
	Limits    Fault = "answers 429 and says when to come again"
	Forbids   Fault = "answers 401"
	Unknown   Fault = "does not know the model"
	HangsUp   Fault = "hangs up before it answers"
	Cuts      Fault = "hangs up in the middle of its answer"
	ErrsLater Fault = "reports an error in a stream that began well"
	Silent    Fault = "never answers"
	Drips     Fault = "answers too slowly to wait for"
	Babbles   Fault = "writes no JSON"
	Broken    Fault = "writes JSON that breaks off"
	Empty     Fault = "writes nothing"
	TooLong   Fault = "stops because the answer grew too long"
	Garbles   Fault = "speaks another protocol"
)

// Faults are all faults.
func Faults() []Fault {
	return []Fault{Refuses, Busy, Limits, Forbids, Unknown, HangsUp, Cuts, ErrsLater, Silent, Drips, Babbles, Broken, Empty, TooLong, Garbles}
}

// play fails, where it helps in the middle of the text that would have been said.
func (f Fault) play(w http.ResponseWriter, r *http.Request, text string) {
	half := text[:len(text)/2]
	switch f {
	case Refuses:
		fail(w, http.StatusInternalServerError, "model runner has unexpectedly stopped")
	case Busy:
		fail(w, http.StatusServiceUnavailable, "server busy, please try again. maximum pending requests exceeded")
	case Limits:
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusTooManyRequests, "too many requests")
	case Forbids:
		fail(w, http.StatusUnauthorized, "unauthorized")
	case Unknown:
		fail(w, http.StatusNotFound, `model "peer" not found, try pulling it first`)
	case HangsUp:
		panic(http.ErrAbortHandler)
	case Cuts:
		write(w, line(half))
		panic(http.ErrAbortHandler)
	case ErrsLater:
		write(w, line(half))
		write(w, map[string]string{"error": "an error was encountered while running the model"})
	case Silent:
		<-r.Context().Done()
	case Drips:
		for _, p := range strings.Split(text, "") {
			write(w, line(p))
			select {
			case <-r.Context().Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	case Babbles:
		stream(w, []string{"Sure! Here is what you asked for: I think it is a note."}, "stop")
	case Broken:
		stream(w, []string{half}, "stop")
	case Empty:
		stream(w, nil, "stop")
	case TooLong:
		stream(w, []string{half}, "length")
	case Garbles:
		w.Header().Set("Content-Type", "text/html")
		write(w, "<html><body>Welcome to nginx!</body></html>")
	}
}

func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	write(w, map[string]string{"error": message})
}
