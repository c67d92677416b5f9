package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"iacedit/httpd"
	"iacedit/internal/faces/commandline"
)

var shots = flag.String("shots", "", "directory for pictures of the page")

// patience is how long anything may take in a browser on a busy machine.
const patience = 2 * time.Minute

// browsers are the names that Chromium has.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// browser starts Chromium, once for all tests.
var browser = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, errors.New("no Chromium is there")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(patience))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // which Chromium refuses root
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	atEnd = append(atEnd, func() { chromedp.Cancel(ctx); stop() })
	return ctx, chromedp.Do(ctx)
})

var atEnd []func()

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	for _, do := range atEnd {
		do()
	}
	os.Exit(status)
}

// A look is how the page is looked at.
type look struct {
	name          string
	width, height int64
	dark          bool
	phone         bool
}

var (
	wide  = look{name: "wide", width: 1360, height: 860}
	dark  = look{name: "dark", width: 1360, height: 860, dark: true}
	phone = look{name: "phone", width: 390, height: 844, phone: true}
)

// A tab is a tab of the browser with the page in it.
type tab struct {
	*testing.T
	context.Context
	server string

	mu     sync.Mutex
	asked  []string // addresses that were asked for
	faults []string // what went wrong in the browser
}

// serve starts a server with the page.
func serve(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpd.New(httpd.Config{Page: true, Commands: commandline.Edits, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	go server.Serve(ln)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		server.Shutdown(ctx)
	})
	return "http://" + ln.Addr().String()
}

// open opens the page, with a fragment, and waits until it shows a result. When the test
// ends, whatever the page asked for elsewhere, and whatever the browser complained of,
// fails it.
func open(t *testing.T, l look, server, fragment string) *tab {
	t.Helper()
	in, err := browser()
	if err != nil {
		t.Skipf("NOT CHECKED: the page in a browser: %v", err)
	}
	ctx, closeTab := chromedp.NewContext(in, chromedp.WithNewBrowserContext())
	b := &tab{T: t, server: server}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	var cancel context.CancelFunc
	b.Context, cancel = context.WithTimeout(ctx, patience)
	t.Cleanup(func() {
		cancel()
		closeTab()
		b.judge()
	})
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	b.do(
		listen(network.RequestWillBeSent, func(e network.EventRequestWillBeSent) { b.asks(e.Request.URL) }),
		listen(log.EntryAdded, func(e log.EventEntryAdded) { b.logs(e.Entry) }),
		listen(runtime.ConsoleAPICalled, func(e runtime.EventConsoleAPICalled) { b.complains("console", e.Args) }),
		listen(runtime.ExceptionThrown, func(e runtime.EventExceptionThrown) { b.complains("exception", e.ExceptionDetails) }),
		call(network.Enable, network.EnableParams{}),
		call(log.Enable, cdp.Empty{}),
		call(runtime.Enable, cdp.Empty{}),
		call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: l.width, Height: l.height, DeviceScaleFactor: map[bool]float64{true: 2, false: 1}[l.phone], Mobile: l.phone}),
		call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: l.phone}),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}),
		chromedp.Navigate(server+"/"+map[bool]string{true: "index.html"}[strings.HasPrefix(server, "file:")]+fragment),
	)
	b.settle()
	return b
}

// call is the action of a command of the browser's.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, command, params)
		return err
	})
}

// listen hands on what the browser tells.
func listen[E any](event cdp.Event[E], to func(E)) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		events := cdp.Events(ctx, target, event)
		go func() {
			for e, err := range events {
				if err != nil {
					return
				}
				to(e)
			}
		}()
		return nil
	})
}

// asks records an address that is asked for.
func (b *tab) asks(url string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, url)
}

// requests returns how many edits were asked for.
func (b *tab) requests() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.asked {
		if strings.HasSuffix(url, "/v1/iac/edit") {
			n++
		}
	}
	return n
}

// logs records what the browser logs: violations of the policy, answers that fail. The
// service's own refusals are answers like others.
func (b *tab) logs(e *log.Entry) {
	if e.Source != log.EntrySourceNetwork || !strings.Contains(e.URL, "/v1/iac/") && !strings.HasSuffix(e.URL, "/page/commands") {
		b.complains("log", e)
	}
}

