import type { DeliveryData } from '../../../../gateway/src/webhooks/http/contract/webhooks.ts'
import { nowMs } from '../../app/clock.ts'
import { Instant } from '../../parts/instant.tsx'
import { useWebhooksTexts } from './texts.ts'

/** When the callback goes out next, or what it waits for. A time that passed since the page was read is its turn. */
export function NextAttempt({ delivery }: { delivery: Pick<DeliveryData, 'next_attempt_at' | 'waits_for'> }) {
  const { waits } = useWebhooksTexts().deliveries
  const { next_attempt_at: at, waits_for: waitsFor } = delivery
  if (waitsFor === null) return '–'
  if (waitsFor !== 'time') return waits[waitsFor]
  return at === null || Date.parse(at) < nowMs() ? waits.turn : <Instant at={at} distance />
}
