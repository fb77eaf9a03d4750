import { decimalText, isCurrency, minorOf, minorOfDecimal, shown, sums } from './amounts.ts'
import { type Content, textOf } from './content.ts'
import { dayOf } from './days.ts'
import {
  type Balance,
  given,
  type Reading,
  ReadingFault,
  type Statement,
  type StatementLine,
  shortText,
  statementLimits,
} from './statement.ts'

/** An aggregate with its values; the first of a name counts. */
interface Aggregate {
  name: string
  at: number
  values: Map<string, { text: string; at: number }>
  children: Aggregate[]
}

/** Elements that hold others and matter here. Everything else is a value or is skipped. */
const aggregates = new Set(
  'OFX SONRS STATUS FI STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS INVSTMTRS BANKACCTFROM CCACCTFROM INVACCTFROM BANKTRANLIST BANKTRANLISTP STMTTRN STMTTRNP PAYEE BANKACCTTO CCACCTTO CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BALLIST BAL'.split(
    ' ',
  ),
)

/** Reads bank statements in OFX 1 (SGML) and OFX 2 (XML). Statements of cards are counted and left out. */
export function readOfx(content: Content): Omit<Reading, 'markers'> & { skippedEntries: number } {
  const text = textOf(content)
  const { root, version } = treeOf(text)
  const found = all(root, 'STMTRS')
  if (found.length === 0) {
    throw new ReadingFault(
      root.at,
      all(root, 'CCSTMTRS').length > 0
        ? 'The file holds statements of credit cards only, which are not read.'
        : 'The file holds no bank statement (STMTRS).',
    )
  }
  const statements = found.map(statementOf)
  const entries = statements.reduce((sum, each) => sum + each.entries, 0)
  return {
    format: 'ofx',
    version: `OFX ${version}`,
    encoding: content.encoding,
    statements,
    endIsProven: true,
    skippedEntries: all(root, 'CCSTMTRS')
      .concat(all(root, 'INVSTMTRS'))
      .flatMap((each) => all(each, 'STMTTRN')).length,
    ...(entries > statementLimits.linesPerFile ? tooMany() : {}),
  }
}

function tooMany(): never {
  throw new ReadingFault(0, 'The file holds too many lines.')
}

function all(aggregate: Aggregate, name: string): Aggregate[] {
  return aggregate.children.flatMap((child) => (child.name === name ? [child] : all(child, name)))
}

function treeOf(text: string): { root: Aggregate; version: string } {
  const start = /<OFX>/i.exec(text)
  if (!start) throw new ReadingFault(0, 'The file has a header of OFX and no <OFX>.')
  const header = text.slice(0, start.index)
  if (/<!DOCTYPE|<!ENTITY/i.test(header))
    throw new ReadingFault(0, 'The OFX holds a document type (DTD), which no statement needs.')
  const version = /\bVERSION\s*[:=]\s*"?(\d{3})/.exec(header.replace(/<\?xml[^>]*>/, ''))?.[1] ?? 'without a version'
  const path: Aggregate[] = []
  let root: Aggregate | undefined
  const token = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z][\w.]*)\s*(\/?)>|<|[^<]+/gy
  token.lastIndex = start.index
  let value: { text: string; at: number } | undefined
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [piece, data, slash, rawName, empty] = match
    const name = rawName?.toUpperCase()
    if (name === undefined) {
      if (piece.startsWith('<!') && data === undefined) {
        if (!piece.startsWith('<!--')) throw new ReadingFault(match.index, 'This is no OFX.')
        continue
      }
      if (!root || (path.length === 0 && piece.trim() !== ''))
        throw new ReadingFault(match.index, 'Text stands after </OFX>.')
      if (value) value.text += data ?? unescaped(piece)
      if ((value?.text.length ?? 0) > statementLimits.fieldCharacters)
        throw new ReadingFault(match.index, 'A value is too long.')
      continue
    }
    if (root && path.length === 0) throw new ReadingFault(match.index, 'An element stands after </OFX>.')
    value = undefined
    if (slash === '/') close(path, name, match.index)
    else if (aggregates.has(name) && empty !== '/') {
      const opened: Aggregate = { name, at: match.index, values: new Map(), children: [] }
      path.at(-1)?.children.push(opened)
      root ??= opened
      path.push(opened)
    } else if (empty !== '/') {
      value = { text: '', at: match.index }
      const { values } = path.at(-1) ?? { values: new Map() }
      if (!values.has(name)) values.set(name, value)
    }
  }
  const open = path.at(-1)
  if (open || !root) throw new ReadingFault(text.length, `The file ends inside <${open?.name ?? 'OFX'}>: it is cut.`)
  return { root, version }
}

function close(path: Aggregate[], name: string, at: number): void {
  if (!aggregates.has(name)) return
  const open = path.pop()
  if (open?.name !== name) throw new ReadingFault(at, `</${name}> ends <${open?.name ?? 'nothing'}>.`)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Banks write `&` as it is: what is no known entity stays. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,6})|([a-z]{2,4}));/g,
    (whole, number: string | undefined, name: string | undefined) => {
      if (number !== undefined) return Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : whole
      return entities[name ?? ''] ?? whole
    },
  )
}

