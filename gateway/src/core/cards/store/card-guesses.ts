import type { Db } from '../../platform/database/database.ts'

/** Numbers of different cards sent with one card pay-in's reference, and with any of its point in the last hour. */
export interface CardGuesses {
  ofTransaction: number
  ofPointInHour: number
}

/** Locks card comparisons of one point until the end of the transaction; false where another session holds the lock. */
export async function tryLockCardComparison(tx: Db, pointId: string): Promise<boolean> {
  const found = await tx.query<{ held: boolean }>({
    name: 'try-lock-card-comparison',
    text: `select pg_try_advisory_xact_lock(hashtextextended('card comparison ' || $1::text, 11)) as held`,
    values: [pointId],
  })
  return found.rows[0]?.held ?? false
}

export async function countCardGuesses(
  tx: Db,
  where: { pointId: string; transactionId: string },
): Promise<CardGuesses> {
  const found = await tx.query<CardGuesses>({
    name: 'count-card-guesses',
    text: `select (select count(*)::int from card_guesses where transaction_id = $2) as "ofTransaction",
      (select count(*)::int from card_guesses
        where point_id = $1 and created_at > gateway_now() - interval '1 hour') as "ofPointInHour"`,
    values: [where.pointId, where.transactionId],
  })
  return found.rows[0] ?? { ofTransaction: 0, ofPointInHour: 0 }
}

/** `closes`: the guess is the last one compared for its transaction or its point's hour. */
export async function insertCardGuess(
  tx: Db,
  guess: { pointId: string; transactionId: string; closes: boolean },
): Promise<void> {
  await tx.query({
    name: 'insert-card-guess',
    text: 'insert into card_guesses (point_id, transaction_id, closes) values ($1, $2, $3)',
    values: [guess.pointId, guess.transactionId, guess.closes],
  })
}
