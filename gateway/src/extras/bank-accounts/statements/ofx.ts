import { decimalText, isCurrency, minorOf, minorOfDecimal, shown, sums } from './amounts.ts'
import { type Content, textOf } from './content.ts'
import { type AccountDays, dayOf } from './days.ts'
import { type Aggregate, ofxTree } from './ofx-tree.ts'
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

/** Reads bank statements in OFX 1 (SGML) and OFX 2 (XML). Statements of cards are counted and left out. */
export function readOfx(content: Content, days: AccountDays): Omit<Reading, 'markers'> & { skippedEntries: number } {
  const { root, version } = ofxTree(textOf(content))
  const found = all(root, 'STMTRS')
  if (found.length === 0) {
    throw new ReadingFault(
      root.at,
      all(root, 'CCSTMTRS').length > 0
        ? 'The file holds statements of credit cards only, which are not read.'
        : 'The file holds no bank statement (STMTRS).',
    )
  }
  const statements = found.map((each) => statementOf(each, days))
  const entries = statements.reduce((sum, each) => sum + each.entries, 0)
  return {
    format: 'ofx',
    version: `OFX ${version}`,
    encoding: content.encoding,
    statements,
    hasInstants: days.sawInstant,
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

function statementOf(aggregate: Aggregate, days: AccountDays): Statement {
  const value = (name: string, inside: Aggregate | undefined = aggregate) => given(inside?.values.get(name)?.text)
  const currency = value('CURDEF') ?? ''
  if (!isCurrency(currency)) throw new ReadingFault(aggregate.at, 'The statement has no currency (CURDEF).')
  const from = aggregate.children.find(({ name }) => name === 'BANKACCTFROM')
  const account = value('ACCTID', from)?.replace(/\s/g, '')
  if (account === undefined) throw new ReadingFault(aggregate.at, 'The statement names no account (ACCTID).')
  const list = aggregate.children.find(({ name }) => name === 'BANKTRANLIST')
  const lines = all(aggregate, 'STMTTRN').map((each, index) => lineOf(each, index + 1, { currency, days }))
  const ledger = aggregate.children.find(({ name }) => name === 'LEDGERBAL')
  const closing = balanceOf(ledger, { currency, days })
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
    from: dayAt(list, 'DTSTART', days),
    to: dayAt(list, 'DTEND', days),
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

interface Surroundings {
  currency: string
  days: AccountDays
}

function balanceOf(aggregate: Aggregate | undefined, { currency, days }: Surroundings): Balance | undefined {
  const amount = aggregate?.values.get('BALAMT')
  if (!aggregate || !amount) return undefined
  const minor = amountOf(amount, currency)
  return { kind: 'LEDGERBAL', amount: decimalText(minor, currency), currency, day: dayAt(aggregate, 'DTASOF', days) }
}

function lineOf(aggregate: Aggregate, position: number, statement: Surroundings): StatementLine {
  const value = (name: string, inside: Aggregate | undefined = aggregate) => given(inside?.values.get(name)?.text)
  const inside = (name: string) => aggregate.children.find((child) => child.name === name)
  const currency = value('CURSYM', inside('CURRENCY')) ?? statement.currency
  if (!isCurrency(currency)) throw new ReadingFault(aggregate.at, `"${shown(currency)}" is no currency.`)
  const amount = aggregate.values.get('TRNAMT')
  if (!amount) throw new ReadingFault(aggregate.at, 'An entry has no amount (TRNAMT).')
  const minor = amountOf(amount, currency)
  const day = dayAt(aggregate, 'DTPOSTED', statement.days)
  if (day === undefined) throw new ReadingFault(aggregate.at, 'An entry has no day (DTPOSTED).')
  return {
    position,
    entry: position,
    bookingDay: day,
    valueDay: dayAt(aggregate, 'DTAVAIL', statement.days),
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
    /^([+-]?)\s{0,9}(?:(\d{1,60})(?:[.,](\d{0,60}))?|(\d{1,3}(?:,\d{3}){1,9})\.(\d{0,60})|(\d{1,3}(?:\.\d{3}){1,9}),(\d{0,60})|[.,](\d{1,60}))$/.exec(
      plain,
    )
  if (!parts) throw new ReadingFault(at, `"${shown(plain)}" is no amount.`)
  const [, sign, whole, fraction, points, afterPoint, commas, afterComma, bare] = parts
  if (whole !== undefined && /^[1-9]\d{0,2}$/.test(whole) && fraction?.length === 3) {
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
function dayAt(aggregate: Aggregate | undefined, name: string, days: AccountDays): string | undefined {
  const value = aggregate?.values.get(name)
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
