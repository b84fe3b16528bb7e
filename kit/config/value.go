package config

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Bytes is an amount of memory. It reads 65536, 64KiB and 4 MiB.
type Bytes int64

const (
	kib Bytes = 1 << 10
	mib Bytes = 1 << 20
	gib Bytes = 1 << 30
)

var byteUnits = []struct {
	name string
	size Bytes
}{
	{"GiB", gib}, {"MiB", mib}, {"KiB", kib},
	{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1},
}

// UnmarshalText reads a number of bytes with or without a unit.
func (b *Bytes) UnmarshalText(text []byte) error {
	s, size := strings.TrimSpace(string(text)), Bytes(1)
	for _, u := range byteUnits {
		if digits, ok := strings.CutSuffix(s, u.name); ok {
			s, size = strings.TrimSpace(digits), u.size
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || Bytes(n) > (1<<62)/size {
		return fmt.Errorf("%q is not a size such as 65536, 64KiB or 4MiB", text)
	}
	*b = Bytes(n) * size
	return nil
}

// String returns the amount in the largest binary unit that divides it.
func (b Bytes) String() string {
	for _, u := range byteUnits[:3] {
		if b >= u.size && b%u.size == 0 {
			return strconv.FormatInt(int64(b/u.size), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(b), 10)
}

var (
	durationType = reflect.TypeFor[time.Duration]()
	bytesType    = reflect.TypeFor[Bytes]()
)

// parse sets v from the text of one value. Lists are handled by the caller.
func parse(v reflect.Value, text string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	if v.Type() == durationType {
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is not a duration such as 500ms, 30s, 5m or 168h", text)
		}
		v.SetInt(int64(d))
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		switch strings.ToLower(text) {
		case "true":
			v.SetBool(true)
		case "false":
			v.SetBool(false)
		default:
			return fmt.Errorf("%q is neither true nor false", text)
		}
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		v.SetInt(int64(n))
	default:
		panic("config: no way to read a " + v.Type().String()) // a new field type: add a case
	}
	return nil
}

// format writes v as parse reads it.
func format(v reflect.Value) string {
	switch {
	case v.Type() == durationType:
		return shortDuration(time.Duration(v.Int()))
	case v.Type() == bytesType:
		return Bytes(v.Int()).String()
	}
	return fmt.Sprint(v.Interface())
}

// shortDuration drops the zero units that time.Duration writes: 168h, not
// 168h0m0s.
func shortDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
