package bus

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// readyWithin bounds the wait for the server. It starts in milliseconds; a
// store of millions of messages takes seconds.
const readyWithin = 30 * time.Second

// noLimit is more than any disk has. Left to itself the server takes three
// quarters of what is free when it starts as its limit for good; how much room
// there really is, kit/disk looks at.
const noLimit = 1 << 60

// maxPayload is the largest message, in bytes: a step of a run over the longest
// input that may be configured, of 1 MiB, with what its agent made of it.
const maxPayload = 8 << 20

// Options of a server.
type Options struct {
	Dir    string // folder of the streams; made if it is not there
	Listen string // host:port for other processes; "" for this process only
	// SyncAlways writes each message to the disk before it is acknowledged.
	// Without it an acknowledged message can be lost with the power.
	SyncAlways bool
	Token      string       // that every connection must show, those of this process too; "" asks for none
	Admission  *Admission   // of connections from other processes; nil admits those that show the token
	Name       string       // of the server, for tools; "" for "weft"
	Logger     *slog.Logger // gets the server's warnings and errors; nil for none
}

// A Server is a NATS server in this process. It can be opened again on its
// folder: connections that were made with Connect come back by themselves.
type Server struct {
	o     Options
	alarm chan struct{} // the server has reported an error

	mu     sync.RWMutex
	server *server.Server // nil while it is being opened again
	dir    string         // of its streams
	folder os.FileInfo    // the same as it was when the server was opened
	broken error          // why nothing can be written, nil if it can
	ended  bool           // by Shutdown: it is not opened again
}

// Start starts a server and waits until it can be used.
func Start(o Options) (*Server, error) {
	if o.Dir == "" {
		return nil, failed(nil, "the bus has no folder; set nats.dir")
	}
	// The streams hold what the user wrote.
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, failed(err, "the folder of the bus can't be made; check nats.dir and the vault's permissions")
	}
	s := &Server{o: o, alarm: make(chan struct{}, 1)}
	if err := s.open(); err != nil {
		return nil, err
	}
	if url := s.server.Addr(); url != nil {
		s.o.Listen = url.String() // the same one when it is opened again
	}
	return s, nil
}

// open starts the server on its folder.
func (s *Server) open() error {
	srv, err := s.o.start(s.alarm)
	if err != nil {
		return err
	}
	dir := srv.StoreDir()
	folder, err := os.Stat(dir)
	if err != nil {
		srv.Shutdown()
		srv.WaitForShutdown()
		return failed(err, "the bus can't keep streams in %s; check that it can be written to", s.o.Dir)
	}
	s.mu.Lock()
	if !s.ended {
		s.server, s.dir, s.folder = srv, dir, folder
		s.mu.Unlock()
		return nil
	}
	s.mu.Unlock()
	srv.Shutdown()
	srv.WaitForShutdown()
	return errEnded
}

func (o Options) start(alarm chan<- struct{}) (*server.Server, error) {
	options, err := o.server()
	if err != nil {
		return nil, err
	}
	if err := o.repair(time.Now()); err != nil {
		return nil, failed(err, "the bus can't repair its files in %s; check their permissions and the free space", o.Dir)
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, failed(err, "the bus can't be set up in %s", o.Dir)
	}
	s.SetLoggerV2(&serverLog{log: o.logger(), alarm: alarm}, false, false, false)
	go s.Start()
	if !s.ReadyForConnections(readyWithin) {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, failed(nil, "the bus did not start in %s; another process may use the folder, or the disk may be full", o.Dir)
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, failed(nil, "the bus can't keep streams in %s; check that it can be written to", o.Dir)
	}
	return s, nil
}

func (o Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Logger
}

