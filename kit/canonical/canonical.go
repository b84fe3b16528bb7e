// Package canonical writes JSON in the one form that RFC 8785 (JSON Canonicalization
// Scheme) gives each value, so that values can be compared, hashed and signed as bytes.
package canonical

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// mostExact is the largest whole number that every reader of JSON takes for itself.
const mostExact = 1 << 53

// JSON returns a value in its canonical form. White space, the order of an object's
// members, escapes and the spelling of numbers make no difference to it. Texts are not
// normalized: letters that look the same and are other code points stay different.
//
// It refuses what two readers could read as two values: names that an object has twice,
// whole numbers beyond 2^53, numbers beyond a float64 and those with more digits than one
// keeps, lone surrogates, and bytes that are not UTF-8.
func JSON(data []byte) ([]byte, error) {
	if err := checkNumbers(data); err != nil {
		return nil, err
	}
	v := jsontext.Value(bytes.Clone(data))
	if err := v.Canonicalize(); err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	return v, nil
}

// Hash stands for a value in its canonical form: its SHA-256, as hexadecimal digits.
func Hash(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

func checkNumbers(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	for {
		t, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read JSON: %w", err)
		}
		if t.Kind() != '0' {
			continue
		}
		text := t.String()
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s: the number %s is too large", d.StackPointer(), text)
		}
		if !exact(text, f) {
			return fmt.Errorf("%s: the whole number %s is beyond 2^53, where programs round it; send it as a text", d.StackPointer(), text)
		}
		if decimalOf(text) != decimalOf(strconv.FormatFloat(f, 'e', -1, 64)) {
			return fmt.Errorf("%s: the number %s has more digits than programs keep; send it as a text", d.StackPointer(), text)
		}
	}
}

// A decimal is a number by its digits, without zeros at their ends: 0.digits * 10^exponent.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// decimalOf reads a number of JSON.
func decimalOf(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	text, power, _ := strings.Cut(strings.ToLower(text), "e")
	d.exponent, _ = strconv.Atoi(power) // 0 without one; one that is too large leaves no float64 but 0
	whole, fraction, _ := strings.Cut(text, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	d.exponent += len(whole) - (len(whole+fraction) - len(digits))
	if d.digits = strings.TrimRight(digits, "0"); d.digits == "" {
		return decimal{}
	}
	return d
}

// ExactNumber reports whether a number of JSON is the same number to every reader that keeps a
// float64 of it.
func ExactNumber(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && exact(text, f) && decimalOf(text) == decimalOf(strconv.FormatFloat(f, 'e', -1, 64))
}

// exact reports whether a number is none that stands for others as well: a whole one
// beyond 2^53, written in digits or such that its canonical form is.
func exact(text string, f float64) bool {
	if !strings.ContainsAny(text, ".eE") {
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && -mostExact <= n && n <= mostExact
	}
	const digits = 1e21 // from there on the form has an exponent
	abs := math.Abs(f)
	return abs <= mostExact || abs >= digits
}
