import { randomBytes } from 'node:crypto'

/** 32 random bytes (256 bits): 43 characters of base64url. */
const tokenBytes = 32

/** Standard Webhooks requires a key of 24 to 64 bytes. */
const webhookSecretBytes = 32

/** A new `auth_api_token`: 43 characters of base64url. Its UTF-8 text is the key of `security_hash`. */
export function newAuthApiToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** A new webhook secret in the form of Standard Webhooks: `whsec_` and base64 of 32 bytes, which are the key. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(webhookSecretBytes).toString('base64')}`
}

/** A new secret for signed requests (contract section 1): `sig_` and 43 characters of base64url. */
export function newSigningSecret(): string {
  return `sig_${randomBytes(tokenBytes).toString('base64url')}`
}
