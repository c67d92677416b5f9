package languages

// A language is a row of the table.
type language struct {
	name     string   // the name of the dialect in requests
	title    string   // the name of the language in messages
	anyBlock bool     // any block type is allowed, and all strings are templates
	untyped  bool     // variables have no type
	objects  []string // the attributes whose values are objects
	files
	references *References // nil if the language does not define references
}

// References says what the blocks of a language declare, and how its code refers to it. A kind is
// the word for objects of one sort, such as "variable".
type References struct {
	Declares []Declaration
	// Roots maps the first name of a reference to the kind of the object: var to "variable".
	Roots map[string]string
	// Bare is the kind to which any other name refers by itself, and Called the kind of the functions
	// that calls name. They are "" in languages without such objects.
	Bare, Called string
	// Places has the types of top-level blocks with attributes that are not read as expressions alone.
	Places map[string]*Place
	// Dynamic is set if blocks of the type "dynamic" define the name of an iterator.
	Dynamic bool
	// Across says how code refers to what other files declare; nil if it cannot.
	Across *Across
	// Given has names alone that the language itself defines.
	Given []string
	// Computed is the attribute that gives the objects of a block other names than its label, if any.
	Computed string
}

// A Declaration says what blocks of a type declare: themselves, by their labels, or their attributes.
type Declaration struct {
	Kind       string
	Block      string // the type of the blocks; "" for the top level of a file
	Attributes bool   // the attributes of the blocks are the declarations
}

// An Across says how code of one file leads to other files, and refers to what they declare.
type Across struct {
	// A block of the type Includes leads to a file by its attribute Path: the object that it declares
	// has what the file declares. So has the result of the function Reads, whose argument is a path.
	Includes, Path, Reads string
	// Members has the kinds of what a file declares, by the name before it: local for locals.
	Members map[string]string
	// Shared is the kind of the objects that also belong to the files that include their file.
	Shared string
	// A block of one of the types Units leads to a directory by its attribute Source, whose file is
	// read with the names in the attribute Given.
	Units         []string
	Source, Given string
	// File is the name of the file that is read if a path is that of a directory.
	File string
	// Parents is the function that returns the path of the nearest file above, Here lists those that
	// return the directory of the code, and Directory returns the directory of a path.
	Parents, Directory string
	Here               []string
	// Top is the function that returns the directory of the repository.
	Top string
	// Runs says how the code runs modules of another language; nil if it cannot.
	Runs *Runs
}

// A Runs says how the code of a file runs a module: how it sets the variables of the module, and how code
// of other files refers to the outputs.
type Runs struct {
	Of Dialect // the language of the modules
	// A block of the type Block leads to the directory of the module by its attribute Source. Without
	// it, the module is in the directory of the file.
	Block, Source string
	Inputs        string // the attribute of a file whose keys are variables of the module
	// A block of the kind Across.Shared leads by its attribute Path to a file that runs a module. The name
	// Outputs after the object means the outputs of the module, and so do the keys of the attribute Mocks.
	Path, Outputs, Mocks string
}

// A Place says how a block is read.
type Place struct {
	Names  map[string]*Naming // by attribute: the strings in its value that name objects
	Words  []string           // the attributes without references, such as types
	Binds  []string           // the attributes whose keys or elements are local names in the block, and no references
	Blocks map[string]*Place  // the nested blocks, by type
	Others *Place             // any other nested block
	Label  *Naming            // the label of the block, which names an object; nil if it names none
	// Literal is set if values in the block cannot contain references to other objects.
	Literal bool
}

// A Naming says how an attribute, or a label, names objects.
type Naming struct {
	In    Part
	Kinds []string // what the names may name: the last of these that the file declares, other than the object around
	// Prefix may stand before a name. If Always is set, text without the prefix is no name.
	Prefix string
	Always bool
	// Own is the attribute that gives the object another name inside the top-level block; for a label.
	Own string
	// Only and Except are the attributes beside that restrict what is named; for Keys.
	Only, Except string
}

// A Part is the part of a value that names objects.
type Part uint8

// The parts of values.
const (
	Elements Part = iota // the strings in a list
	Values               // the strings that are values of an object
	// Keys of an object. A key is the last name of one of the objects that the strings and labels of the
	// same top-level block name.
	Keys
)
