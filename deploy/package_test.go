package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	"sigs.k8s.io/yaml"
)

// A release is what of .goreleaser.yaml tells how packages are made.
type release struct {
	NFPMs []struct {
		PackageName string `json:"package_name"`
		Maintainer  string
		Description string
		Homepage    string
		License     string
		Section     string
		Contents    []struct{ Src, Dst, Type string }
	} `json:"nfpms"`
}

// The package for Debian, as .goreleaser.yaml says what is in it, is installed by dpkg into a
// root of its own, where the command, its manual pages and the shells' completion work.
func TestDebianPackage(t *testing.T) {
	lookProgram(t, "dpkg")
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(root, "var/lib/dpkg/status"), "")
	write(t, filepath.Join(root, "var/lib/dpkg/available"), "")
	install := []string{"--root=" + root, "--force-not-root", "--force-script-chrootless", "--log=" + filepath.Join(root, "log")}
	if out, err := exec.Command("dpkg", append(install, "--install", debianPackage(t))...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	installed := filepath.Join(root, "usr/bin/iacedit")
	if out, err := exec.Command(installed, "--version").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "iacedit ") {
		t.Errorf("%v\n%s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(root, "usr/share/man/man1/iacedit*.1"))
	if err != nil || len(pages) < 10 {
		t.Errorf("the manual pages are %q", pages)
	}
	if _, err := exec.LookPath("man"); err != nil {
		t.Log("SKIPPED: there is no man to show the pages")
	} else {
		for _, page := range pages {
			if out, err := exec.Command("man", "--warnings", "-l", page).CombinedOutput(); err != nil || !strings.Contains(string(out), "iacedit") {
				t.Errorf("%s: %v\n%s", page, err, out)
			}
		}
	}
	script := filepath.Join(root, "usr/share/bash-completion/completions/iacedit")
	bash := exec.Command("bash", "-c", "source "+script+" && complete -p iacedit")
	if out, err := bash.CombinedOutput(); err != nil || !strings.Contains(string(out), "iacedit") {
		t.Errorf("bash completes nothing: %v\n%s", err, out)
	}
	for _, name := range []string{"zsh/vendor-completions/_iacedit", "fish/vendor_completions.d/iacedit.fish", "doc/iacedit/copyright"} {
		if info, err := os.Stat(filepath.Join(root, "usr/share", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}

	if out, err := exec.Command("dpkg", append(install, "--remove", "iacedit")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(installed); err == nil {
		t.Error("what is removed is there")
	}
}

// debianPackage makes the package, and returns its path.
func debianPackage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var r release
	if err := yaml.Unmarshal(text, &r); err != nil || len(r.NFPMs) != 1 {
		t.Fatalf("%v: %d packages", err, len(r.NFPMs))
	}
	p := r.NFPMs[0]
	man := t.TempDir()
	if out, err := exec.Command(binary, "man", "--out", man).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	contents := files.Contents{{Source: binary, Destination: "/usr/bin/iacedit", FileInfo: &files.ContentFileInfo{Mode: 0o755}}}
	for _, c := range p.Contents {
		source := filepath.Join("..", c.Src)
		if c.Src == "bin/man" {
			source = man
		}
		contents = append(contents, &files.Content{Source: source, Destination: c.Dst, Type: c.Type})
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: p.PackageName, Arch: runtime.GOARCH, Platform: "linux", Version: "0.0.1", Maintainer: p.Maintainer,
		Description: p.Description, Homepage: p.Homepage, License: p.License, Section: p.Section,
		Overridables: nfpm.Overridables{Contents: contents},
	})
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		t.Fatal(err)
	}
	packager, err := nfpm.Get("deb")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "iacedit.deb")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := packager.Package(info, file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
