import { decimalText, isCurrency, minorOf, shown, sums } from './amounts.ts'
import { type Entry, entryOf, signOf } from './camt-entry.ts'
import type { Content } from './content.ts'
import type { AccountDays } from './days.ts'
import {
  type Balance,
  type Doubt,
  type Reading,
  ReadingFault,
  type Statement,
  type StatementKind,
  type StatementLine,
  statementLimits,
} from './statement.ts'
import { all, type Element, first, readXml, textAt } from './xml.ts'

interface MessageKind {
  statement: string
  family: string
  kind: StatementKind
}

/** Each message with the element of one statement, and what its lines are. */
const messages: Readonly<Record<string, MessageKind>> = {
  BkToCstmrAcctRpt: { statement: 'Rpt', family: 'camt.052', kind: 'intraday' },
  BkToCstmrStmt: { statement: 'Stmt', family: 'camt.053', kind: 'booked' },
  BkToCstmrDbtCdtNtfctn: { statement: 'Ntfctn', family: 'camt.054', kind: 'notice' },
}

/**
 * Reads camt.052, camt.053 and camt.054, versions 1 to 13, as a stream. `escapes`: whether the bank of the account with the
 * number escapes markup inside texts, as far as that is agreed.
 */
export function readCamt(
  content: Content,
  days: AccountDays,
  escapes: (number: string) => boolean | undefined,
): Omit<Reading, 'markers'> {
  const statements: Statement[] = []
  let version = ''
  const found: { message?: MessageKind } = {}
  let entries: PlacedEntry[] = []
  let [lineCount, lastLine] = [0, 0]
  const onStart = (element: Element, path: readonly Element[]) => {
    if (path.length === 0) version = rootVersion(element)
    const name = element.name.replace(/V01$/, '')
    if (path.length === 1) {
      found.message = messageNamed(name, element)
      version = checkedVersion(version, found.message.family, element)
    }
    const isStatement = path.length === 2 && element.name === found.message?.statement
    if (isStatement) [entries, lastLine] = [[], 0]
    if (element.name === 'Ntry' && !(path.length === 3 && path[2]?.name === found.message?.statement)) {
      throw new ReadingFault(element.at, 'An entry <Ntry> stands outside a statement.')
    }
  }
  const onElement = (element: Element, path: readonly Element[]): boolean => {
    if (element.name === 'Ntry' && path.length === 3) {
      const entry = { ...entryOf(element, days), ...linesOf(element), sharesLine: element.line === lastLine }
      entries.push(entry)
      lastLine = element.endLine
      lineCount += entry.lines.length
      if (lineCount > statementLimits.linesPerFile) throw new ReadingFault(element.at, 'The file holds too many lines.')
      return true
    }
    if (path.length !== 2 || !found.message || element.name !== found.message.statement) return path.length === 1
    const statement = statementOf(element, entries, found.message.kind, days)
    doubtForeign(entries, escapes(statement.account))
    statements.push(statement)
    return true
  }
  readXml(content, onElement, onStart)
  if (!found.message) throw new ReadingFault(0, 'The document holds no message.')
  if (statements.length === 0) {
    throw new ReadingFault(
      endOf(content),
      `The file ends without a statement: no <${found.message.statement}> was found.`,
    )
  }
  return {
    format: 'camt',
    version,
    encoding: content.encoding,
    statements,
    hasInstants: days.sawInstant,
    endIsProven: true,
  }
}

interface PlacedEntry extends Entry {
  /** It begins where the one before ends. */
  sharesLine: boolean
  /** One of its details begins where the one before ends. */
  sharesDetailLine: boolean
  /** One of its details begins in a line of its own. */
  breaksDetails: boolean
}

function linesOf(entry: Element): Pick<PlacedEntry, 'sharesDetailLine' | 'breaksDetails'> {
  const groups = all(entry, 'NtryDtls').map((group) => ({ group, details: all(group, 'TxDtls') }))
  const places = groups.flatMap(({ group, details }) =>
    details.map(({ line }, index) => ({ index, isSame: line === (details[index - 1]?.endLine ?? group.line) })),
  )
  return {
    sharesDetailLine: places.some(({ index, isSame }) => index > 0 && isSame),
    breaksDetails: places.some(({ isSame }) => !isSame),
  }
}

/**
 * Puts entries in doubt that a text which is not escaped may have made or changed. A bank that breaks lines between entries or
 * details begins each in a line of its own: two in one may be a text. Where all entries share a line and nothing is agreed, no
 * balance shows those that cancel each other out.
 */
function doubtForeign(entries: readonly PlacedEntry[], escapes: boolean | undefined): void {
  const breaksLines = entries.some(({ sharesLine }, index) => index > 0 && !sharesLine)
  const breaksDetails = entries.some((entry) => entry.breaksDetails)
  const key = ({ sign, minor, currency }: Entry, isOther: boolean) => `${(sign === 'C') !== isOther}${minor}${currency}`
  const found = new Set(breaksLines || escapes !== undefined ? [] : entries.map((entry) => key(entry, false)))
  for (const [index, entry] of entries.entries()) {
    const isShared = entry.sharesLine || entries[index + 1]?.sharesLine === true
    const isDoubtful =
      (isShared && (breaksLines || escapes === false)) ||
      (escapes !== true && (entry.isOdd || (breaksDetails && entry.sharesDetailLine))) ||
      found.has(key(entry, true))
    for (const line of isDoubtful ? entry.lines : []) line.inDoubt = true
  }
}

/** An upper bound: the place of a fault ends with the text. */
function endOf({ bytes }: Content): number {
  return bytes.length
}

function messageNamed(name: string, element: Element): MessageKind {
  const message = Object.hasOwn(messages, name) ? messages[name] : undefined
  if (message) return message
  const reason = `<${shown(element.name)}> is none of the messages camt.052, camt.053 and camt.054.`
  throw new ReadingFault(element.at, reason)
}

