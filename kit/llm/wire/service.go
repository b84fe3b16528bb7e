package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"

	"github.com/tmaxmax/go-sse"
)

// A Service speaks JSON over HTTP and streams its replies as server-sent events.
// It is safe for concurrent use.
type Service struct {
	base   string
	header map[string]string
	client *http.Client
}

// NewService returns the service at an address. The headers go with each request.
func NewService(base string, header map[string]string) *Service {
	return &Service{strings.TrimSuffix(base, "/"), header, Client()}
}

// Get reads what is at a path into out.
func (s *Service) Get(ctx context.Context, path string, out any) error {
	res, err := s.send(ctx, http.MethodGet, path, http.NoBody)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // what was read is what counts
	return json.NewDecoder(res.Body).Decode(out)
}

// Post sends in to a path and reads the reply into out.
func (s *Service) Post(ctx context.Context, path string, in, out any) error {
	body, err := encode(in)
	if err != nil {
		return err
	}
	res, err := s.send(ctx, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // what was read is what counts
	return json.NewDecoder(res.Body).Decode(out)
}

// Stream sends in to a path and returns the events of the reply, each as its JSON.
// An error ends them; one that the service tells within the stream is such an error.
func (s *Service) Stream(ctx context.Context, path string, in any) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		body, err := encode(in)
		if err != nil {
			yield(nil, err)
			return
		}
		res, err := s.send(ctx, http.MethodPost, path, body)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = res.Body.Close() }()
		in := bufio.NewReader(res.Body)
		switch form, err := formOf(in); {
		case err != nil:
			yield(nil, err)
			return
		case form == valuesForm:
			yieldValues(in, yield)
			return
		case form == wordsForm:
			words, _ := io.ReadAll(io.LimitReader(in, mostErrorBytes)) // what there is of them
			yield(nil, errors.New(wordsOf(words)))
			return
		}
		for event, err := range sse.Read(in, &sse.ReadConfig{MaxEventSize: mostBytes}) {
			switch data := []byte(event.Data); {
			case err != nil:
			case len(data) == 0 || event.Data == done:
				continue // the reply is read to its end, so that the connection can be used again
			default:
				if err = told(event.Type, data); err == nil && yield(data, nil) {
					continue
				}
			}
			if err != nil {
				yield(nil, err)
			}
			return
		}
	}
}

// A bodyForm is what a reply's body looks like, whatever its header calls it.
type bodyForm int

const (
	eventsForm bodyForm = iota
	valuesForm          // JSON: a reply or an error as a whole
	wordsForm           // a page, or words
)

// byteOrderMark is what some servers write before their text.
const byteOrderMark = "\ufeff"

// formOf tells the form of a body by how it begins, and skips the blanks before it. What is
// empty has events, none.
func formOf(in *bufio.Reader) (bodyForm, error) {
	if mark, _ := in.Peek(1); len(mark) == 1 && mark[0] == byteOrderMark[0] {
		_, _ = in.Discard(len(byteOrderMark))
	}
	for {
		first, err := in.Peek(1)
		switch {
		case errors.Is(err, io.EOF):
			return eventsForm, nil
		case err != nil:
			return eventsForm, err
		case strings.ContainsRune(" \t\r\n", rune(first[0])):
			_, _ = in.Discard(1)
			continue
		case first[0] == '{', first[0] == '[':
			return valuesForm, nil
		case first[0] == ':':
			return eventsForm, nil
		}
		field, _ := in.Peek(len("retry:")) // no event is shorter
		for _, name := range []string{"data:", "event:", "id:", "retry:"} {
			if strings.HasPrefix(string(field), name) {
				return eventsForm, nil
			}
		}
		return wordsForm, nil
	}
}

// yieldValues hands on the JSON of a body: one value, or several after each other.
func yieldValues(in io.Reader, yield func([]byte, error) bool) {
	for d := json.NewDecoder(in); ; {
		var value json.RawMessage
		err := d.Decode(&value)
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = told("", value)
		}
		if !yield(value, err) || err != nil {
			return
		}
	}
}

// done is what OpenAI's protocol says after the last event.
const done = "[DONE]"

// encode writes v as it is: a prompt is full of < and >, which are six bytes each
// where they are escaped for HTML.
func encode(v any) (io.Reader, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	return &out, e.Encode(v)
}

// told is the error that an event tells, nil if it tells none.
func told(name string, event []byte) error {
	is, err := isError(name, event)
	switch {
	case err != nil && name == "error":
		return errors.New(wordsOf(event))
	case err != nil:
		return fmt.Errorf("the reply has an event that is no JSON: %w", err)
	case is:
		return errors.New(wordsOf(event))
	}
	return nil
}

func (s *Service) send(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "weft")
	for name, value := range s.header {
		req.Header.Set(name, value)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		return nil, errors.Join(errors.New(res.Status), res.Body.Close())
	}
	return res, nil
}
