# The image of the backup pod: PostgreSQL's own programs, and the nats command that
# tools/natscli pins. pg_dump has to be at least as new as the server. Build it from the
# repository's root:
#
#   docker build -f deploy/backup.Dockerfile -t weft-backup:dev .
ARG GO_IMAGE=golang:1.26
ARG POSTGRES_IMAGE=postgres:18-alpine
FROM ${GO_IMAGE} AS build
WORKDIR /src/tools/natscli
COPY tools/natscli .
RUN CGO_ENABLED=0 GOWORK=off go build -trimpath -o /nats github.com/nats-io/natscli/nats

FROM ${POSTGRES_IMAGE}
COPY --from=build /nats /usr/local/bin/nats
USER 65532:65532
ENTRYPOINT []
