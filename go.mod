module iacedit

go 1.26.8
