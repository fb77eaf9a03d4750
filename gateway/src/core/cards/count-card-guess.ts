import type { PlatformDeps } from '../platform/deps.ts'
import { runSerially } from '../platform/run-serially.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { countCardGuesses, insertCardGuess, tryLockCardComparison } from './store/card-guesses.ts'

/** Different cards that are compared with one card pay-in: more than honest mistakes need. */
export const guessesOfTransactionMax = 5

/** Different cards that are compared with all card pay-ins of one point within an hour. */
export const guessesOfPointMax = 50

/**
 * Counts a card guess; call it before answering a repeated card pay-in. The answer reveals whether the card is the
 * same, so each different card is a guess at the number and is counted in a commit before the answer. Throws
 * `reference_conflict` beyond the limits, for a right card as for a wrong one. Comparisons of one point run one at a
 * time, so that concurrent guesses count too; throws `rate_limited` where too many wait.
 */
export async function countCardGuess(
  deps: Pick<PlatformDeps, 'database' | 'metrics' | 'log'>,
  repeated: { pointId: string; transactionId: string; isOtherCard: boolean },
): Promise<void> {
  const { isOtherCard, ...where } = repeated
  const verdict = await runSerially(deps.database.engine, async (tx) => {
    if (!(await tryLockCardComparison(tx, where.pointId))) return 'busy'
    const guesses = await countCardGuesses(tx, where)
    if (guesses.ofTransaction >= guessesOfTransactionMax || guesses.ofPointInHour >= guessesOfPointMax) return 'closed'
    if (!isOtherCard) return 'compared'
    const closes =
      guesses.ofTransaction + 1 === guessesOfTransactionMax || guesses.ofPointInHour + 1 === guessesOfPointMax
    await insertCardGuess(tx, { ...where, closes })
    return closes ? 'closing' : 'compared'
  })
  if (isOtherCard) deps.metrics.cardGuesses.inc({ answer: verdict })
  if (verdict === 'busy') throw tooManyAtOnce()
  if (verdict === 'closed') throw notCompared(where.transactionId)
  if (verdict === 'closing')
    deps.log.warn(
      { point_id: where.pointId, transaction_id: where.transactionId },
      'the limit of card guesses was reached',
    )
}

function tooManyAtOnce(): Problem {
  return new Problem('rate_limited', {
    message: say('card.too_many_repeated'),
    retryAfterSeconds: 1,
  })
}

/** The refusal reveals nothing about the request's content. */
function notCompared(transactionId: string): Problem {
  return new Problem('reference_conflict', {
    message: say('card.not_compared'),
    param: 'reference',
    facts: { transaction_id: transactionId },
  })
}
