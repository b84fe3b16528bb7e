#!/bin/sh
# Backs up the runs, and then the notes, by the commands of docs/backup.md. What is whole has
# a folder named by its time. The newest KEEP of them are kept.
set -eu
cd "$BACKUPS"
rm -rf ./*.part # of a backup that was not finished
name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
mkdir "$name.part"
(
  cd "$name.part"
  BACKUP=runs
  nats --no-context --inbox-prefix=_INBOX.backup backup account "$BACKUP" --force --no-consumers
  pg_dump -w -U weft_backup -d weft -n weft -Fc -f notes.dump
)
mv "$name.part" "$name"
ls -1d 20*Z | sort -r | tail -n "+$((KEEP + 1))" | xargs rm -rf
