import { decimalsOfCurrency, decimalText, isCurrency, minorOf, minorOfDecimal, shown, sums } from './amounts.ts'
import { type Content, textOf } from './content.ts'
import { type AccountDays, dayOf } from './days.ts'
import { type Aggregate, ofxTree, type Value } from './ofx-tree.ts'
import {
  type Balance,
  type Doubt,
  given,
  type Reading,
  ReadingFault,
  type Statement,
  type StatementLine,
  shortText,
  statementLimits,
} from './statement.ts'
import { isControl, textDigest } from './text-lines.ts'

/**
 * Reads bank statements in OFX 1 (SGML) and OFX 2 (XML). Entries of cards are counted and left out, with the tags of entries
 * that stand inside texts.
 */
export function readOfx(
  content: Content,
  days: AccountDays,
  escapes: (number: string) => boolean,
): Omit<Reading, 'markers'> & { skippedEntries: number } {
  const { root, version, entryTags } = treeOf(textOf(content), escapes)
  const found = all(root, 'STMTRS')
  if (found.length === 0) {
    throw new ReadingFault(
      root.at,
      all(root, 'CCSTMTRS').length > 0
        ? 'The file holds statements of credit cards only, which are not read.'
        : 'The file holds no bank statement (STMTRS).',
    )
  }
  const marks = amountMarks(root)
  const statements = found.map((each) => statementOf(each, { days, marks }))
  const entries = statements.reduce((sum, each) => sum + each.entries, 0)
  return {
    format: 'ofx',
    version: `OFX ${version}`,
    encoding: content.encoding,
    statements,
    hasInstants: days.sawInstant,
    endIsProven: true,
    skippedEntries:
      entryTags +
      all(root, 'CCSTMTRS')
        .concat(all(root, 'INVSTMTRS'))
        .flatMap((each) => all(each, 'STMTTRN')).length,
    ...(entries > statementLimits.linesPerFile ? tooMany() : {}),
  }
}

/** Escaped texts are read as such where each account's bank is known to escape. */
function treeOf(text: string, escapes: (number: string) => boolean): ReturnType<typeof ofxTree> {
  const head = text.slice(0, 65_536).split(/<STMTTRN[ \t\r\n]{0,9}>/i)[0] ?? ''
  const number = /<ACCTID>([^<\r\n]{1,60})/i.exec(head)?.[1]
  if (number === undefined || !escapes(number)) return ofxTree(text)
  const tree = ofxTree(text, true)
  const accounts = all(tree.root, 'BANKACCTFROM').map((from) => textOfValue(first(from, 'ACCTID')) ?? '')
  return accounts.every(escapes) ? tree : ofxTree(text)
}

function tooMany(): never {
  throw new ReadingFault(0, 'The file holds too many lines.')
}

function all(aggregate: Aggregate, name: string): Aggregate[] {
  return aggregate.children.flatMap((child) => (child.name === name ? [child] : all(child, name)))
}

/** What the file says beside an element. */
interface Surroundings {
  days: AccountDays
  marks: AmountMarks
}

function statementOf(aggregate: Aggregate, surroundings: Surroundings): Statement {
  const { days } = surroundings
  const value = (name: string, inside: Aggregate | undefined = aggregate) => textOfValue(first(inside, name))
  const currency = value('CURDEF') ?? ''
  if (!isCurrency(currency)) throw new ReadingFault(aggregate.at, 'The statement has no currency (CURDEF).')
  const from = aggregate.children.find(({ name }) => name === 'BANKACCTFROM')
  const account = value('ACCTID', from)?.replace(/\s/g, '')
  if (account === undefined) throw new ReadingFault(aggregate.at, 'The statement names no account (ACCTID).')
  const list = aggregate.children.find(({ name }) => name === 'BANKTRANLIST')
  const lines = all(aggregate, 'STMTTRN').map((each, index) => lineOf(each, index + 1, { ...surroundings, currency }))
  const ledger = aggregate.children.find(({ name }) => name === 'LEDGERBAL')
  const closing = balanceOf(ledger, { ...surroundings, currency })
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
    from: dayAt(beforeEntries(list, 'DTSTART'), days),
    to: dayAt(beforeEntries(list, 'DTEND'), days),
    // Nothing in the file says it: it follows from the closing balance and the lines.
    opening:
      before === undefined || isForeign
        ? undefined
        : { kind: 'computed', amount: decimalText(before, currency), currency },
    closing,
    entries: lines.length,
    lines,
    ...total,
    doubts: [...total.doubts, ...lines.flatMap(signDoubts)],
  }
}

