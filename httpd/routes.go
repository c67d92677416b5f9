package httpd

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/valyala/fasthttp"

	"iacedit/internal/base/nearest"
	table "iacedit/internal/requests/operations"
	"iacedit/internal/requests/upgrading"
	"iacedit/openapi"
)

// An operation is something that the service can do, such as editing. It has the text that comes
// before and after the result in an answer.
type operation struct {
	table.Operation
	index         int // its index in the table
	before, after string
	hasTimestamp  bool // appendAfter also appends the current time and afterTimestampB
}

// operations returns the operations of a server.
func operations(config *Config) []operation {
	rows := append(table.Table(&config.Options, config.Schemas), upgrading.Operation(&config.Options))
	if config.hasPage() {
		rows = append(rows, table.OfCommands(&config.Options, config.Commands))
	}
	all := make([]operation, len(rows))
	for i, row := range rows {
		all[i] = operation{Operation: row, index: i, before: table.Before, after: row.After()}
		if config.Shape == ShapeB {
			all[i].before, all[i].after, all[i].hasTimestamp = beforeDataB, fmt.Sprintf(afterDataB, row.Location), true
		}
	}
	return all
}

// receive picks the route of a request. It answers the request, unless the request is for an
// operation and its body may be read: then it returns true.
func (x *exchange) receive() bool {
	defer func() { x.recovered(recover()) }()
	x.setID()
	switch op := x.exactOperation(); {
	case x.invalid != nil:
		x.refuse(x.invalid)
	case x.crossOrigin():
	case op != nil:
		x.operate(op)
	default:
		x.route()
	}
	return x.admitted
}

// fail answers a request that could not be read because of err, and ends it.
func (x *exchange) fail(err error) {
	x.setID()
	x.admitted = false
	x.refuse(x.readingError(err))
	x.run()
}

// run answers the request, if receive did not, and ends it.
func (x *exchange) run() {
	defer x.endRequest()
	if x.admitted {
		if err := x.respond(x.operation); err != nil {
			x.refuse(err)
		}
	}
}

// exactOperation returns the operation whose path is exactly the path of the request, or nil.
// Nearly all requests have such a path.
func (x *exchange) exactOperation() *operation {
	uri := x.ctx.Request.Header.RequestURI()
	for i := range x.operations {
		if op := &x.operations[i]; string(uri) == op.Path || string(uri) == op.Short {
			return op
		}
	}
	return nil
}

// A page is a path, such as /healthz, with the function that answers a GET request for that path.
type page struct {
	path     string
	serve    func(v visit)
	prefixed bool // the path is also served after any prefix, as in /v1/openapi.yaml
}

var pages = []page{
	{path: "/healthz", serve: visit.health},
	{path: "/readyz", serve: visit.readiness},
	{path: "/metrics", serve: visit.showMetrics},
	{"/openapi.yaml", document("application/yaml", openapi.YAML), true},
	{"/openapi.json", document(jsonType, openapi.JSON), true},
	{"/schema/edits.json", document(schemaType, openapi.EditsSchema), true},
	{"/schema/edits.hcl.json", document(schemaType, openapi.EditsSchemaHCL), true},
}

// schemaType is the Content-Type of JSON Schemas.
const schemaType = "application/schema+json"

// document returns a function that answers a request with a fixed text.
func document(contentType string, text []byte) func(v visit) {
	return func(x visit) {
		if x.conn != nil && x.conn.reserved {
			x.refuse(x.shed(tooManyConnections, x.metrics.shedConnections))
			return
		}
		x.ctx.SetContentType(contentType)
		x.ctx.Response.SetBodyRaw(text)
	}
}

// route answers a request by its path.
func (x *exchange) route() {
	path := x.ctx.Path()
	for i := range x.operations {
		if op := &x.operations[i]; bytes.HasSuffix(path, []byte(op.Path)) || string(path) == op.Short {
			x.operate(op)
			return
		}
	}
	for _, p := range pages {
		if string(path) == p.path || p.prefixed && bytes.HasSuffix(path, []byte(p.path)) {
			visit{x}.show(p)
			return
		}
	}
	if a := x.config.asset(path); a != nil {
		visit{x}.show(page{serve: func(v visit) { v.showAsset(a) }})
		return
	}
	x.refuse(visit{x}.notFound(path))
}

// A visit is a request that is not for an operation, but for a page or a document.
type visit struct{ *exchange }

// show answers a request for a page.
func (x visit) show(p page) {
	if !x.ctx.IsGet() && !x.ctx.IsHead() {
		x.refuse(methodNotAllowed(x.ctx, "GET, HEAD"))
		return
	}
	if err := x.head.checkExpect(); err != nil {
		x.refuse(err)
		return
	}
	p.serve(x)
}

// HealthBody is the answer of /healthz.
const HealthBody = `{"status":"ok"}`

// readyBody is the answer of /readyz with status 200.
const readyBody = `{"status":"ready"}`

// health answers /healthz. It always succeeds: the answer shows that the server runs.
func (x visit) health() {
	x.ctx.SetContentType(jsonType)
	x.ctx.SetBodyString(HealthBody)
}

// readiness answers /readyz: with status 200 if the server accepts requests, otherwise with 503.
func (x visit) readiness() {
	if refused, ok := x.readinessRefusal(); ok {
		x.refuse(refused)
		return
	}
	x.ctx.SetContentType(jsonType)
	x.ctx.SetBodyString(readyBody)
}

// showMetrics answers /metrics.
func (x visit) showMetrics() {
	if err := x.authorize(); err != nil {
		x.refuse(err)
		return
	}
	x.ctx.SetContentType(MetricsType)
	x.WriteMetrics(x.ctx)
}

// notFound refuses an unknown path.
func (x visit) notFound(path []byte) refusal {
	there := x.suggestion(path)
	if there == "" {
		there = "; there are" + x.operationList() + " and GET /openapi.json, which describes them"
	}
	return refusal{Status: fasthttp.StatusNotFound, Code: "NOT_FOUND", Message: fmt.Sprintf("nothing is at %q%s", path, there)}
}

// suggestion returns the end of a message about an unknown path, such as `; did you mean
// "/v1/iac/edit"?`. If exactly one operation has a path with the same last part, its path is
// suggested; otherwise the most similar path, if any.
func (x visit) suggestion(path []byte) string {
	var paths, ends []string
	for i := range x.operations {
		p := x.operations[i].Path
		paths = append(paths, p)
		if p[strings.LastIndexByte(p, '/'):] == string(path[max(bytes.LastIndexByte(path, '/'), 0):]) {
			ends = append(ends, p)
		}
	}
	if len(ends) == 1 {
		return "; did you mean " + strconv.Quote(ends[0]) + "?"
	}
	return nearest.DidYouMean(string(path), slices.Values(paths))
}

// operationList lists the operations for a message, each as a method and a path.
func (x visit) operationList() (list string) {
	for i := range x.operations {
		list += " POST " + x.operations[i].Path + ","
	}
	return strings.TrimSuffix(list, ",")
}
