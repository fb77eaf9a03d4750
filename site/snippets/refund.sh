#!/bin/sh
# Gives a part of a paid pay-in back. The first two calls make a paid one.
set -eu
api="$PASARELA_URL/api/v1"
post() {
  curl -sS "$api/$1" -H "Authorization: Bearer $PASARELA_KEY" -H 'Content-Type: application/json' -d "$2"
}
number="$(date +%s)-$$"
payment=$(post payments/payin_hth '{"service_code":"BT_AR","amount":777.01,"payer_doc_id":"20-26756539-3","reference":"sold-'"$number"'"}')
id=$(printf '%s' "$payment" | sed 's/.*"transaction_id":"\([^"]*\)".*/\1/')
post "test/payments/$id/simulate" '{"event":"paid"}' > /dev/null

answer=$(post "payments/$id/refunds" '{"reference":"refund-'"$number"'","amount":70.5,"reason":"one of two was broken"}')
echo "$answer"
case "$answer" in
  *'"status":"COMPLETED"'*) echo "refund-$number is COMPLETED" ;;
  *'"status":"PENDING"'*) echo "refund-$number is PENDING: read it later" ;;
  *) echo "refund-$number did not go back by this request: read error.code" >&2; exit 1 ;;
esac
