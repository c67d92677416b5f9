// Package manifests checks the Kubernetes manifests beside it: kustomize builds them, and each
// object is decoded into a type of k8s.io/api, strictly, so that a misspelt field is an error.
package manifests
