package httpd

// smallBody is the greatest size of a small body. Small requests have their own turns and a share
// of the memory, so that large requests do not delay them.
const smallBody = 64 << 10

// enter waits for the request's turn. Requests with small bodies and those with large ones have
// separate turns.
func (x *exchange) enter(size int) error {
	turn := smallTurns
	if size > smallBody {
		turn = largeTurns
	}
	if x.turn == turn {
		return nil
	}
	x.leave()
	if !x.semaphore.take(turn, 1, x.config.WaitTimeout) {
		return x.shed(overloaded, x.metrics.shedQueue)
	}
	x.turn = turn
	return nil
}

// leave ends the request's turn, and gives back all memory except what the answer takes.
func (x *exchange) leave() {
	if x.turn == noTurn {
		return
	}
	x.semaphore.give(x.semaphore.rules[x.turn].share, 1)
	x.pooled.endTurn(x.peakMemory)
	x.turn, x.peakMemory = noTurn, 0
	x.shrinkWork(int64(x.answerSize()))
}
