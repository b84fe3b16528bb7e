//go:build !linux

package postgrestest

import "syscall"

func attributes(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
