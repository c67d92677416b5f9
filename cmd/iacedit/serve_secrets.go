package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// watchEvery is how often the files of secrets are checked.
const watchEvery = 5 * time.Second

// serveSecrets are the flags that name files with secrets. The files are read again on
// SIGHUP, and when they change.
type serveSecrets struct {
	TLSCert string `name:"tls-cert" env:"IACEDIT_TLS_CERT" placeholder:"FILE" complete:"file" help:"Certificate chain, PEM; with --tls-key the server speaks TLS. Read again on SIGHUP and when it changes."`
	TLSKey  string `name:"tls-key" env:"IACEDIT_TLS_KEY" placeholder:"FILE" complete:"file" help:"Private key of the certificate, PEM."`
	Tokens  string `env:"IACEDIT_TOKENS" placeholder:"FILE" complete:"file" help:"File with bearer tokens, one on each line; requests must carry one of them. Read again on SIGHUP and when it changes."`
}

// validate refuses a certificate without a key, and a key without a certificate.
func (c *serveSecrets) validate() error {
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	return nil
}

// secrets are the contents of the files.
type secrets struct {
	log         *slog.Logger
	files       []*secretFile
	certificate atomic.Pointer[tls.Certificate]
	tokens      atomic.Pointer[[][sha256.Size]byte]
	noTokens    atomic.Pointer[string] // why the file of tokens cannot be used, or ""
}

// A secretFile is a file with a secret, or a pair of files such as a certificate and its key. New
// contents are passed to the function in the field use.
type secretFile struct {
	names []string
	use   func(contents [][]byte) error
	fail  func(why error)   // called if the contents cannot be used; nil to keep the old contents
	seen  [sha256.Size]byte // the digest of the contents that were last used or refused
	wrong string            // the error of the last reading, or ""
}

// load reads the files that the flags name.
func (c *serveSecrets) load(log *slog.Logger) (*secrets, error) {
	s := &secrets{log: log}
	if c.TLSCert != "" {
		s.files = append(s.files, &secretFile{names: []string{c.TLSCert, c.TLSKey}, use: s.useCertificate})
	}
	if c.Tokens != "" {
		s.files = append(s.files, &secretFile{names: []string{c.Tokens}, use: s.useTokens, fail: s.refuseAll})
	}
	for _, f := range s.files {
		if _, err := f.read(true); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read reads the file. If the contents have changed since they were last read, or if the argument
// always is true, it passes the contents to the function that uses them, and returns true.
func (f *secretFile) read(always bool) (bool, error) {
	contents := make([][]byte, len(f.names))
	sum := sha256.New()
	for i, name := range f.names {
		var err error
		if contents[i], err = os.ReadFile(name); err != nil {
			return false, err
		}
		fmt.Fprintf(sum, "%d ", len(contents[i]))
		sum.Write(contents[i])
	}
	seen := [sha256.Size]byte(sum.Sum(nil))
	if seen == f.seen && !always {
		return false, nil
	}
	f.seen = seen
	if err := f.use(contents); err != nil {
		return false, fmt.Errorf("%s: %w", f.names[0], err)
	}
	return true, nil
}

// watch reads the files again on SIGHUP, and when they change, until ctx is done. If a file cannot
// be used, it logs the error. The server then keeps using an old certificate, but accepts no old
// token, so that an empty file of tokens locks everybody out.
func (s *secrets) watch(ctx context.Context) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangup)
		s.attend(ctx, hangup)
	}()
}

// attend reads the files again on a signal, and periodically.
func (s *secrets) attend(ctx context.Context, hangup <-chan os.Signal) {
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	for {
		always := false
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			always = true
		case <-look.C:
		}
		for _, f := range s.files {
			s.reread(f, always)
		}
	}
}

// reread reads the file f again. If the contents are new, it logs that they are used now, or why
// they cannot be used. Unless the argument always is true, it does not log the same error twice in
// a row.
func (s *secrets) reread(f *secretFile, always bool) {
	used, err := f.read(always)
	switch {
	case err == nil && used:
		f.wrong = ""
		s.log.Info("read again", "file", f.names[0])
	case err != nil && (always || err.Error() != f.wrong):
		f.wrong = err.Error()
		f.seen = [sha256.Size]byte{} // the same contents count as new once they can be read
		if f.fail == nil {
			s.log.Error("a file cannot be used; what was read before stays in use", "error", err)
			return
		}
		s.log.Error("the file of tokens cannot be used; no token is valid until it can", "error", err)
		f.fail(err)
	}
}

// useCertificate makes the server use a certificate chain and its key, which are the contents of
// two files.
func (s *secrets) useCertificate(contents [][]byte) error {
	certificate, err := tls.X509KeyPair(contents[0], contents[1])
	if err != nil {
		return err
	}
	s.certificate.Store(&certificate)
	return nil
}

// tls returns the configuration of a listener, or nil for plain HTTP.
func (s *secrets) tls() *tls.Config {
	if s.certificate.Load() == nil {
		return nil
	}
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return s.certificate.Load(), nil },
	}
}

// useTokens makes the tokens in a file the only valid ones. The file has one token per line. Empty
// lines and lines that start with # are ignored.
func (s *secrets) useTokens(contents [][]byte) error {
	var tokens [][sha256.Size]byte
	lines := bufio.NewScanner(bytes.NewReader(contents[0]))
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 && line[0] != '#' {
			tokens = append(tokens, sha256.Sum256(line))
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if len(tokens) == 0 {
		return errors.New("it contains no token")
	}
	s.tokens.Store(&tokens)
	s.noTokens.Store(nil)
	return nil
}

// refuseAll makes every token invalid.
func (s *secrets) refuseAll(error) {
	why := "the file of tokens cannot be used, so that no token is valid"
	s.tokens.Store(&[][sha256.Size]byte{})
	s.noTokens.Store(&why)
}

// notReady returns the reason why the server refuses all requests, or "".
func (s *secrets) notReady() string {
	if why := s.noTokens.Load(); why != nil {
		return *why
	}
	return ""
}

// authorized returns a function that reports whether a token is known, or nil if no token is
// needed. The function compares the digest of the token with the digests of all known tokens, so
// that the time of the comparison reveals nothing about the known tokens.
func (s *secrets) authorized() func(token []byte) bool {
	if s.tokens.Load() == nil {
		return nil
	}
	return func(token []byte) bool {
		sum := sha256.Sum256(token)
		known := 0
		for _, one := range *s.tokens.Load() {
			known |= subtle.ConstantTimeCompare(sum[:], one[:])
		}
		return known == 1
	}
}
