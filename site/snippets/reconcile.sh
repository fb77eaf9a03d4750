#!/bin/sh
# The newest 100 transactions and the balances, as JSON.
set -eu
curl -sS "$PASARELA_URL/api/v1/payments?limit=100" -H "Authorization: Bearer $PASARELA_KEY"
echo
curl -sS "$PASARELA_URL/api/v1/balances" -H "Authorization: Bearer $PASARELA_KEY"
echo
