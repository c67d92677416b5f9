package httpd

// connectionMemory is the part of MaxMemory that a connection with a request takes for its buffers,
// its stack and its kernel buffers. A body or an answer that is not small is not included.
const connectionMemory = 40 << 10

// connectionShare is a divisor: connections may use at most a sixth of MaxMemory.
const connectionShare = 6

// bodyShare is a divisor: a fifth of the memory for requests is for their bodies. The rest is for
// the work on bodies and for answers. The two are separate, so that bodies and work do not wait for
// each other.
const bodyShare = 5

// smallShare is a divisor: an eighth of the memory for bodies, and of the memory for work, is
// reserved for small requests.
const smallShare = 8

// smallHold is the most memory of a small body. It is enough for a body of about 100 KiB, whose old
// and new buffers both take memory while it grows.
const smallHold = 384 << 10

// rules returns the rules of a server's semaphore. Of the large bodies, and of the requests that
// need more memory during their work, only one may wait: the others are refused, so that the one
// gets their memory.
func (c *Config) rules() (r [kinds]rule) {
	memory := c.MaxMemory - int64(c.MaxConnections)*connectionMemory
	forBodies, forWork := divide(memory)
	r[smallTurns] = rule{turnsOfSmall, int64(2 * c.MaxConcurrency), c.MaxWaiting}
	r[largeTurns] = rule{turnsOfLarge, int64(c.MaxConcurrency), c.MaxWaiting}
	r[smallBodies] = rule{bodies, forBodies, c.MaxWaiting}
	r[largeBodies] = rule{bodies, forLarge(forBodies), 1}
	r[smallWork] = rule{work, forWork, c.MaxWaiting}
	r[growingWork] = rule{work, forLarge(forWork), 1}
	r[largeWork] = rule{work, forLarge(forWork), c.MaxWaiting}
	return r
}

// divide divides the memory for requests.
func divide(memory int64) (forBodies, forWork int64) {
	memory = max(memory, 0)
	return memory / bodyShare, memory - memory/bodyShare
}

// forLarge returns the part of a memory that large requests may take.
func forLarge(memory int64) int64 { return memory - memory/smallShare }

// LargestConnections returns how many connections maxMemory bytes allow.
func LargestConnections(maxMemory int64) int {
	return max(1, int(maxMemory/connectionShare/connectionMemory))
}

// LargestBody returns the size of the largest body that fits in maxMemory bytes if the work on it
// takes little memory. A server's MaxBody is never larger.
func LargestBody(maxMemory int64) int {
	forBodies, forWork := divide(maxMemory - maxMemory/connectionShare)
	// A gzip body takes 2.5 times its size while it grows.
	return int(max(smallBody, min(forLarge(forBodies)*2/5, (forLarge(forWork)-minWork)/workPerByte)))
}

// servedMemory is the number of bytes that memoryUsed counts for each connection that fasthttp
// serves: for its reader, and for a small body and a small answer.
const servedMemory = 32 << 10

// memoryUsed returns how many bytes of MaxMemory are used by connections and requests, or kept for
// later requests.
func (s *Server) memoryUsed() int64 {
	served := int64(max(0, s.http.GetOpenConnectionsCount()))
	return s.requestMemory() + s.pooled.kept() + served*servedMemory + s.lingering.Load()*lingerMemory + keptBuffers()
}

// requestMemory returns how many bytes requests have taken.
func (s *Server) requestMemory() int64 { return s.semaphore.taken(bodies, work) }

// hold changes the memory of the request's body to n bytes. If the body needs more memory than
// before, hold may wait for it.
func (x *exchange) hold(n int) error {
	more := int64(n) - x.bodyMemory
	if more <= 0 {
		x.semaphore.give(bodies, -more)
	} else {
		k := largeBodies
		if n <= smallHold {
			k = smallBodies
		}
		if !x.semaphore.take(k, more, x.config.WaitTimeout) {
			return x.shed(outOfMemory, x.metrics.shedMemory)
		}
	}
	x.bodyMemory = int64(n)
	x.reportMemory()
	return nil
}

// besideConnection returns how much memory a buffer takes besides its connection's: none if it is
// small.
func besideConnection(size int) int {
	if size <= bufferSizes[0] {
		return 0
	}
	return size
}

// reportMemory tells the connection, and the server, how much memory the request takes now.
func (x *exchange) reportMemory() {
	n := x.bodyMemory + x.workMemory
	if x.turn != noTurn && n > x.peakMemory {
		x.pooled.working.Add(n - x.peakMemory)
		x.peakMemory = n
	}
	if x.conn != nil {
		x.conn.heldMemory.Store(n)
	}
}
