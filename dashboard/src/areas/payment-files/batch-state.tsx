import type {
  PaymentBatchItemData,
  PaymentBatchState,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-batches.ts'
import { Tag, type Tone } from '../../parts/tag.tsx'
import { usePaymentFileTexts } from './texts.ts'

const tones: Readonly<Record<PaymentBatchState, Tone>> = {
  draft: 'calm',
  approved: 'wait',
  handed_over: 'wait',
  part: 'wait',
  done: 'good',
  cancelled: 'calm',
}

/** The state of a payment file. */
export function BatchStateTag({ state }: { state: PaymentBatchState }) {
  const { states } = usePaymentFileTexts()
  return <Tag tone={tones[state]}>{states[state]}</Tag>
}

const itemTones: Readonly<Record<PaymentBatchItemData['state'], Tone>> = {
  open: 'wait',
  paid: 'good',
  rejected: 'bad',
  returned: 'bad',
  removed: 'calm',
  ended: 'bad',
}

/** What became of one payment of a file. */
export function ItemStateTag({ state }: { state: PaymentBatchItemData['state'] }) {
  const { itemStates } = usePaymentFileTexts()
  return <Tag tone={itemTones[state]}>{itemStates[state]}</Tag>
}