const creditTypes = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'DIV'])
const debitTypes = new Set(['DEBIT', 'CHECK', 'PAYMENT', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'])

/** A bank whose amounts have signs of their own meaning gives lines of the wrong side. */
function signDoubts({ position, code = '', sign, amount }: StatementLine): Doubt[] {
  const type = code.toUpperCase()
  const isContrary = sign === 'D' ? creditTypes.has(type) : debitTypes.has(type) && minorOfDecimal(amount) !== 0n
  return isContrary
    ? [{ rule: 'sign', said: type, found: `${sign === 'D' ? '-' : '+'}${amount}, line ${position}` }]
    : []
}

type InStatement = Surroundings & { currency: string }

function balanceOf(aggregate: Aggregate | undefined, statement: InStatement): Balance | undefined {
  const { currency, days } = statement
  const amount = first(aggregate, 'BALAMT')
  if (!aggregate || !amount) return undefined
  const minor = amountOf(amount, statement)
  const day = dayAt(first(aggregate, 'DTASOF'), days)
  return { kind: 'LEDGERBAL', amount: decimalText(minor, currency), currency, day }
}

function lineOf(aggregate: Aggregate, position: number, statement: InStatement): StatementLine {
  const { inDoubt, only, sure, value, inside } = entryReader(aggregate)
  const currency = value('CURSYM', inside('CURRENCY')) ?? statement.currency
  if (!isCurrency(currency)) throw new ReadingFault(aggregate.at, `"${shown(currency)}" is no currency.`)
  const amount = only('TRNAMT')
  if (!amount) throw new ReadingFault(aggregate.at, 'An entry has no amount (TRNAMT).')
  const minor = amountOf(amount, { ...statement, currency })
  const day = dayAt(only('DTPOSTED'), statement.days)
  if (day === undefined) throw new ReadingFault(aggregate.at, 'An entry has no day (DTPOSTED).')
  const names = texts(aggregate, 'NAME').concat(texts(inside('PAYEE'), 'NAME'))
  const written = [...names, ...texts(aggregate, 'MEMO')]
  const account = value('ACCTID', inside('BANKACCTTO'))
  return {
    position,
    entry: position,
    bookingDay: day,
    valueDay: dayAt(sure('DTAVAIL'), statement.days),
    sign: minor < 0n ? 'D' : 'C',
    amount: decimalText(minor < 0n ? -minor : minor, currency),
    currency,
    reversal: false,
    booked: true,
    isSingle: true,
    inDoubt: inDoubt(),
    bankFields: ['ids'],
    details: [],
    refs: { bankRef: value('FITID'), chequeNumber: value('CHECKNUM'), customerRef: value('REFNUM') },
    text: shortText(written.join(' ')),
    textDigest: textDigest([...written, account ?? '']),
    party: { name: names[0], account },
    code: value('TRNTYPE'),
  }
}

/** Reads the elements of an entry, and learns whether it is in doubt. */
function entryReader(entry: Aggregate) {
  const textAt = entry.textAt ?? Number.POSITIVE_INFINITY
  let isTwice = false
  const twice = (at: number, name: string): void => {
    if (at > textAt || entry.holdsEntryTag)
      throw new ReadingFault(at, `An entry has two values of ${name}, and nothing says which is the bank's.`)
    isTwice = true
  }
  const only = (name: string, aggregate: Aggregate | undefined = entry): Value | undefined => {
    const [value, other] = aggregate?.values.get(name) ?? []
    if (value && other) twice(value.at, name)
    return value
  }
  /** Behind a text of an entry in doubt, an element may be a part of the text. */
  const isSure = ({ at }: { at: number }) => at < textAt || !entry.inDoubt
  const sure = (name: string, aggregate: Aggregate | undefined = entry) => {
    const found = only(name, aggregate)
    return found && isSure(found) ? found : undefined
  }
  const value = (name: string, aggregate?: Aggregate) => textOfValue(sure(name, aggregate))
  const inside = (name: string) => {
    const [found, other] = entry.children.filter((child) => child.name === name)
    if (found && other) isTwice = true
    return found && (isSure(found) || name === 'PAYEE') ? found : undefined
  }
  return { inDoubt: () => entry.inDoubt || isTwice, only, sure, value, inside }
}

function first(aggregate: Aggregate | undefined, name: string): Value | undefined {
  return aggregate?.values.get(name)?.[0]
}

/** A value of a list. Behind an entry it may be a part of its text. */
function beforeEntries(list: Aggregate | undefined, name: string): Value | undefined {
  const entry = list?.children.find((child) => child.name === 'STMTTRN')
  const value = first(list, name)
  return value && entry && value.at > entry.at ? undefined : value
}

/** All values of a name that say anything: banks cut a long memo into several. */
function texts(aggregate: Aggregate | undefined, name: string): string[] {
  return (aggregate?.values.get(name) ?? []).flatMap((value) => textOfValue(value) ?? [])
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Without escapes. Banks write `&` as it is: what is no known entity, or no character of a text, stays. */
function textOfValue(value: Value | undefined): string | undefined {
  const text = given(value?.text)
  if (text === undefined) return undefined
  const data = /^<!\[CDATA\[((?:[^\]]|\](?!\]>))*)\]\]>$/.exec(text)?.[1]
  if (data !== undefined) return given(data)
  const plain = text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return entities[String(name)] ?? whole
      const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal)
      return isTextCharacter(code) ? String.fromCodePoint(code) : whole
    },
  )
  return given(plain)
}

