package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A Job is a request to edit or to find. Unlike an Input, it can have several files and any edits.
// A single file may have no name; the request then has "code" instead of "files".
type Job struct {
	Name  string
	Files []File
	Edits string // JSON text
	Want  []File // the changed files, with their expected contents

	Find  string // JSON text of the rules; empty if the job edits
	Found int    // the expected number of places that are found

	// MostMillis is the limit of the job's processor time in milliseconds; 0 means no limit.
	MostMillis float64

	// MostOfFloor limits the job's cost over HTTP: it is the greatest allowed multiple of the cost of
	// only decoding and encoding the job's code as JSON; 0 means no limit.
	MostOfFloor float64
}

// A File is a file of a Job.
type File struct {
	Name string
	Code []byte
}

// Body returns the request for the job.
func (j *Job) Body() []byte {
	request := map[string]any{}
	if j.Find != "" {
		request["find"] = json.RawMessage(j.Find)
	} else {
		request["edits"] = json.RawMessage(j.Edits)
	}
	if len(j.Files) == 1 && j.Files[0].Name == "" {
		request["code"] = string(j.Files[0].Code)
		return encode(request)
	}
	files := map[string]string{}
	for _, f := range j.Files {
		files[f.Name] = string(f.Code)
	}
	request["files"] = files
	return encode(request)
}

// Code returns all code of the job.
func (j *Job) Code() []byte {
	var all []byte
	for _, f := range j.Files {
		all = append(all, f.Code...)
	}
	return all
}

