import type { WithdrawalAccountData } from '../../../../gateway/src/extras/withdrawals/http/contract/withdrawals.ts'
import { usePoint } from '../../app/point.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { useWithdrawalsTexts } from './texts.ts'

const tones: Readonly<Record<WithdrawalAccountData['state'], Tone>> = {
  proposed: 'wait',
  waiting: 'wait',
  suspended: 'bad',
  usable: 'good',
  ended: 'calm',
}

/** The state of an account, with until when it lasts and who may end it. */
export function StateNote({ account }: { account: WithdrawalAccountData }) {
  const { states, notes } = useWithdrawalsTexts()
  const { environment } = usePoint()
  const { state, holder, may_confirm: mayConfirm, proposed_by: proposer } = account
  const own = mayConfirm ? notes.you : notes.second(proposer)
  const until = { waiting: account.usable_from, suspended: account.suspended_until, ended: account.ended_at }
  return (
    <>
      <Tag tone={tones[state]}>{states[state]}</Tag>{' '}
      {state === 'proposed' && (holder === 'own' ? own : notes[holder](notes.operators[environment]))}
      {(state === 'waiting' || state === 'suspended' || state === 'ended') && (
        <>
          {notes[state]} <Instant at={until[state]} />
        </>
      )}
    </>
  )
}