/** Control characters and halves of pairs are none. */
function isTextCharacter(code: number): boolean {
  return [9, 10, 13].includes(code) || (!isControl(code) && (code < 0xd800 || (code > 0xdfff && code <= 0x10ffff)))
}

/** How the file writes amounts. */
interface AmountMarks {
  /** An amount has a comma: a point may stand before thousands. */
  hasComma: boolean
}

function amountMarks(root: Aggregate): AmountMarks {
  const amounts = [
    ...all(root, 'STMTTRN').flatMap(({ values }) => values.get('TRNAMT')?.[0]?.text ?? []),
    ...all(root, 'LEDGERBAL').flatMap(({ values }) => values.get('BALAMT')?.[0]?.text ?? []),
  ]
  return { hasComma: amounts.some((text) => text.includes(',')) }
}

/**
 * Decimal comma and decimal point occur in one file. OFX has no mark for thousands, and banks write some all the same: three
 * digits after the only mark are decimals where it is a point, the last is a zero, and no amount of the file has a comma.
 */
function amountOf({ text, at }: Value, { currency, marks }: Pick<InStatement, 'currency' | 'marks'>): bigint {
  const plain = text.trim()
  const parts =
    /^([+-]?)\s{0,9}(?:(\d{1,60})(?:[.,](\d{0,60}))?|(\d{1,3}(?:,\d{3}){1,9})\.(\d{0,60})|(\d{1,3}(?:\.\d{3}){1,9}),(\d{0,60})|[.,](\d{1,60}))$/.exec(
      plain,
    )
  if (!parts) throw new ReadingFault(at, `"${shown(plain)}" is no amount.`)
  const [, sign, whole, fraction, points, afterPoint, commas, afterComma, bare] = parts
  const mayBeThousands = whole !== undefined && /^[1-9]\d{0,2}$/.test(whole) && fraction?.length === 3
  const isDecimal = fraction?.endsWith('0') === true && !marks.hasComma && decimalsOfCurrency(currency) >= 2
  if (mayBeThousands && !isDecimal) {
    throw new ReadingFault(at, `The amount ${shown(plain)} may mean thousands or decimals.`)
  }
  const digits = (whole ?? points ?? commas ?? '0').replace(/[.,]/g, '')
  const minor = minorOf(`${digits}.${fraction ?? afterPoint ?? afterComma ?? bare ?? ''}`, currency)
  if (typeof minor === 'string') throw new ReadingFault(at, minor)
  return sign === '-' ? -minor : minor
}

/** Nobody knows the time of a movement at midnight: banks write it, in any zone, where they have a date alone. */
const midnight = /^0*$/

/** The day of `20180309`, `20180309120000` or `20180309120000.000[-3:BRT]`. */
function dayAt(value: Value | undefined, days: AccountDays): string | undefined {
  const text = given(value?.text)
  if (!value || text === undefined || /^0{1,60}(\.|\[|$)/.test(text)) return undefined
  const parts =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)?(\d\d)?(?:\.\d{1,9})?)?\s{0,9}(?:\[([+-]?)(\d{1,2})?(?:\.(\d\d?))?[^\]]{0,40}\])?$/.exec(
      text,
    )
  const [, year, month, day, hours, minutes = '00', seconds = '00', sign, zoneHours, zoneMinutes = '0'] = parts ?? []
  const found = parts ? dayOf(Number(year), Number(month), Number(day)) : undefined
  if (found === undefined) throw new ReadingFault(value.at, `"${shown(text)}" is no day.`)
  const time = `${hours ?? ''}${minutes}${seconds}`
  if (hours === undefined || zoneHours === undefined || midnight.test(time)) return found
  // `[-3.5]` and `[-3.30]` are both written for three hours and a half.
  const half = zoneMinutes === '5' || zoneMinutes === '50' ? '30' : zoneMinutes.padStart(2, '0')
  const zone = `${sign === '-' ? '-' : '+'}${zoneHours.padStart(2, '0')}:${half}`
  return days.iso(`${found}T${hours}:${minutes}:${seconds}${zone}`) ?? found
}
