// Package fuzz tests the properties that all of iacedit must have for any input: native fuzz
// targets, and tests of the same properties on real files. The module fuzz/oracle compares iacedit
// with hcl/v2.
package fuzz
