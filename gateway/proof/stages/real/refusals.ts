// A rule of this stage only: nobody is refused what was rightly asked for.
import { type Creation, creationsIn, isSuccess } from '../../judge/exchanges.ts'
import { Findings, groupBy } from '../../judge/story.ts'
import type { Exchange, Violation } from '../virtual/parts.ts'

/** A pay-in whose expiry passed before anybody accepted it. An accepted reference replays, whatever time it is. */
const tooLate = '422 expired_at_past'

/** A refund of a pay-in of which nothing, or less, is left, or that was never paid. */
const notRefundable = new Set(['409 not_in_this_state', '422 amount_too_large'])

/**
 * Merchants of this stage ask only for what is right and never give up: whoever asks gets an answer at last, and is refused only what
 * the plan brings about, and nothing that was accepted. Those of the other stage ask for too much, on purpose, and give up.
 */
export function checkRefusals(exchanges: readonly Exchange[]): { violations: readonly Violation[]; tooLate: number } {
  const found = new Findings()
  const late = new Set<string>()
  const asked = groupBy(creationsIn(exchanges), ({ who, payType, reference }) => `${who} ${payType} ${reference}`)
  for (const [name, creations] of asked) {
    const answers = creations.flatMap(({ answer }) => (answer && answer.httpStatus < 429 ? [answer] : []))
    found.check(answers.length > 0, 'unanswered', () => `nobody ever answered ${name}`)
    const acceptedAtMs = Math.min(
      ...creations.filter(({ answer }) => answer && isSuccess(answer)).map(({ answeredAtMs }) => answeredAtMs),
    )
    for (const creation of creations) {
      const refusal = refusalOf(creation)
      if (refusal === undefined) continue
      const isRefund = creation.payType === 'refund'
      const isFair = isRefund ? notRefundable.has(refusal) : refusal === tooLate
      // A refund may be asked for before its pay-in is paid.
      const isBefore = isRefund && creation.sentAtMs < acceptedAtMs
      found.check(isFair && (acceptedAtMs === Number.POSITIVE_INFINITY || isBefore), 'refused', () => {
        return `${name} was refused: ${refusal}${Number.isFinite(acceptedAtMs) ? ', and accepted' : ''}`
      })
      if (isFair && !isRefund) late.add(name)
    }
  }
  return { violations: found.list, tooLate: late.size }
}

function refusalOf({ answer }: Creation): string | undefined {
  const isFinal = answer && answer.httpStatus < 429 && !isSuccess(answer)
  return isFinal ? `${answer.httpStatus} ${answer.code}` : undefined
}
