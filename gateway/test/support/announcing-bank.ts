import assert from 'node:assert/strict'
import { computeBankDays } from '../../src/bank-accounts/days/compute-days.ts'
import { readDays } from '../../src/bank-accounts/days/read-days.ts'
import { importStatement } from '../../src/bank-accounts/import-statement.ts'
import { matchExpectedLines, matchNewLines, matchWaitingLines } from '../../src/bank-accounts/match-lines.ts'
import { createConnectors } from '../../src/connectors/index.ts'
import { textReference } from '../../src/connectors/own-account/references.ts'
import { insertTransactions } from '../../src/processing/store/creations.ts'
import { addDays } from '../../src/values/days.ts'
import { checkBankLines, checkLineTransfers } from '../../src/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../src/verify/store/ledger-checks.ts'
import { checkStatements } from '../../src/verify/store/statement-checks.ts'
import { aProcess, aTransaction } from './a-transaction.ts'
import type { Cleanup } from './database.ts'
import {
  agreeOpening,
  anOwnAccount,
  type BankLine,
  giveStatements,
  moveToNoon,
  type OwnAccount,
} from './own-accounts.ts'
import { aPoint, setUp } from './set-up.ts'

/** The day on which each test begins. */
export const day = '2030-06-03'

export type AnnouncingBank = Awaited<ReturnType<typeof announcingBank>>

/** A bank that sends reports and notices before its statements, and a gateway that reads and matches them. */
export async function announcingBank(t: Cleanup) {
  const world = await setUp(t)
  const deps = {
    ...world,
    ...aProcess(world),
    connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }),
  }
  const { pointId } = await aPoint(deps, { environment: 'live' })
  await moveToNoon(world, day)
  return { deps, pointId }
}

/** Two people agreed that it held nothing where the day begins. */
export async function anAccount({ deps }: AnnouncingBank): Promise<OwnAccount> {
  const account = await anOwnAccount(deps)
  await agreeOpening(deps, account.id, { day })
  return account
}

let sequence = 40_000n

/** A live deposit order, and the text of its payer. */
export async function anOrder({ deps, pointId }: AnnouncingBank, account: OwnAccount, cents: number) {
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId: account.connectorAccountId },
    {
      ...{ environment: 'live', serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: BigInt(cents) },
      targetReference: textReference('key', sequence++),
    },
  )
  await insertTransactions(deps.database.engine, [order])
  return { id: order.id, text: `PAGO ${order.targetReference}` }
}

const short = (of: string) => of.slice(2).replaceAll('-', '')
const decimal = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export async function give({ deps }: AnnouncingBank, text: string): Promise<void> {
  await importStatement(deps, { content: Buffer.from(text), name: 'a', environment: 'live', receivedBy: 'ana' })
}

let messages = 0

/** MT942. */
export async function giveReport(bank: AnnouncingBank, account: OwnAccount, lines: readonly BankLine[]): Promise<void> {
  messages += 1
  const text = [
    ...[`:20:R${messages}`, `:25:${account.number}`, ':28C:1', ':34F:MXN0,', `:13D:${short(day)}1200+0000`],
    ...lines.flatMap((line) => [
      `:61:${short(line.day)}${short(line.day).slice(2)}${line.cents < 0 ? 'D' : 'C'}${decimal(Math.abs(line.cents)).replace('.', ',')}NTRFNONREF${line.ref ? `//${line.ref}` : ''}`,
      `:86:${line.text}`,
    ]),
    ...['-', ''],
  ]
  await give(bank, text.join('\r\n'))
}

export interface Entry {
  ref: string
  day: string
  /** More than one: parts of one entry. */
  parts: readonly { cents: number; text: string; ref?: string; document?: string }[]
  /** The bank writes the sum alone. */
  isSum?: boolean
}

