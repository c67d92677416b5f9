// Package oracle holds the tests that ask hcl/v2 whether iacedit is right. hcl/v2
// is a judge, never a part: it is required by modules of their own, such as this
// one, so that whoever embeds iacedit's packages does not get it.
//
// Real files to ask about are in a folder that is no part of the repository; see
// [iacedit/bench.FindCorpus] for where it is looked for. Without it, the tests that
// need it are skipped and say so; the tables of package format are always there.
package oracle
