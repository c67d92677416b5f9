// Package fuzz holds the properties that all of iacedit has to have, whatever it is
// given: native fuzz targets, and tests of the same properties over real files. hcl/v2
// as a judge is in the module oracle below it.
package fuzz
