#!/bin/sh
# Computes the security_hash of a callback: compare it with the one in the body.
set -eu
api_key="$1" # the number in the callback's field api_key
printf '%s%s' "$api_key" "$PASARELA_POINT_ID" | openssl dgst -sha256 -hmac "$PASARELA_API_TOKEN" -r | cut -d' ' -f1
