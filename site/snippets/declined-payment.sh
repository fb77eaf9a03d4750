#!/bin/sh
# A pay-in that the bank declines: the amount chooses the scenario.
set -eu
reference="declined-$(date +%s)-$$"
curl -sS "$PASARELA_URL/api/v1/payments/payin_hth" \
  -H "Authorization: Bearer $PASARELA_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"service_code":"BT_AR","amount":777.04,"payer_doc_id":"20-26756539-3","reference":"'"$reference"'"}'
echo
