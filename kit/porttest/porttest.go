// Package porttest gives tests addresses to listen on.
package porttest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// given are the addresses that FreeAddress has returned.
var given sync.Map

// FreeAddress returns an address on which nobody listens, another one each time. Its port is
// below those that the system gives to others, so that it is still free when a server is
// started there, or started again.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 15000+rand.N(15000))
		if _, taken := given.LoadOrStore(address, true); taken {
			continue
		}
		if lis, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address); err == nil {
			_ = lis.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}