func (o Options) server() (*server.Options, error) {
	name := o.Name
	if name == "" {
		name = "weft"
	}
	options := &server.Options{
		ServerName:             name,
		JetStream:              true,
		StoreDir:               o.Dir,
		SyncAlways:             o.SyncAlways,
		JetStreamMaxStore:      noLimit,
		MaxPayload:             maxPayload,
		DontListen:             o.Listen == "",
		NoSigs:                 true,
		DisableJetStreamBanner: true,
		NoSystemAccount:        false,
		Authorization:          o.Token,
	}
	if o.Listen == "" {
		return options, nil
	}
	if o.Admission != nil {
		options.TLSConfig, options.TLS, options.TLSTimeout = o.Admission.TLS, true, tlsTime.Seconds()
		options.CustomClientAuthentication = admitted{o.Admission, o.Token}
	}
	host, port, err := net.SplitHostPort(o.Listen)
	if err == nil {
		options.Host = host
		options.Port, err = strconv.Atoi(port)
	}
	if err != nil {
		return nil, fault.Wrap(err, codes.InvalidArgument, fault.AddressInvalid,
			"%q is not an address such as 127.0.0.1:4222; set nats.listen", o.Listen)
	}
	if options.Port == 0 {
		options.Port = server.RANDOM_PORT
		return options, nil
	}
	// The server would not say that its port is taken, it would just not start.
	probe, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", o.Listen)
	if err != nil {
		return nil, fault.Wrap(err, codes.FailedPrecondition, fault.PortInUse,
			"%s is in use; stop the other server, or set nats.listen to another address (port 0 picks a free one)", o.Listen).With("address", o.Listen)
	}
	if err := probe.Close(); err != nil {
		return nil, failed(err, "%s can't be used", o.Listen)
	}
	return options, nil
}

// Connect returns a connection that stays in the process.
func (s *Server) Connect(name string, more ...nats.Option) (*nats.Conn, error) {
	return connect("", name, append(more, nats.InProcessServer(s), nats.Token(s.o.Token)))
}

// InProcessConn returns a pipe to the server as it is now. It is for NATS
// clients, which ask for one each time they connect.
func (s *Server) InProcessConn() (net.Conn, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.server == nil {
		return nil, errAway
	}
	return s.server.InProcessConn()
}

// URL returns where other processes reach the server, "" if they don't.
func (s *Server) URL() string {
	if s.o.Listen == "" {
		return ""
	}
	return "nats://" + s.o.Listen
}

// Shutdown stops the server for good. What it has acknowledged is on the disk when
// it returns.
func (s *Server) Shutdown() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.close()
}

// close stops the server until it is opened again.
func (s *Server) close() {
	s.mu.Lock()
	srv := s.server
	s.server = nil
	s.mu.Unlock()
	if srv != nil {
		srv.Shutdown()
		srv.WaitForShutdown()
	}
}

func failed(err error, format string, args ...any) error {
	return fault.Wrap(err, codes.Unavailable, fault.BusUnavailable, format, args...)
}

// serverLog passes on what the server says, and lets it be known when that is
// an error.
type serverLog struct {
	log   *slog.Logger
	alarm chan<- struct{}
}

func (l *serverLog) say(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, fmt.Sprintf(format, v...), "from", "nats-server")
}

// tornBatch begins what the server says of a stream whose last batch it has in part. That
// is normal for one that was restored from a snapshot: each message of a batch of Weft's
// stands for itself, and nobody was told that those are kept which are missing.
const tornBatch = "  Failed restoring partial batch write"

func (l *serverLog) Errorf(format string, v ...any) {
	if strings.HasPrefix(format, tornBatch) {
		l.log.Info("a stream ends within a batch, as one does that was restored from a backup: nothing is damaged, and what is missing is repeated",
			"detail", strings.TrimSpace(fmt.Sprintf(format, v...)), "from", "nats-server")
		return
	}
	l.say(slog.LevelError, format, v)
	select {
	case l.alarm <- struct{}{}:
	default: // it is known already
	}
}

func (l *serverLog) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l *serverLog) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l *serverLog) Debugf(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
func (l *serverLog) Tracef(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
