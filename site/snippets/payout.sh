#!/bin/sh
# Pays out, and says what became of it. A payout that is PENDING is not failed.
set -eu
reference="salary-$(date +%s)-$$"
answer=$(curl -sS "$PASARELA_URL/api/v1/payments/payout_hth" \
  -H "Authorization: Bearer $PASARELA_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"service_code":"SPEI_MX","amount":250,"account_type":"CLABE","account":"012180000118359713","reference":"'"$reference"'"}')
echo "$answer"
case "$answer" in
  *'"status":"COMPLETED"'*) echo "$reference is COMPLETED" ;;
  *'"status":"PENDING"'*) echo "$reference is PENDING: wait for the callback" ;;
  *'"code":"unavailable"'*|*'"code":"internal_error"'*) echo "unknown: send the same request again" >&2; exit 1 ;;
  *) echo "$reference is not paid by this request: read error.code" >&2; exit 1 ;;
esac
