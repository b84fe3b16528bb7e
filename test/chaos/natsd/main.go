// Command natsd is a NATS server with JetStream that syncs each write, as one
// runs it beside a mesh. It prints where it listens once it can be used, and ends
// on SIGTERM.
package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const readyWithin = 30 * time.Second

func main() {
	dir := flag.String("dir", "", "folder of the streams")
	listen := flag.String("listen", "127.0.0.1:0", "address")
	flag.Parse()
	if err := run(*dir, *listen); err != nil {
		fmt.Fprintln(os.Stderr, "natsd:", err)
		os.Exit(1)
	}
}

func run(dir, listen string) error {
	address, err := net.ResolveTCPAddr("tcp", listen)
	if err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{
		Host: address.IP.String(), Port: address.Port, JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true,
	})
	if err != nil {
		return err
	}
	s.ConfigureLogger() // to stderr
	go s.Start()
	if !s.ReadyForConnections(readyWithin) {
		return fmt.Errorf("not ready within %v", readyWithin)
	}
	fmt.Println(s.Addr())
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, os.Interrupt)
	<-end
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}
