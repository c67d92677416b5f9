package project

// chooseComplete chooses the file that has the whole target, or all such files if the address
// means several targets.
func chooseComplete(g *group) ([]*subject, error) {
	complete, _ := g.filesWithTarget()
	if g.asked[0].target.Several() {
		return complete, nil
	}
	return g.one(g.effectiveFiles(complete))
}
