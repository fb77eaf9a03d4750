import { addDepositAccount } from '../../src/bank-accounts/add-deposit-account.ts'
import { openLedger } from '../../src/bank-accounts/days/open-ledger.ts'
import { importStatement } from '../../src/bank-accounts/import-statement.ts'
import { setBankAccount } from '../../src/bank-accounts/set-bank-account.ts'
import { createConnectors } from '../../src/connectors/index.ts'
import { uuidV7 } from '../../src/platform/ids.ts'
import type { SetUp } from './set-up.ts'

export interface OwnAccount {
  id: string
  connectorAccountId: string
  /** As statements write it. */
  number: string
}

let accounts = 0

/** A live bank account of the operator in Mexico, whose sure lines are applied without a person. */
export async function anOwnAccount(deps: SetUp): Promise<OwnAccount> {
  const number = `${830_000 + accounts}`
  const digits = `002180${String(80_031_234_560 + accounts++)}`
  const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10), 0)
  const connectors = createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined })
  const { bankAccountId: id } = await addDepositAccount(
    { ...deps, connectors },
    {
      ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: 'ana' },
      number: `${digits}${(10 - (sum % 10)) % 10}`,
    },
  )
  await setBankAccount(deps, { bankAccountId: id, number, automatic: true }, { actor: 'ana', breakGlass: 'ana' })
  const { rows } = await deps.database.owner.query<{ connector_account_id: string }>(
    'select connector_account_id from bank_accounts where id = $1',
    [id],
  )
  return { id, number, connectorAccountId: rows[0]?.connector_account_id ?? '' }
}

const todayInMexico = (now: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City', dateStyle: 'short' }).format(now)

/**
 * Two people say what the account held where a day began, by default nothing today: a first statement that begins with it
 * takes effect by itself.
 */
export async function agreeOpening(
  deps: Pick<SetUp, 'database' | 'clock'>,
  bankAccountId: string,
  { day = todayInMexico(deps.clock.now()), opening = '0' } = {},
): Promise<void> {
  const by = { actor: 'ana', breakGlass: 'ana', evidence: 'as the bank says' }
  const input = { bank_account_id: bankAccountId, ledger_from: day, opening }
  await openLedger({ ...deps, knownAccounts: new Map() }, input, by)
}

export interface BankLine {
  /** `2030-06-14` */
  day: string
  /** Below zero: money leaves. */
  cents: number
  text: string
  ref?: string
}

export interface BankStatement {
  from: string
  to: string
  openingCents: number
  closingCents: number
  lines: readonly BankLine[]
}

const short = (day: string) => day.slice(2).replaceAll('-', '')
const amount = (cents: number) =>
  `${Math.trunc(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`
const balance = (day: string, cents: number) => `${cents < 0 ? 'D' : 'C'}${short(day)}MXN${amount(cents)}`

/** Statements in one file, as the account's bank writes them. Each file is another one by its name. */
export async function giveStatements(
  deps: SetUp,
  account: OwnAccount,
  statements: readonly BankStatement[],
): Promise<void> {
  const text = statements.flatMap(({ from, to, openingCents, closingCents, lines }) => [
    ...[`:20:${uuidV7(deps.clock.now()).slice(-12)}`, `:25:${account.number}`, ':28C:1'],
    `:60F:${balance(from, openingCents)}`,
    ...lines.flatMap((line) => [
      `:61:${short(line.day)}${short(line.day).slice(2)}${line.cents < 0 ? 'D' : 'C'}${amount(line.cents)}NTRFNONREF${line.ref ? `//${line.ref}` : ''}`,
      `:86:${line.text}`,
    ]),
    ...[`:62F:${balance(to, closingCents)}`, '-'],
  ])
  const content = Buffer.from([...text, ''].join('\r\n'))
  await importStatement(deps, { content, name: 'a.sta', environment: 'live', receivedBy: 'ana' })
}

/** Moves all clocks to noon of a day in Mexico City, or to a time after it in milliseconds. */
export async function moveToNoon({ moveClockTo }: SetUp, day: string, laterMs = 0): Promise<void> {
  await moveClockTo(Date.parse(`${day}T18:00:00Z`) + laterMs - Date.now())
}