function statementOf(aggregate: Aggregate): Statement {
  const value = (name: string, inside: Aggregate | undefined = aggregate) => given(inside?.values.get(name)?.text)
  const currency = value('CURDEF') ?? ''
  if (!isCurrency(currency)) throw new ReadingFault(aggregate.at, 'The statement has no currency (CURDEF).')
  const from = aggregate.children.find(({ name }) => name === 'BANKACCTFROM')
  const account = value('ACCTID', from)?.replace(/\s/g, '')
  if (account === undefined) throw new ReadingFault(aggregate.at, 'The statement names no account (ACCTID).')
  const list = aggregate.children.find(({ name }) => name === 'BANKTRANLIST')
  const lines = all(aggregate, 'STMTTRN').map((each, index) => lineOf(each, index + 1, currency))
  const closing = balanceOf(
    aggregate.children.find(({ name }) => name === 'LEDGERBAL'),
    currency,
  )
  const total = sums({ currency, lines })
  const isForeign = lines.some((line) => line.currency !== currency)
  const before =
    closing && minorOfDecimal(closing.amount) - minorOfDecimal(total.credits) + minorOfDecimal(total.debits)
  const bank = [value('BANKID', from), value('BRANCHID', from)].filter((part) => part !== undefined)
  return {
    kind: 'booked',
    account,
    accountNumbers: [...new Set([account, [...bank, account].join('')])],
    currency,
    from: dayAt(list, 'DTSTART'),
    to: dayAt(list, 'DTEND'),
    // Nothing in the file says it: it follows from the closing balance and the lines.
    opening:
      before === undefined || isForeign
        ? undefined
        : { kind: 'computed', amount: decimalText(before, currency), currency },
    closing,
    entries: lines.length,
    lines,
    ...total,
  }
}

function balanceOf(aggregate: Aggregate | undefined, currency: string): Balance | undefined {
  const amount = aggregate?.values.get('BALAMT')
  if (!aggregate || !amount) return undefined
  const minor = amountOf(amount, currency)
  return { kind: 'LEDGERBAL', amount: decimalText(minor, currency), currency, day: dayAt(aggregate, 'DTASOF') }
}

function lineOf(aggregate: Aggregate, position: number, statementCurrency: string): StatementLine {
  const value = (name: string, inside: Aggregate | undefined = aggregate) => given(inside?.values.get(name)?.text)
  const inside = (name: string) => aggregate.children.find((child) => child.name === name)
  const currency = value('CURSYM', inside('CURRENCY')) ?? statementCurrency
  if (!isCurrency(currency)) throw new ReadingFault(aggregate.at, `"${shown(currency)}" is no currency.`)
  const amount = aggregate.values.get('TRNAMT')
  if (!amount) throw new ReadingFault(aggregate.at, 'An entry has no amount (TRNAMT).')
  const minor = amountOf(amount, currency)
  const day = dayAt(aggregate, 'DTPOSTED')
  if (day === undefined) throw new ReadingFault(aggregate.at, 'An entry has no day (DTPOSTED).')
  return {
    position,
    entry: position,
    bookingDay: day,
    valueDay: dayAt(aggregate, 'DTAVAIL'),
    sign: minor < 0n ? 'D' : 'C',
    amount: decimalText(minor < 0n ? -minor : minor, currency),
    currency,
    reversal: false,
    booked: true,
    isSingle: true,
    details: [],
    refs: { bankRef: value('FITID'), chequeNumber: value('CHECKNUM'), customerRef: value('REFNUM') },
    text: shortText([value('NAME') ?? value('NAME', inside('PAYEE')), value('MEMO')].filter(Boolean).join(' ')),
    party: {
      name: value('NAME') ?? value('NAME', inside('PAYEE')),
      account: value('ACCTID', inside('BANKACCTTO')),
    },
    code: value('TRNTYPE'),
  }
}

/** Decimal comma and decimal point occur in one file. Three digits after the only mark may be thousands: that is not guessed. */
function amountOf({ text, at }: { text: string; at: number }, currency: string): bigint {
  const plain = text.trim()
  const parts =
    /^([+-]?)\s*(?:(\d+)(?:[.,](\d*))?|(\d{1,3}(?:,\d{3})+)\.(\d*)|(\d{1,3}(?:\.\d{3})+),(\d*)|[.,](\d+))$/.exec(plain)
  if (!parts) throw new ReadingFault(at, `"${shown(plain)}" is no amount.`)
  const [, sign, whole, fraction, points, afterPoint, commas, afterComma, bare] = parts
  if (whole !== undefined && fraction?.length === 3) {
    throw new ReadingFault(at, `The amount ${shown(plain)} may mean thousands or decimals.`)
  }
  const digits = (whole ?? points ?? commas ?? '0').replace(/[.,]/g, '')
  const minor = minorOf(`${digits}.${fraction ?? afterPoint ?? afterComma ?? bare ?? ''}`, currency)
  if (typeof minor === 'string') throw new ReadingFault(at, minor)
  return sign === '-' ? -minor : minor
}

/** The day as the bank writes it: `20180309120000[-3:BRT]`. */
function dayAt(aggregate: Aggregate | undefined, name: string): string | undefined {
  const value = aggregate?.values.get(name)
  const text = given(value?.text)
  if (!value || text === undefined || /^0+(\.|\[|$)/.test(text)) return undefined
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:\d{2,6}(?:\.\d+)?)?\s*(?:\[[^\]]*\])?$/.exec(text) ?? []
  const found = year === undefined ? undefined : dayOf(Number(year), Number(month), Number(day))
  if (found === undefined) throw new ReadingFault(value.at, `"${shown(text)}" is no day.`)
  return found
}
