#!/bin/sh
# Makes a payment link. Give its url to your payers.
set -eu
curl -sS "$PASARELA_URL/api/v1/payment-links" \
  -H "Authorization: Bearer $PASARELA_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"reference":"poster-'"$(date +%s)-$$"'","title":"Curso de cerámica","amount":1500,"currency":"ARS","uses_max":20}'
