#!/bin/sh
# The passwords of the three logins that only servers use. What is there stays.
set -eu
umask 077
for name in superuser replicator rewinder; do
  [ -s "/node-secrets/$name" ] || head -c 24 /dev/urandom | base64 > "/node-secrets/$name"
done
