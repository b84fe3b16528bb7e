package chaos

import (
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

const retriever = "retriever"

// layApart adds a process for each role. The retriever comes last: it finds its
// callers on the bus, which may be in the orchestrator.
func (s *Site) layApart(t *testing.T, b bus, mailbox string) {
	t.Helper()
	settings := slices.Clone(b.server)
	executor := freeAddress(t)
	if mailbox != "" {
		settings = append(settings, "peers."+Executor+"="+s.toward(t, executor))
	}
	for _, agent := range config.Agents() {
		if agent == retriever || agent == Executor && mailbox != "" {
			continue
		}
		address := freeAddress(t)
		s.add(agent, s.weft, append(s.serve("serve", "roles."+agent+".listen="+address), "--roles", agent)...)
		settings = append(settings, "peers."+agent+"="+s.toward(t, address))
	}
	s.add(Orchestrator, s.weft, append(s.serve("serve", settings...), "--roles", "orchestrator")...)
	s.add(retriever, s.weft, append(s.serve("serve", "roles.retriever.listen="+freeAddress(t), b.client), "--roles", retriever)...)
	if mailbox != "" { // the key of the vault is there once an orchestrator has started
		const mail = "tools.servers." + mailServer + ".operations." + sendMail + "."
		key := "tools.grant_key=" + filepath.Join(s.Vault, ".weft", "grant.key")
		s.add(Executor, s.weft, append(s.serve("serve", append(s.tools(mailbox), "roles.executor.listen="+executor, b.client, key, mail+"verify=find_message", mail+"verify_pointer=/sent")...), "--roles", Executor)...)
	}
}

// toward returns where a role is called that listens at an address.
func (s *Site) toward(t *testing.T, address string) string {
	t.Helper()
	if s.delays == nil {
		return address
	}
	return NewRelay(t, address, s.delays.hold, true).Address
}

// natsd builds a NATS server.
func natsd(t *testing.T) string {
	t.Helper()
	return mesh.Build(t, "github.com/weft-mesh/weft/test/chaos/natsd")
}

// given are the addresses that freeAddress has returned, for sites that run side by side.
var given sync.Map

// freeAddress returns an address on which nobody listens, another one each time. Its port
// is below those that the system gives to others, so that it is still free when a process
// is started again.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 15000+rand.N(15000))
		if _, taken := given.LoadOrStore(address, true); taken {
			continue
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		return address
	}
	t.Fatal("no port is free")
	return ""
}
