// Package k8s checks the manifests of deploy/k8s: that they build, that every object
// is one that Kubernetes knows, and that they keep the rules and the edges of the mesh.
package k8s
