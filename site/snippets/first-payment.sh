#!/bin/sh
# Creates a pay-in and waits until it is paid.
set -eu
api="$PASARELA_URL/api/v1/payments"
reference="order-$(date +%s)-$$"

answer=$(curl -sS "$api/payin_hth" \
  -H "Authorization: Bearer $PASARELA_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"service_code":"BT_AR","amount":1500.5,"payer_doc_id":"20-26756539-3","reference":"'"$reference"'"}')
echo "$answer"
id=$(printf '%s' "$answer" | sed 's/.*"transaction_id":"\([^"]*\)".*/\1/')

for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 1
  answer=$(curl -sS "$api/$id" -H "Authorization: Bearer $PASARELA_KEY")
  case "$answer" in
    *'"status":"COMPLETED"'*) echo "$reference is COMPLETED after $second s"; exit 0 ;;
  esac
done
echo "still not paid: $answer" >&2
exit 1
