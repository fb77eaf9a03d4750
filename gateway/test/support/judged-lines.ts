import assert from 'node:assert/strict'
import { matchNewLines, matchWaitingLines } from '../../src/bank-accounts/match-lines.ts'
import { createConnectors } from '../../src/connectors/index.ts'
import { textReference } from '../../src/connectors/own-account/references.ts'
import { postTransfers } from '../../src/ledger/book-transfers.ts'
import { transfersOf } from '../../src/ledger/rules/ledger.ts'
import { inTransaction } from '../../src/platform/database/database.ts'
import type { NewTransaction } from '../../src/processing/rules/new-transaction.ts'
import { insertTransactions } from '../../src/processing/store/creations.ts'
import { checkBankLines, checkLineTransfers } from '../../src/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../src/verify/store/ledger-checks.ts'
import { aProcess, aTransaction } from './a-transaction.ts'
import type { Cleanup } from './database.ts'
import { agreeOpening, anOwnAccount, giveStatements, type OwnAccount } from './own-accounts.ts'
import { aPoint, type SetUp, setUp } from './set-up.ts'

/** A sentence about money before anything is known of its line. */
export interface Movement {
  /** Below zero: money leaves. */
  cents: number
  text?: string
  ref?: string
}

let sequence = 90_000n

type Deps = SetUp & ReturnType<typeof aProcess> & { connectors: ReturnType<typeof createConnectors> }

/** Live own bank accounts in Mexico, with lines of today that wait for a person. */
export async function openJudgedWorld(t: Cleanup) {
  const world = await setUp(t)
  const connectors = createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined })
  const deps = { ...world, ...aProcess(world), connectors }
  const { pointId } = await aPoint(deps, { environment: 'live' })
  const account = async () => {
    const made = await anOwnAccount(world)
    await agreeOpening(world, made.id)
    return made
  }
  return { deps, pointId, account, ...makers(deps, pointId), ...statements(deps), ...readers(deps, pointId) }
}

function makers(deps: Deps, pointId: string) {
  const { engine } = deps.database
  const order = async (account: OwnAccount, changes: Partial<NewTransaction> = {}) => {
    const made = aTransaction(
      deps,
      { pointId, connectorAccountId: account.connectorAccountId },
      {
        ...{ environment: 'live', serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: 150_000n },
        targetReference: changes.payType === 'payout' ? null : textReference('key', sequence++),
        details: { payer_name: 'ANA', payer_lastname: 'PRUEBA', payer_doc_id: 'GODE561231GR8' },
        ...changes,
      },
    )
    await insertTransactions(engine, [made])
    return made
  }
  /** A payout with its reservation. */
  const payout = async (account: OwnAccount, cents: number) => {
    const made = await order(account, { payType: 'payout', amountMinor: BigInt(cents), details: {} })
    const owners = { id: made.id, point_id: pointId, environment: 'live', currency: 'MXN' } as const
    const row = { ...owners, connector_account_id: account.connectorAccountId }
    const transfers = transfersOf(row, [{ kind: 'reserve', amountMinor: BigInt(cents) }], 'available')
    await inTransaction(engine, async (tx) => {
      await postTransfers(tx, new Map(), { transfers, now: deps.clock.now() })
    })
    return made
  }
  return { order, payout }
}

function statements(deps: Deps) {
  const { owner } = deps.database
  const today = deps.clock.now().toISOString().slice(0, 10)
  const openings = new Map<string, number>()
  /** Imports lines of today in a statement of their own, and lets the loop look at them. Their ids in the given order. */
  const lines = async (account: OwnAccount, movements: readonly Movement[]): Promise<string[]> => {
    const opening = openings.get(account.id) ?? 0
    const closing = movements.reduce((sum, { cents }) => sum + cents, opening)
    openings.set(account.id, closing)
    const named = movements.map(({ cents, text, ref }, at) => ({
      ...{ day: today, cents, text: text ?? 'MOVIMIENTO', ref: ref ?? `R${sequence}${at}${cents < 0 ? 'D' : 'C'}` },
    }))
    sequence++
    await giveStatements(deps, account, [
      { from: today, to: today, openingCents: opening, closingCents: closing, lines: named },
    ])
    while ((await matchNewLines(deps)) > 0);
    const { rows } = await owner.query<{ id: string; ref: string }>(
      `select id, refs ->> 'bankRef' as ref from bank_lines where bank_account_id = $1`,
      [account.id],
    )
    return named.map(({ ref }) => rows.find((row) => row.ref === ref)?.id ?? '')
  }
  const one = async (account: OwnAccount, cents: number, text?: string): Promise<string> =>
    (await lines(account, [{ cents, ...(text === undefined ? {} : { text }) }]))[0] ?? ''
  const lookAgain = async () => {
    await owner.query(`update bank_line_states set judged_at = judged_at - interval '2 minutes'`)
    while ((await matchWaitingLines(deps)) > 0);
  }
  return { lines, one, lookAgain }
}

function readers(deps: Deps, pointId: string) {
  const { owner, engine } = deps.database
  const stateOf = async (lineId: string): Promise<string> => {
    const { rows } = await owner.query<{ state: string }>(
      `select concat_ws(' ', state, class) as state from bank_line_states where bank_line_id = $1`,
      [lineId],
    )
    return rows[0]?.state ?? ''
  }
  const orderNow = async (id: string) => {
    const { rows } = await owner.query<{ now: string }>(
      `select concat_ws(' ', status, reason, received_minor, suspense_minor, reversed_minor) as now from transactions where id = $1`,
      [id],
    )
    return rows[0]?.now
  }
  /** The sum of an account kind's transfers, in cents: of a bank account, or of the point. */
  const balanceOf = async (kind: string, account?: OwnAccount): Promise<bigint> => {
    const { rows } = await owner.query<{ minor: bigint }>(
      `select coalesce(sum(case when a.id = t.credit_account then t.amount_minor else -t.amount_minor end), 0)::bigint as minor
        from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account, t.credit_account)
        where a.kind = $1 and (a.connector_account_id = $2 or a.point_id = $3 or (a.kind = 'transit' and $2::uuid is null))`,
      [kind, account?.connectorAccountId ?? null, account ? null : pointId],
    )
    return rows[0]?.minor ?? 0n
  }
  /** What the ledger says that an account has at its bank, in cents. */
  const bankMinor = async (account: OwnAccount): Promise<bigint> => -(await balanceOf('settlement', account))
  /** The books add up, and every line is in them as it should be. */
  const prove = async (): Promise<void> => {
    assert.deepEqual((await checkBalances(engine, true)).violations, [])
    assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
    const transfers = await checkLineTransfers(engine, undefined)
    assert.deepEqual(transfers.violations, [])
    assert.ok(transfers.checked > 0)
  }
  return { stateOf, orderNow, balanceOf, bankMinor, prove }
}