func (b *tab) complains(kind string, what any) {
	text, _ := json.Marshal(what)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, fmt.Sprintf("%s: %s", kind, text))
}

// judge fails the test for what was recorded.
func (b *tab) judge() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.asked {
		if !strings.HasPrefix(url, b.server+"/") {
			b.Errorf("the page asked for %s", url)
		}
	}
	for _, fault := range b.faults {
		b.Errorf("the browser says: %s", fault)
	}
}

// do does things in the tab, one after the other.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.Context, actions...); err != nil {
		b.Fatal(err)
	}
}

// eval returns the value of an expression in the page, or of the promise that it is.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	value, err := chromedp.Run(b.Context, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return value
}

// js runs statements in the page.
func (b *tab) js(statements string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](statements))
}

// click clicks on an element, and focus puts the focus on one.
func (b *tab) click(selector string) { b.Helper(); b.do(chromedp.Click(chromedp.CSS(selector))) }
func (b *tab) focus(selector string) { b.Helper(); b.do(chromedp.Focus(chromedp.CSS(selector))) }

// key presses a key, and control one together with Ctrl.
func (b *tab) key(key string) { b.Helper(); b.do(chromedp.KeyEvent(key)) }
func (b *tab) control(key string) {
	b.Helper()
	b.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
}

// accept presses Enter, of which the page makes use: no line break comes of it.
func (b *tab) accept() {
	b.Helper()
	for _, t := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		b.do(call(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: t, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}))
	}
}

// paste pastes a text where the cursor is, and types types one.
func (b *tab) paste(text string) {
	b.Helper()
	b.js(fmt.Sprintf(`{
		const data = new DataTransfer()
		data.setData("text/plain", %s)
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}))
	}`, quoted(text)))
}

func (b *tab) types(text string) { b.Helper(); b.key(text) }

// quoted returns a text as JavaScript has it.
func quoted(text string) string {
	q, _ := json.Marshal(text)
	return string(q)
}

// until waits until an expression holds in the page.
func (b *tab) until(expression string) {
	b.Helper()
	for deadline := time.Now().Add(20 * time.Second); !eval[bool](b, expression); {
		if time.Now().After(deadline) {
			b.shoot("failed")
			b.Fatalf("never: %s\n%s", expression, b.brief("#view", "#code-problems", "#edits-problems"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// settle waits until the result is that of what is typed.
func (b *tab) settle() {
	b.Helper()
	b.until(`document.getElementById("view")?.ariaBusy === "false"`)
}

// text returns what an element shows.
func (b *tab) text(selector string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector))
}

// brief returns the start of what elements show, for the messages of tests.
func (b *tab) brief(selectors ...string) (all string) {
	b.Helper()
	for _, selector := range selectors {
		text := strings.Join(strings.Fields(b.text(selector)), " ")
		all += fmt.Sprintf("%s: %.300s\n", selector, text)
	}
	return all
}

// request returns the command for the request, which holds all that is typed.
func (b *tab) request() string {
	b.Helper()
	b.click("#tab-curl")
	defer b.click("#tab-diff")
	return b.text("#view pre")
}

// editor returns the text that is to be seen in an editor.
func (b *tab) editor(id string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`[...document.querySelectorAll("#%s .cm-line")].map(line => line.textContent).join("\n")`, id))
}

// choose chooses an example.
func (b *tab) choose(name string) {
	b.Helper()
	b.js(fmt.Sprintf(`{
		const list = document.getElementById("example")
		list.value = %q
		list.dispatchEvent(new Event("change"))
	}`, name))
	b.settle()
}

// write replaces the text of an editor by keyboard.
func (b *tab) write(id, text string) {
	b.Helper()
	b.focus("#" + id + " .cm-content")
	b.control("a")
	b.paste(text)
	b.settle()
}

// shoot takes a picture, where pictures are asked for.
func (b *tab) shoot(name string) {
	b.Helper()
	if *shots == "" {
		return
	}
	picture, err := chromedp.Run(b.Context, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}
