import assert from 'node:assert/strict'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { countries } from '../../src/core/values/country.ts'
import { dayMs, dayOf } from '../../src/core/values/days.ts'
import { addDepositAccount } from '../../src/extras/bank-accounts/add-deposit-account.ts'
import { importStatement } from '../../src/extras/bank-accounts/import-statement.ts'
import { matchNewLines } from '../../src/extras/bank-accounts/match-lines.ts'
import { setBankAccount } from '../../src/extras/bank-accounts/set-bank-account.ts'
import type { SettleDeps } from '../../src/extras/bank-accounts/settle-lines.ts'
import { checkBankLines } from '../../src/extras/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../src/extras/verify/store/ledger-checks.ts'
import { aTransaction } from './a-transaction.ts'
import { workOff } from './eventually.ts'
import { textReference } from './reference-mistakes.ts'
import type { SetUp } from './set-up.ts'

export interface OwnAccount {
  id: string
  connectorAccountId: string
  number: string
}

export interface Movement {
  cents: number
  sign?: 'C' | 'D'
  text: string
  ref?: string
}

type Deps = SetUp & SettleDeps & Parameters<typeof addDepositAccount>[0]

let accounts = 0
let sequence = 10_000n

/** As a bank writes it: days of the account's own time zone. */
const dayIn = (days: number) =>
  dayOf(new Date(Date.now() + days * dayMs), countries.MX.timeZone)
    .slice(2)
    .replaceAll('-', '')
const today = dayIn(0)
const amount = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** Own bank accounts of live Mexican points, their orders, and what their bank writes. Amounts are cents. */
export function ownBank(deps: Deps, pointId: string) {
  return { ...accountsOf(deps, pointId), ...statementsOf(deps), ...readingsOf(deps), dayIn }
}

function accountsOf(deps: Deps, pointId: string) {
  const { owner, engine } = deps.database

  async function anAccount(automatic = true): Promise<OwnAccount> {
    const number = `${720_000 + accounts}`
    const digits = `002180${String(70_031_234_560 + accounts++)}`
    const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10), 0)
    const { bankAccountId } = await addDepositAccount(deps, {
      ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: 'ana' },
      number: `${digits}${(10 - (sum % 10)) % 10}`,
    })
    await setBankAccount(deps, { bankAccountId, number, automatic }, { actor: 'ana', breakGlass: 'ana' })
    const { rows } = await owner.query<{ connector_account_id: string }>(
      'select connector_account_id from bank_accounts where id = $1',
      [bankAccountId],
    )
    return { id: bankAccountId, number, connectorAccountId: rows[0]?.connector_account_id ?? '' }
  }

  async function anOrder(account: OwnAccount, changes: Partial<NewTransaction> = {}) {
    const order = aTransaction(
      deps,
      { pointId, connectorAccountId: account.connectorAccountId },
      {
        ...{ environment: 'live', service_code: 'SPEI_MX', currency: 'MXN', amount_minor: 150_000n },
        target_reference: changes.pay_type === 'payout' ? null : textReference('key', sequence++),
        ...changes,
      },
    )
    await insertTransactions(engine, [order])
    return order
  }

  return { anAccount, anOrder }
}

function statementsOf(deps: Deps) {
  /** Imports the lines of a day. `gap`: what the closing balance is beside the lines. */
  async function give(
    account: OwnAccount,
    lines: readonly Movement[],
    { opening = 0, gap = 0, day = today } = {},
  ): Promise<void> {
    const total = lines.reduce((sum, { cents, sign = 'C' }) => sum + (sign === 'C' ? cents : -cents), opening)
    const balance = (cents: number) => `${cents < 0 ? 'D' : 'C'}${day}MXN${amount(Math.abs(cents))}`
    const text = [
      ...[':20:DEMO', `:25:${account.number}`, ':28C:1', `:60F:${balance(opening)}`],
      ...lines.flatMap(({ cents, sign = 'C', text: words, ref }) => [
        `:61:${day}${day.slice(2)}${sign}${amount(cents)}NTRFNONREF${ref ? `//${ref}` : ''}`,
        `:86:${words}`,
      ]),
      ...[`:62F:${balance(total + gap)}`, '-', ''],
    ].join('\r\n')
    await importStatement(deps, {
      content: Buffer.from(text),
      name: 'a.sta',
      environment: 'live',
      receivedBy: 'ana',
      agreed: { breakGlass: 'ana' },
    })
  }

  async function matchAll(): Promise<void> {
    await workOff(async () => await matchNewLines(deps))
  }

  return { give, matchAll }
}

function readingsOf({ database: { owner, engine } }: Deps) {
  async function statesOf(account: OwnAccount): Promise<string[]> {
    const { rows } = await owner.query<{ state: string }>(
      `select concat_ws(' ', l.sign, l.amount_minor, s.state, s.class) as state from bank_line_states s
        join bank_lines l on l.id = s.bank_line_id where s.bank_account_id = $1 order by l.amount_minor, l.text, s.state`,
      [account.id],
    )
    return rows.map(({ state }) => state)
  }

  async function orderNow(id: string) {
    const { rows } = await owner.query<{ status: string; received: bigint; suspense: bigint }>(
      'select status, received_minor as received, suspense_minor as suspense from transactions where id = $1',
      [id],
    )
    const [row] = rows
    return row && [row.status, row.received, row.suspense]
  }

  /** What the ledger says of an account's balance at its bank, or of another account of it. */
  async function settlementOf(account: OwnAccount, kind = 'settlement'): Promise<bigint> {
    const { rows } = await owner.query<{ minor: bigint }>(
      `select (coalesce(sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end), 0))::bigint as minor
        from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account, t.credit_account)
        where a.kind = $2 and a.connector_account_id = $1`,
      [account.connectorAccountId, kind],
    )
    return rows[0]?.minor ?? 0n
  }

  async function proveAll(): Promise<void> {
    assert.deepEqual((await checkBalances(engine, true)).violations, [])
    assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  }

  return { statesOf, orderNow, settlementOf, proveAll }
}
