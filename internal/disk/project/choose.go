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

// chooseForValue chooses, of files of variable values, the one that has the value to set or, if none
// has it, the one that Terraform loads last.
func chooseForValue(g *group) ([]*subject, error) {
	complete, part := g.filesWithTarget()
	if len(complete) == 0 {
		complete = part
	}
	return g.one(g.effectiveFiles(complete))
}
