#!/bin/sh
# Creates a pay-in that nobody pays, and then lets a part of it arrive.
set -eu
api="$PASARELA_URL/api/v1"
answer=$(curl -sS "$api/payments/payin_hth" \
  -H "Authorization: Bearer $PASARELA_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"service_code":"BT_AR","amount":777.01,"payer_doc_id":"20-26756539-3","reference":"part-'"$(date +%s)-$$"'"}')
id=$(printf '%s' "$answer" | sed 's/.*"transaction_id":"\([^"]*\)".*/\1/')

curl -sS "$api/test/payments/$id/simulate" \
  -H "Authorization: Bearer $PASARELA_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"event":"paid_partly"}'
echo