// Check returns an error unless an answer is as expected.
func (j *Job) Check(answer []byte) error {
	var a struct {
		Data struct {
			Code  *string           `json:"edited_code"`
			Files map[string]string `json:"edited_files"`
			Found []struct{}        `json:"found"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return err
	}
	if len(a.Data.Found) != j.Found {
		return fmt.Errorf("corpus: %s: %d places are found, not %d: %.200s", j.Name, len(a.Data.Found), j.Found, answer)
	}
	if a.Data.Code != nil {
		a.Data.Files = map[string]string{"": *a.Data.Code}
	}
	if len(a.Data.Files) != len(j.Want) {
		return fmt.Errorf("corpus: %s: %d files come back, not %d: %.200s", j.Name, len(a.Data.Files), len(j.Want), answer)
	}
	for _, f := range j.Want {
		if a.Data.Files[f.Name] != string(f.Code) {
			return fmt.Errorf("corpus: %s: %q comes back other than it should", j.Name, f.Name)
		}
	}
	return nil
}

// Jobs returns jobs that are common in practice, but are not Inputs: an Input only sets one string
// attribute of one block.
func Jobs() []Job {
	return []Job{throughCall(), everyResource(200), oneOfFiles(), renamed(), rewritten(), found()}
}

// throughCall returns a job that sets one key of an object. The object is an argument of a call of
// Terraform's function merge, so the path of the edit leads through the call.
func throughCall() Job {
	code := Module(31_000)
	const number = 30 // the i with which instancePart has written the part that is edited
	old, edited := fmt.Sprintf(`"${var.prefix}-web-%d"`, number), []byte(`"${var.prefix}-edited"`)
	return Job{
		Name:  "a path through a call, 31KB",
		Files: []File{{"", code}},
		Edits: fmt.Sprintf(`{"set": {"resource": {"aws_instance": {"web_%d": [{"attributes": {"tags.Name": "${var.prefix}-edited"}}]}}}}`, number),
		Want:  []File{{"", bytes.Replace(code, []byte(old), edited, 1)}},
	}
}

// everyResource returns a job that sets an attribute of n resources with one entry, whose address
// contains "*".
func everyResource(n int) Job {
	code, _ := Blocks(n)
	return Job{
		Name:  fmt.Sprintf(`"*" over %d resources, %s`, n, SizeName(len(code))),
		Files: []File{{"", code}},
		Edits: `{"update": {"resource": {"*": {"*": [{"attributes": {"monitoring": false}}]}}}}`,
		Want:  []File{{"", bytes.ReplaceAll(code, []byte("= true\n"), []byte("= false\n"))}},

		MostOfFloor: 3,
	}
}

// The size of the module that the jobs with many files use.
const (
	moduleFiles = 20
	fileSize    = 30_000
)

// manyFiles returns the files of a module, each with its own blocks, preceded by a file that
// declares a variable to which all the others refer.
func manyFiles() []File {
	files := []File{{"variables.tf", []byte("variable \"prefix\" {\n  type = string\n}\n")}}
	for i := range moduleFiles {
		files = append(files, File{fmt.Sprintf("part_%02d.tf", i), module(fileSize, i*1_000)})
	}
	return files
}

// oneOfFiles returns a job with one edit, which changes one of the many files of a module.
func oneOfFiles() Job {
	files := manyFiles()
	last := files[moduleFiles]
	e, err := FindEdit(last.Code)
	if err != nil {
		panic(err)
	}
	var request struct{ Edits json.RawMessage }
	if err := json.Unmarshal(Body(last.Code, e), &request); err != nil {
		panic(err)
	}
	return Job{
		Name:  fmt.Sprintf("one edit in %d files of %s", moduleFiles, SizeName(fileSize)),
		Files: files,
		Edits: string(request.Edits),
		Want:  []File{{last.Name, Want(last.Code, e)}},
	}
}

// Tree returns a job with one edit in a tree of n modules. Each module is a folder that contains
// one file of size bytes.
func Tree(n, size int) Job {
	job := Job{Name: fmt.Sprintf("one edit in a tree of %d files of %s", n, SizeName(size))}
	code := Module(size)
	for i := range n {
		job.Files = append(job.Files, File{fmt.Sprintf("module_%04d/main.tf", i), code})
	}
	last := job.Files[n-1]
	folder, _, _ := strings.Cut(last.Name, "/")
	job.Edits = fmt.Sprintf(`{"set": {"resource": {"aws_instance": {"web_0": [{"folder": %q, "attributes": {"instance_type": "m7.large"}}]}}}}`, folder)
	job.Want = []File{{last.Name, bytes.Replace(code, []byte("t3.micro"), []byte("m7.large"), 1)}}
	return job
}

// renamed returns a job that renames a variable to which all files of a module refer.
func renamed() Job {
	files := manyFiles()
	job := Job{
		Name:  fmt.Sprintf("a rename over %d files of %s", moduleFiles, SizeName(fileSize)),
		Files: files,
		Edits: `{"rename": {"variable": {"prefix": [{"to": "stage"}]}}}`,

		MostMillis: 20, MostOfFloor: 2.5,
	}
	for _, f := range files {
		code := bytes.ReplaceAll(f.Code, []byte("var.prefix"), []byte("var.stage"))
		code = bytes.Replace(code, []byte(`variable "prefix"`), []byte(`variable "stage"`), 1)
		job.Want = append(job.Want, File{f.Name, code})
	}
	return job
}

// elementRule is the rule of the jobs that find calls of the function element. The other constants
// are the starts of such a call and of its replacement.
const (
	element, index = "element(module.vpc.private_subnets, ", "module.vpc.private_subnets["
	elementRule    = "element($list, $number)"
)

// rewritten returns a job that replaces the calls of the function element in all files of a module.
func rewritten() Job {
	job := Job{
		Name:  fmt.Sprintf("a rewrite over %d files of %s", moduleFiles, SizeName(fileSize)),
		Files: manyFiles(),
		Edits: `{"rewrite": [{"match": "` + elementRule + `", "to": "$list[$number]"}]}`,

		MostOfFloor: 2,
	}
	for _, f := range job.Files {
		lines := bytes.SplitAfter(f.Code, []byte("\n"))
		changed := false
		for i, line := range lines {
			if bytes.Contains(line, []byte(element)) {
				line = bytes.Replace(line, []byte(element), []byte(index), 1)
				lines[i], changed = bytes.Replace(line, []byte(")\n"), []byte("]\n"), 1), true
			}
		}
		if changed {
			job.Want = append(job.Want, File{f.Name, bytes.Join(lines, nil)})
		}
	}
	return job
}

// found returns a job that finds the calls that the job of the function rewritten replaces.
func found() Job {
	job := Job{
		Name:  fmt.Sprintf("a find over %d files of %s", moduleFiles, SizeName(fileSize)),
		Files: manyFiles(),
		Find:  `[{"match": "` + elementRule + `"}]`,

		MostOfFloor: 1.5,
	}
	job.Found = bytes.Count(job.Code(), []byte(element))
	return job
}
