#!/usr/bin/env bash
# Builds a real API server, its controllers and scheduler, etcd, and kwok, which plays
# nodes, into a folder (the first argument). Takes some twelve minutes on two cores, once.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")"
mkdir -p "$out"
version=v1.36.3
flags="-s -w -X k8s.io/component-base/version.gitVersion=$version -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36"
export CGO_ENABLED=0 GOWORK=off
for name in apiserver controller-manager scheduler; do
	echo "building kube-$name …"
	go build -trimpath -ldflags "$flags" -o "$out/kube-$name" "k8s.io/kubernetes/cmd/kube-$name"
done
echo "building etcd and kwok …"
go build -trimpath -o "$out/etcd" go.etcd.io/etcd/server/v3
GOBIN=$out go install sigs.k8s.io/kwok/cmd/kwok@v0.8.0
# kwok does nothing without stages, which say how the life of nodes and pods is played.
stages=$(go env GOMODCACHE)/sigs.k8s.io/kwok@v0.8.0/kustomize/stage
for file in "$stages"/node/fast/node-initialize.yaml "$stages"/node/heartbeat-with-lease/*lease.yaml "$stages"/pod/fast/pod-*.yaml; do
	cat "$file"
	printf '\n---\n'
done >"$out/stages.yaml"
