package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

type healthCmd struct {
	Addr string `default:"127.0.0.1:8080" env:"CLAWATLAS_ADDR" help:"Address of the server." placeholder:"HOST:PORT"`
}

// Run fails unless /healthz answers 200.
func (c *healthCmd) Run(ctx context.Context) error {
	host, port, err := hostPort("--addr", c.Addr)
	if err != nil {
		return err
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("ask server: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("ask server: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("server answers %s", resp.Status)
	}
	return nil
}
