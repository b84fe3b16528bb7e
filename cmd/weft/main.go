package main

import (
	"context"
	"os"
)

func main() {
	ctx, stop := watchSignals(context.Background())
	code := Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ())
	stop()
	os.Exit(code)
}
