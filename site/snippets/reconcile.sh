#!/bin/sh
# The newest 100 transactions and refunds, and the balances, as JSON.
set -eu
for list in 'payments?limit=100' 'refunds?limit=100' balances; do
  curl -sS "$PASARELA_URL/api/v1/$list" -H "Authorization: Bearer $PASARELA_KEY"
  echo
done
