package app

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/grant"
)

// CheckFiles reads the files that the configuration names and without which a process does
// not start: certificates and their keys, keys of callers and of grants, and prices.
func CheckFiles(c *config.Config) error {
	log := slog.New(slog.DiscardHandler)
	_, certificates := openCertificates(c, log)
	who := authOptions(c)
	who.Log = log
	_, callers := auth.New(who)
	_, prices := Prices(c)
	return errors.Join(certificates, callers, prices, checkGrantFiles(c.Tools))
}

// checkGrantFiles reads the keys of grants.
func checkGrantFiles(t config.Tools) error {
	if t.GrantKey != "" {
		if _, err := readSigner(t.GrantKey, grant.ReadSigner); err != nil {
			return err
		}
	}
	if t.GrantKeys != "" {
		if _, err := readGrantKeys(t.GrantKeys); err != nil {
			return err
		}
	}
	return nil
}

func readSigner(path string, read func(string) (*grant.Signer, error)) (*grant.Signer, error) {
	s, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("tools.grant_key: %w", err)
	}
	return s, nil
}

func readGrantKeys(path string) (grant.Keys, error) {
	keys, err := grant.ReadKeys(path)
	if err != nil {
		return nil, fmt.Errorf("tools.grant_keys: %w", err)
	}
	return keys, nil
}
