import { identifierFieldNames, wordFieldNames } from '../../core/payment-methods/stray-card.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { holdsCardNumber } from '../../core/values/card-numbers.ts'
import type { Tally, VerifyDeps } from './invariant.ts'
import { type ChangePosition, pageOfAll, pageOfChanged } from './store/pages.ts'
import {
  runTransactionCheck,
  type TransactionCheck,
  type TransactionTexts,
  textsOf,
  transactionChecks,
} from './store/transaction-checks.ts'

/** The smallest id. */
const firstId = '00000000-0000-0000-0000-000000000000'

/** Checks every transaction, or those changed since an instant, page by page. Returns their number. */
export async function checkTransactions(deps: VerifyDeps, tally: Tally, since: Date | undefined): Promise<number> {
  const { engine } = deps.database
  let transactions = 0
  for await (const ids of since ? changed(engine, since) : all(engine)) {
    // One snapshot for all checks of a page: an update that commits in between would look like a contradiction.
    await inTransaction(engine, async (tx) => {
      await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
      await checkSome(tx, tally, ids)
    })
    transactions += ids.length
  }
  return transactions
}

async function checkSome(tx: Db, tally: Tally, ids: readonly string[]): Promise<void> {
  for (const check of Object.keys(transactionChecks) as TransactionCheck[]) {
    tally.add(check, { checked: ids.length, violations: await runTransactionCheck(tx, check, ids) })
  }
  const texts = await textsOf(tx, ids, { words: wordFieldNames, identifiers: identifierFieldNames })
  const found = texts.filter(holdsCard)
  tally.add('I12', {
    checked: texts.length,
    violations: found.map(({ id }) => ({ id, what: 'a card number stands in its texts' })),
  })
}

/** Checks texts by the rules that applied when they were accepted, so that allowed texts are no violation. */
function holdsCard({ words, others }: TransactionTexts): boolean {
  return (
    words.some((text) => holdsCardNumber(text, 'anywhere')) || others.some((text) => holdsCardNumber(text, 'alone'))
  )
}

async function* all(engine: Db): AsyncGenerator<readonly string[]> {
  let ids = await pageOfAll(engine, firstId)
  while (ids.length > 0) {
    yield ids
    ids = await pageOfAll(engine, ids.at(-1) ?? firstId)
  }
}

async function* changed(engine: Db, since: Date): AsyncGenerator<readonly string[]> {
  let after: ChangePosition | undefined = { updated_at: since, id: firstId }
  while (after) {
    const page: readonly ChangePosition[] = await pageOfChanged(engine, after)
    if (page.length > 0) yield page.map(({ id }) => id)
    after = page.at(-1)
  }
}