function rootVersion(root: Element): string {
  if (root.name !== 'Document') {
    throw new ReadingFault(
      root.at,
      `The root of the XML is <${shown(root.name)}>. A statement in camt begins with <Document>.`,
    )
  }
  return root.namespace ?? ''
}

function checkedVersion(namespace: string, family: string, element: Element): string {
  const named = /\b([a-z]{4}\.\d{3})\.(\d{3})\.(\d{2})$/.exec(namespace)
  if (!named) return family
  if (named[1] !== family) {
    throw new ReadingFault(element.at, `The namespace says ${named[1]} and <${element.name}> is ${family}.`)
  }
  if (named[2] !== '001' || Number(named[3]) < 1 || Number(named[3]) > 13) {
    throw new ReadingFault(element.at, `${named[0]} is not read: versions ${family}.001.01 to ${family}.001.13 are.`)
  }
  return named[0]
}

function statementOf(element: Element, entries: Entry[], kind: StatementKind, days: AccountDays): Statement {
  const account = first(element, 'Acct')
  const numbers = ['Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN', 'Id/UPIC', 'Prxy/Id']
    .flatMap((path) => all(account, path))
    .map(({ text }) => text.replace(/\s/g, ''))
    .filter((text) => text !== '')
  const [number] = numbers
  if (number === undefined) throw new ReadingFault(element.at, 'The statement names no account.')
  const balances = all(element, 'Bal').map((each) => ({ balance: balanceOf(each, days), element: each }))
  const byKind = (...kinds: string[]) =>
    kinds.map((wanted) => balances.find(({ balance }) => balance.kind === wanted)).find(Boolean)?.balance
  const [opening, closing] = [byKind('OPBD', 'PRCD'), byKind('CLBD')]
  const currency =
    textAt(account, 'Ccy') ??
    opening?.currency ??
    closing?.currency ??
    entries[0]?.lines[0]?.currency ??
    balances[0]?.balance.currency
  if (currency === undefined || !isCurrency(currency))
    throw new ReadingFault(element.at, 'The statement has no currency.')
  const lines: StatementLine[] = []
  for (const [index, entry] of entries.entries()) {
    for (const line of entry.lines) lines.push(Object.assign(line, { entry: index + 1, position: lines.length + 1 }))
  }
  const page = textAt(element, 'StmtPgntn/PgNb', 'RptPgntn/PgNb', 'NtfctnPgntn/PgNb')
  const last = textAt(element, 'StmtPgntn/LastPgInd', 'RptPgntn/LastPgInd', 'NtfctnPgntn/LastPgInd')
  const total = sums({ currency, opening, closing, lines })
  return {
    kind,
    account: number,
    accountNumbers: [...new Set(numbers)],
    accountName: textAt(account, 'Nm', 'Ownr/Nm', 'Ownr/Pty/Nm'),
    currency,
    bankId: textAt(element, 'Id'),
    number: textAt(element, 'ElctrncSeqNb', 'LglSeqNb'),
    page,
    isLastPage: last === undefined ? undefined : last === 'true' || last === '1',
    from: dayAt(element, 'FrToDt/FrDtTm', days),
    to: dayAt(element, 'FrToDt/ToDtTm', days),
    opening,
    closing,
    entries: entries.length,
    lines,
    credits: total.credits,
    debits: total.debits,
    addsUp: total.addsUp,
    doubts: [...total.doubts, ...summaryDoubts(element, entries, currency)],
  }
}

function dayAt(element: Element, path: string, days: AccountDays): string | undefined {
  const text = textAt(element, path)
  return text === undefined ? undefined : days.iso(text)
}

function balanceOf(element: Element, days: AccountDays): Balance {
  const amount = first(element, 'Amt')
  const currency = amount?.currency
  if (!amount || currency === undefined || !isCurrency(currency)) {
    throw new ReadingFault(element.at, 'A balance has no amount with a currency.')
  }
  const minor = minorOf(amount.text.trim(), currency)
  if (typeof minor === 'string') throw new ReadingFault(amount.at, minor)
  const isDebit = signOf(element) === 'D'
  const dayText = textAt(element, 'Dt/Dt', 'Dt/DtTm')
  return {
    kind: textAt(element, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry', 'Tp/Cd') ?? 'unnamed',
    amount: decimalText(isDebit ? -minor : minor, currency),
    currency,
    day: dayText === undefined ? undefined : days.iso(dayText),
  }
}

/** What the bank counted and summed itself, where it differs. */
function summaryDoubts(element: Element, entries: readonly Entry[], currency: string): Doubt[] {
  const doubts: Doubt[] = []
  for (const [name, sign] of [
    ['TtlNtries', undefined],
    ['TtlCdtNtries', 'C'],
    ['TtlDbtNtries', 'D'],
  ] as const) {
    const summary = first(element, `TxsSummry/${name}`)
    const counted = entries.filter((entry) => sign === undefined || entry.sign === sign)
    const number = textAt(summary, 'NbOfNtries')
    if (number !== undefined && !(/^\d{1,15}$/.test(number) && Number(number) === counted.length)) {
      doubts.push({ rule: 'count', said: `${name} ${shown(number)}`, found: String(counted.length) })
    }
    const sum = textAt(summary, 'Sum')
    const found = counted.reduce((total, entry) => total + entry.minor, 0n)
    if (
      sum !== undefined &&
      counted.every((entry) => entry.currency === currency) &&
      minorOf(sum, currency) !== found
    ) {
      doubts.push({ rule: 'sum', said: `${name} ${shown(sum)}`, found: decimalText(found, currency) })
    }
  }
  return doubts
}
