// Package manifests checks the Kubernetes manifests beside it: kustomize builds them, and
// each object is decoded strictly, so that no field is misspelt, into the types of
// k8s.io/api.
package manifests
