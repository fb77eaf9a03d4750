import { renderCallback } from './callback-body.ts'
import { securityHash, standardWebhookHeaders, webhookId } from './callback-signature.ts'

/** An event of a point with its frozen template. */
export interface EventToSign {
  pointId: string
  eventId: string
  template: string
  apiKey: bigint
}

/** The signing secrets: the token for `security_hash`, and the webhook secrets, newest first. */
export interface SigningSecrets {
  token: string
  webhookSecrets: readonly string[]
}

/** A signed callback: its exact text and the headers that belong to it. */
export interface SignedCallback {
  headers: Record<string, string>
  body: string
}

/** Signs an event. `timestampSeconds` is true Unix time, because merchants compare it with their clocks. */
export function signCallback(event: EventToSign, secrets: SigningSecrets, timestampSeconds: number): SignedCallback {
  const hash = securityHash(secrets.token, event.apiKey, event.pointId)
  const body = renderCallback(event.template, event.apiKey, hash)
  const id = webhookId(event.eventId)
  const signature = standardWebhookHeaders({ secrets: secrets.webhookSecrets, id, timestampSeconds, body })
  return { body, headers: { 'content-type': 'application/json', ...signature } }
}
