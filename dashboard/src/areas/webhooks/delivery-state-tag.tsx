import type { DeliveryState } from '../../../../gateway/src/webhooks/http/contract/webhooks.ts'
import { Tag, type Tone } from '../../parts/tag.tsx'
import { useWebhooksTexts } from './texts.ts'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'wait',
  sending: 'accent',
  delivered: 'good',
  held: 'wait',
  exhausted: 'bad',
  superseded: 'calm',
}

/** What became of a delivery, by colour and word. */
export function DeliveryStateTag({ state }: { state: DeliveryState }) {
  const { deliveries } = useWebhooksTexts()
  return <Tag tone={tones[state]}>{deliveries.states[state]}</Tag>
}