/** camt.054, or camt.053 with its balances. */
export function camt(
  account: OwnAccount,
  entries: readonly Entry[],
  balances?: { on: string; opening: number },
): string {
  messages += 1
  const sum = (entry: Entry) => entry.parts.reduce((total, { cents }) => total + cents, 0)
  const booked = balances !== undefined
  const [message, statement] = booked ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const balance = (kind: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${decimal(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${balances?.on}</Dt></Dt></Bal>`
  const party = (document: string) =>
    `<RltdPties><Dbtr><Id><PrvtId><Othr><Id>${document}</Id></Othr></PrvtId></Id></Dbtr></RltdPties>`
  const detail = ({ cents, text, ref, document }: Entry['parts'][number]) =>
    `<TxDtls><Refs>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : '<EndToEndId>NOTPROVIDED</EndToEndId>'}</Refs><Amt Ccy="MXN">${decimal(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${document ? party(document) : ''}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
  const entry = (each: Entry) =>
    `<Ntry><Amt Ccy="MXN">${decimal(sum(each))}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${each.day}</Dt></BookgDt><AcctSvcrRef>${each.ref}</AcctSvcrRef>${
      each.isSum
        ? `<NtryDtls><Btch><NbOfTxs>${each.parts.length}</NbOfTxs></Btch></NtryDtls>`
        : `<NtryDtls>${each.parts.map(detail).join('')}</NtryDtls>`
    }</Ntry>`
  const total = entries.reduce((all, each) => all + sum(each), 0)
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.05${booked ? 3 : 4}.001.08"><${message}><GrpHdr><MsgId>M${messages}</MsgId></GrpHdr><${statement}><Id>S${messages}</Id><Acct><Id><Othr><Id>${account.number}</Id></Othr></Id><Ccy>MXN</Ccy></Acct>${
    balances ? balance('OPBD', balances.opening) + balance('CLBD', balances.opening + total) : ''
  }${entries.map(entry).join('')}</${statement}></${message}></Document>`
}

/** MT940 of one day, with the balances that follow from its lines. */
export async function giveStatement(
  { deps }: AnnouncingBank,
  account: OwnAccount,
  { lines, on = day, opening = 0 }: { lines: readonly BankLine[]; on?: string; opening?: number },
): Promise<void> {
  const closingCents = lines.reduce((sum, { cents }) => sum + cents, opening)
  await giveStatements(deps, account, [{ from: on, to: on, openingCents: opening, closingCents, lines }])
}

/** Judges everything that waits, however short it has rested. */
export async function work({ deps }: Pick<AnnouncingBank, 'deps'>): Promise<void> {
  while ((await matchNewLines(deps)) > 0);
  await deps.database.owner.query(
    `update bank_line_states set judged_at = judged_at - interval '1 hour' where state in ('in_suspense', 'expected')`,
  )
  while ((await matchWaitingLines(deps)) > 0);
  while ((await matchExpectedLines(deps)) > 0);
  while ((await computeBankDays(deps)) > 0);
}

/** Each line of the account: who told it, minor units, standing and state. */
export async function linesOf({ deps }: AnnouncingBank, { id }: OwnAccount): Promise<string[]> {
  const { rows } = await deps.database.owner.query<{ line: string }>(
    `select concat_ws(' ', case when l.announced then 'notice' else 'statement' end, l.amount_minor, s.standing, s.state) as line
      from bank_lines l join bank_line_states s on s.bank_line_id = l.id where l.bank_account_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ line }) => line)
}

/** Status, and what arrived and waits in minor units. */
export async function orderNow({ deps }: AnnouncingBank, id: string): Promise<string> {
  const { rows } = await deps.database.owner.query<{ order: string }>(
    `select concat_ws(' ', status, received_minor, suspense_minor) as order from transactions where id = $1`,
    [id],
  )
  return rows[0]?.order ?? ''
}

export async function daysOf({ deps }: AnnouncingBank, account: OwnAccount, from = day): Promise<string[]> {
  const { days } = await readDays(deps, { bankAccountId: account.id, from, to: addDays(from, 30) })
  return days.map((row) =>
    [
      ...[row.day.slice(5), row.state, row.bank_minor ?? '?', row.ledger_minor, row.unproven_minor],
      ...[row.difference_minor ?? '?', ...row.reasons],
    ].join(' '),
  )
}

export async function proveAll({ deps }: AnnouncingBank): Promise<void> {
  const { engine } = deps.database
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  assert.deepEqual((await checkLineTransfers(engine, undefined)).violations, [])
  assert.deepEqual((await checkStatements(engine, undefined)).violations, [])
}

export const deposit = (cents: number, text: string, ref?: string, on = day): BankLine => ({
  ...{ day: on, cents, text },
  ...(ref ? { ref } : {}),
})
