import type { DeliveryData, DeliveryState } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { nowMs } from '../../app/clock.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { useWebhooksTexts } from './texts.ts'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'wait',
  sending: 'accent',
  delivered: 'good',
  held: 'wait',
  exhausted: 'bad',
  superseded: 'calm',
}

/** An attempt as far as it says where a callback went. */
type Attempt = Pick<NonNullable<DeliveryData['last_attempt']>, 'url' | 'http_status'>

/** The test inbox answered in place of a server: the point had no address. */
export function isIntoInbox(attempt: Attempt | null | undefined): boolean {
  return attempt?.url === null && attempt.http_status !== null
}

/** What became of a delivery, by colour and word. */
export function DeliveryStateTag({ state, last }: { state: DeliveryState; last: Attempt | null | undefined }) {
  const { deliveries } = useWebhooksTexts()
  if (state === 'delivered' && isIntoInbox(last)) return <Tag tone="calm">{deliveries.intoInbox}</Tag>
  return <Tag tone={tones[state]}>{deliveries.states[state]}</Tag>
}

/** When the callback goes out next, or what it waits for. A time that passed since the page was read is its turn. */
export function NextAttempt({ delivery }: { delivery: Pick<DeliveryData, 'next_attempt_at' | 'waits_for'> }) {
  const { waits } = useWebhooksTexts().deliveries
  const { next_attempt_at: at, waits_for: waitsFor } = delivery
  if (waitsFor === null) return '–'
  if (waitsFor !== 'time') return waits[waitsFor]
  return at === null || Date.parse(at) < nowMs() ? waits.turn : <Instant at={at} distance />
}
