// Command natsd is a NATS server with JetStream that syncs each write, as one
// runs it beside a mesh. It prints where it listens once it can be used, ends on
// SIGTERM, and cuts all its clients' connections on SIGUSR1.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const readyWithin = 30 * time.Second

func main() {
	dir := flag.String("dir", "", "folder of the streams")
	listen := flag.String("listen", "127.0.0.1:0", "address")
	name := flag.String("name", "", "name of the server within its cluster")
	cluster := flag.String("cluster", "", "address for the other servers of its cluster; it is alone without one")
	routes := flag.String("routes", "", "addresses of the others, with commas between them")
	config := flag.String("config", "", "a server's own configuration file, in place of all others")
	flag.Parse()
	var options *server.Options
	var err error
	if *config != "" {
		options, err = configured(*config)
	} else if options, err = alone(*dir, *listen); err == nil && *cluster != "" {
		err = clustered(options, *name, *cluster, *routes)
	}
	if err == nil {
		err = run(options)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "natsd:", err)
		os.Exit(1)
	}
}

func alone(dir, listen string) (*server.Options, error) {
	address, err := net.ResolveTCPAddr("tcp", listen)
	if err != nil {
		return nil, err
	}
	return &server.Options{
		Host: address.IP.String(), Port: address.Port, JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true,
	}, nil
}

// configured reads a configuration as a NATS server reads it.
func configured(path string) (*server.Options, error) {
	o, err := server.ProcessConfigFile(path)
	if err == nil {
		o.NoSigs = true
	}
	return o, err
}

// clustered makes the server one of a cluster.
func clustered(o *server.Options, name, cluster, routes string) error {
	address, err := net.ResolveTCPAddr("tcp", cluster)
	if err != nil {
		return err
	}
	o.ServerName = name
	o.Cluster = server.ClusterOpts{Name: "test", Host: address.IP.String(), Port: address.Port}
	o.RoutesStr = routes
	for route := range strings.SplitSeq(routes, ",") {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: route})
	}
	return nil
}

func run(o *server.Options) error {
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.ConfigureLogger() // to stderr
	go s.Start()
	if !s.ReadyForConnections(readyWithin) {
		return fmt.Errorf("not ready within %v", readyWithin)
	}
	fmt.Println(s.Addr())
	cut := make(chan os.Signal, 1)
	signal.Notify(cut, syscall.SIGUSR1)
	go func() {
		for range cut {
			disconnect(s)
		}
	}()
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, os.Interrupt)
	<-end
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

// disconnect cuts the connections of all clients. What was on its way is dropped.
func disconnect(s *server.Server) {
	clients, err := s.Connz(nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, "natsd:", err)
		return
	}
	for _, c := range clients.Conns {
		_ = s.DisconnectClientByID(c.Cid) // it may have gone by itself
	}
}
