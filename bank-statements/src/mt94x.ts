import { decimalsOfCurrency, decimalText, isCurrency, minorOf, minorOfDecimal, shown, signed, sums } from './amounts.ts'
import type { FormatSettings } from './bank-profile.ts'
import { type Content, textOf } from './content.ts'
import { dayOf, shortDay } from './days.ts'
import { informationOf } from './mt-information.ts'
import { entryPattern, type Field, type Message, messagesOf, withTexts } from './mt-messages.ts'
import { entriesInSets, setsThatGive } from './mt-sets.ts'
import {
  type Balance,
  type Doubt,
  given,
  type LineSign,
  type Reading,
  ReadingFault,
  type Statement,
  type StatementLine,
  shortText,
  statementLimits,
} from './statement.ts'
import { textDigest } from './text-lines.ts'

/** What is known of an own account before a file of it is read. */
export interface MtAccount {
  currency: string
  settings: FormatSettings
}

/**
 * Reads MT940 and MT942, one or several messages, with or without the envelopes of SWIFT. `accountOf`: the own account with
 * the number. `skippedEntries`: lines of texts that look like entries.
 */
export function readMt94x(
  content: Content,
  accountOf: (number: string) => MtAccount | undefined,
): Omit<Reading, 'markers'> & { skippedEntries: number } {
  const text = textOf(content)
  const read = messagesOf(text, (number) => accountOf(number)?.settings ?? {}).map((message) =>
    resolvedStatement(message, accountOf),
  )
  const statements = withoutForged(read)
  const lines = statements.reduce((sum, statement) => sum + statement.lines.length, 0)
  if (lines > statementLimits.linesPerFile) throw new ReadingFault(0, 'The file holds too many lines.')
  const isIntraday = statements.some(({ kind }) => kind === 'intraday')
  return {
    format: 'mt94x',
    version: isIntraday ? 'MT942' : 'MT940',
    encoding: content.encoding,
    statements: joinPages(statements),
    hasInstants: false,
    endIsProven: false,
    skippedEntries: read.reduce((sum, { message }) => sum + entriesInTexts(message), 0),
  }
}

/** Behind a message whose end may be a text, and that its balances do not prove, the lines of the next ones are in doubt. */
function withoutForged(read: readonly Resolved[]): Statement[] {
  let isDoubted = false
  return read.map(({ message, statement }) => {
    const { lines } = statement
    const found = isDoubted ? { ...statement, lines: lines.map((line) => ({ ...line, inDoubt: true })) } : statement
    isDoubted ||= !isProven(statement) && message.fields.some(({ mayBeText }) => mayBeText)
    return found
  })
}

type AccountOf = (number: string) => MtAccount | undefined

interface Resolved {
  message: Message
  statement: Statement
}

/** Readings that leave entries out, which are tried. */
const readingsMax = 20

/**
 * Reads a message whose texts may hold what looks like entries or totals. What cannot be one is text; of the others the
 * balances, or the totals, say which are entries. Entries may cancel each other out: those and the entries before them are in
 * doubt.
 */
function resolvedStatement(message: Message, accountOf: AccountOf): Resolved {
  // A closing balance and totals stand once: the last counts.
  const kindOf = (tag: string) => tag.replace(/^62[FM]$/, '62')
  const last = new Map(message.fields.map((field) => [kindOf(field.tag), field]))
  const isSuperseded = (field: Field) => !/^(61|86)$/.test(field.tag) && last.get(kindOf(field.tag)) !== field
  const fields = message.fields.some(({ mayBeText }) => mayBeText)
    ? withTexts(message.fields, isSuperseded)
    : message.fields
  const base: Message = { ...message, fields }
  const isDoubtful = ({ tag, mayBeText }: Field) => mayBeText === true && /^(61|90)/.test(tag)
  if (!fields.some(isDoubtful)) return requireOne({ message: base, statement: statementOf(base, accountOf) })
  const tried = (isText: (field: Field) => boolean): Resolved | ReadingFault => {
    const read = { ...base, fields: withTexts(fields, isText) }
    try {
      return { message: read, statement: statementOf(read, accountOf) }
    } catch (error) {
      if (error instanceof ReadingFault) return error
      throw error
    }
  }
  return chosen(base, tried)
}

/** Chooses among the readings of a message. */
function chosen({ fields }: Message, tried: (isText: (field: Field) => boolean) => Resolved | ReadingFault): Resolved {
  const isForged = forgedIn(fields, tried)
  const first = tried(isForged)
  const literal = () => tried(() => false)
  const all = first instanceof ReadingFault ? literal() : first
  if (all instanceof ReadingFault) throw all
  const amounts = amountsOf(all)
  const excess = isProven(all.statement) ? 0n : excessOf(all)
  const doubtful = excess === undefined ? new Set(amounts.keys()) : entriesInSets(amounts, excess)
  if (isProven(all.statement)) return withDoubts(all, atOf(all, doubtful))
  const isEntry = ({ tag }: Field) => tag === '61'
  const isNoBalance = ({ tag }: Field) => !/^62[FM]$/.test(tag)
  const sets = setsThatGive(amounts, excess).slice(0, readingsMax)
  const isIn = (set: ReadonlySet<number>) => (field: Field) => set.has(field.at)
  const others = sets.map((set) => isIn(atOf(all, set)))
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n)
  const unknown = excess === undefined ? [isNoBalance] : []
  for (const isText of [...(excess === undefined || excess === total ? [isEntry] : []), ...others, ...unknown]) {
    const found = tried((field) => isForged(field) || isText(field))
    if (!(found instanceof ReadingFault) && isProven(found.statement)) return withDoubts(found, atOf(all, doubtful))
  }
  // What the bank itself may have written wrongly is shown as it is, where it can be read.
  const found = literal()
  const shownAs = found instanceof ReadingFault ? all : found
  return requireOne(withDoubts(shownAs, atOf(shownAs, amountsOf(shownAs).keys())))
}

/** Refuses a statement whose end is missing, so that the next one was read as its last text. */
function requireOne(read: Resolved): Resolved {
  const opening = read.message.fields.find(({ tag, lines }) => tag === '86' && holdsHeader(lines))
  if (!opening || isProven(read.statement)) return read
  throw new ReadingFault(opening.at, 'The statement ends without its closing balance (:62F:): the file is cut.')
}

function holdsHeader(lines: readonly string[]): boolean {
  const at = lines.findIndex((line) => line.startsWith(':25'))
  return at > 0 && lines.slice(at, at + 4).some((line) => line.startsWith(':60'))
}

/**
 * What in texts is none of the bank's: entries and totals that cannot be, and all totals beside balances where one of them
 * contradicts the lines.
 */
function forgedIn(
  fields: readonly Field[],
  tried: (isText: (field: Field) => boolean) => Resolved | ReadingFault,
): (field: Field) => boolean {
  const balance = fields.find(({ tag }) => /^(60[FM]|34F|62[FM])$/.test(tag))
  const currency = /[A-Z]{3}/.exec(balance?.lines[0] ?? '')?.[0] ?? ''
  const isImpossible = (field: Field) => field.mayBeText === true && !isPossible(field, currency)
  if (!/^60/.test(balance?.tag ?? '') || !fields.some(({ tag, mayBeText }) => mayBeText && tag.startsWith('90')))
    return isImpossible
  const found = tried(isImpossible)
  const isSound = !(found instanceof ReadingFault) && found.statement.doubts.every(({ rule }) => !ofTotals.has(rule))
  return isSound ? isImpossible : (field) => isImpossible(field) || field.tag.startsWith('90')
}

/** Doubts that totals of the bank raise. */
const ofTotals: ReadonlySet<string> = new Set(['count', 'sum'])

/** An entry, or a total, with an amount of the currency and days that exist. */
function isPossible({ tag, lines }: Field, currency: string): boolean {
  const text = lines[0]?.trimEnd() ?? ''
  if (tag.startsWith('90')) return typeof minorOf(text.replace(/^\d{1,5}[A-Z]{3}/, ''), currency, ',') === 'bigint'
  const [, value = '', entry = '', , , amount = ''] = (tag === '61' && entryPattern.exec(text)) || []
  if (amount === '') return true
  const valueDay = shortDay(value)
  const isDay = valueDay !== undefined && (entry.trim() === '' || entryDay(entry.trim(), value, valueDay) !== undefined)
  return isDay && typeof minorOf(amount, currency, ',') === 'bigint'
}

/** By how much the entries change more than the balances. */
function excessOf({ statement: { opening, closing, lines } }: Resolved): bigint | undefined {
  const [from, to] = [opening, closing].map((balance) => balance && minorOfDecimal(balance.amount))
  if (from === undefined || to === undefined) return undefined
  return lines.reduce((sum, line) => sum + changeOf(line), from - to)
}

/** Where the entries at these places begin. */
function atOf({ message }: Resolved, places: Iterable<number>): ReadonlySet<number> {
  const entries = message.fields.filter(({ tag }) => tag === '61')
  return new Set([...places].map((place) => entries[place]?.at ?? -1))
}

/** What each entry that may be text changes the balance by, by its place. */
function amountsOf({ message, statement }: Resolved): Map<number, bigint> {
  const entries = message.fields.filter(({ tag }) => tag === '61')
  return new Map(
    entries.flatMap(({ mayBeText }, place) => (mayBeText ? [[place, changeOf(statement.lines[place])]] : [])),
  )
}

function changeOf(line: StatementLine | undefined): bigint {
  return line?.booked ? signed(line.sign, minorOfDecimal(line.amount)) : 0n
}

/** The balances, or the totals of the bank, confirm the lines. */
function isProven({ addsUp, doubts, kind }: Statement): boolean {
  return (addsUp ?? kind === 'intraday') && !doubts.some(({ rule }) => ofTotals.has(rule))
}

/** Marks entries that may be text, the ones whose text they may be, and those whose text looks like an entry. `doubtful`: where they begin. */
function withDoubts({ message, statement }: Resolved, doubtful: ReadonlySet<number>): Resolved {
  const holding = entriesWithEntries(message)
  const entries = message.fields.filter(({ tag }) => tag === '61')
  const isDoubtful = (index: number) => doubtful.has(entries[index]?.at ?? -1)
  const lines = statement.lines.map((line, index) =>
    isDoubtful(index) || isDoubtful(index + 1) || holding.has(index) ? { ...line, inDoubt: true } : line,
  )
  return { message, statement: { ...statement, lines } }
}

/** Places of the entries whose text holds a line that looks like an entry. */
function entriesWithEntries({ fields }: Message): ReadonlySet<number> {
  const found = new Set<number>()
  let index = -1
  for (const { tag, lines } of fields) {
    if (tag === '61') index += 1
    if ((tag === '61' || tag === '86') && lines.some(looksLikeEntry)) found.add(index)
  }
  return found
}

/** A line of a text, which is not the first of its field. */
function looksLikeEntry(line: string, at: number): boolean {
  return at > 0 && line.startsWith(':61:')
}

function entriesInTexts({ fields }: Message): number {
  return fields.reduce((sum, { lines }) => sum + lines.filter(looksLikeEntry).length, 0)
}

function statementOf(message: Message, accountOf: AccountOf): Statement {
  const field = (...tags: string[]) => message.fields.find(({ tag }) => tags.includes(tag))
  const [opening, closing] = [
    balanceOf(field('60F', '60M')),
    balanceOf(message.fields.findLast(({ tag }) => /^62[FM]$/.test(tag))),
  ]
  const totals = message.fields.filter(({ tag }) => /^90[CD]$/.test(tag))
  const isMarked = message.fields.some(({ tag }) => /^(34F|13D?|90[CD])$/.test(tag))
  const isIntraday = !opening && !closing && isMarked
  requireWhole(message, { isIntraday, hasOpening: opening !== undefined, hasClosing: closing !== undefined })
  const accountField = field('25', '25P')
  const account = accountField?.lines[0]?.replace(/\s/g, '') ?? ''
  if (account === '') throw new ReadingFault((accountField ?? message).at, 'The statement names no account (:25:).')
  const other = message.fields.find(({ tag, lines }) => /^25P?$/.test(tag) && lines[0]?.replace(/\s/g, '') !== account)
  if (other) throw new ReadingFault(other.at, 'A second account (:25:) begins inside a statement.')
  const known = accountOf(account)
  const floor = /^([A-Z]{3})[CD]?\d/.exec(field('34F')?.lines[0] ?? '')?.[1]
  const said =
    opening?.currency ?? closing?.currency ?? floor ?? /^\d{1,15}([A-Z]{3})/.exec(totals[0]?.lines[0] ?? '')?.[1]
  const currency = said ?? known?.currency
  if (currency === undefined) {
    throw new ReadingFault(message.at, 'The statement has no currency, and no own bank account has its number.')
  }
  const isUnproven = !opening && !closing && totals.length === 0
  const { lines, doubts } = linesOf(message, { currency, isUnproven, settings: known?.settings ?? {} })
  const total = sums({ currency, opening, closing, lines })
  const numbers = /^(\d{1,15})(?:\/(\d{1,15}))?/.exec(field('28C', '28', '28D')?.lines[0]?.trim() ?? '')
  const statement: Statement = {
    kind: isIntraday ? 'intraday' : 'booked',
    account,
    accountNumbers: [...new Set([account, ...account.split('/')].filter((number) => number !== ''))],
    currency,
    bankId: given(field('20')?.lines[0]),
    number: numbers?.[1],
    page: numbers?.[2],
    isLastPage: closing === undefined ? undefined : closing.kind === '62F',
    from: opening?.day,
    to: closing?.day ?? shortDay((field('13D', '13')?.lines[0] ?? '').slice(0, 6)),
    opening,
    closing,
    entries: lines.length,
    lines,
    ...total,
    doubts: [...total.doubts, ...doubts, ...totalDoubts(totals, lines, currency)],
  }
  requireProvenEnd(message, statement)
  return statement
}

function requireWhole(
  message: Message,
  { isIntraday, hasOpening, hasClosing }: { isIntraday: boolean; hasOpening: boolean; hasClosing: boolean },
): void {
  const hasTotals = message.fields.some(({ tag }) => /^90[CD]$/.test(tag))
  if (hasOpening && !hasClosing) {
    throw new ReadingFault(message.end, 'The statement ends without its closing balance (:62F:): the file is cut.')
  }
  if (isIntraday && !hasTotals && !message.isTerminated) {
    throw new ReadingFault(
      message.end,
      'Nothing shows where the MT942 ends: it has no totals (:90D:, :90C:) and no "-" after it.',
    )
  }
}

/** The last line of a file that ends without a line end may be half of one. */
function requireProvenEnd(message: Message, { addsUp, currency, closing, doubts }: Statement): void {
  const last = message.fields.at(-1)
  if (!message.isOpenEnded || !last) return
  const cut = new ReadingFault(message.end, 'The last line of the file has no end and may be half of one.')
  if (/^62/.test(last.tag)) {
    const decimals = /,(\d{0,15})$/.exec(last.lines[0]?.trimEnd() ?? '')?.[1]?.length ?? 0
    const isFull = decimals > 0 && closing !== undefined && decimals >= decimalsOfCurrency(currency)
    if (addsUp !== true && !isFull) throw cut
  }
  if (/^90/.test(last.tag) && doubts.some(({ said }) => said.startsWith(`:${last.tag}:`))) throw cut
}

function balanceOf(field: Field | undefined): Balance | undefined {
  if (!field) return undefined
  const parts = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d{0,15})?)$/.exec(field.lines[0]?.trimEnd() ?? '')
  const [, sign, date, currency, amount] = parts ?? []
  if (date === undefined || currency === undefined || amount === undefined || !isCurrency(currency)) {
    throw new ReadingFault(field.at, `The balance :${field.tag}:${shown(field.lines[0] ?? '')} cannot be read.`)
  }
  const day = shortDay(date)
  if (day === undefined && date !== '000000') throw new ReadingFault(field.at, `The balance has no real day: ${date}.`)
  const minor = minorOf(amount, currency, ',')
  if (typeof minor === 'string') throw new ReadingFault(field.at, minor)
  return { kind: field.tag, amount: decimalText(sign === 'D' ? -minor : minor, currency), currency, day }
}

interface InStatement {
  currency: string
  /** Neither balances nor totals say which lines it has. */
  isUnproven: boolean
  settings: FormatSettings
}

function linesOf(message: Message, statement: InStatement): { lines: StatementLine[]; doubts: Doubt[] } {
  const lines: StatementLine[] = []
  const doubts: Doubt[] = []
  let information: string[][] = []
  let informed = 0
  let entry: Field | undefined
  const finish = () => {
    if (!entry) return
    lines.push(lineOf(entry, information, { ...statement, position: lines.length + 1, doubts }))
    entry = undefined
  }
  for (const field of message.fields) {
    if (field.tag === '86' && entry) {
      information.push(field.lines)
      informed += field.lines.reduce((sum, line) => sum + line.length, 0)
      if (informed > statementLimits.fieldCharacters)
        throw new ReadingFault(field.at, 'The information of an entry is too long.')
    } else if (field.tag === '61') {
      finish()
      entry = field
      information = []
      informed = 0
    } else if (field.tag !== '86') finish()
  }
  finish()
  return { lines, doubts }
}

function lineOf(
  field: Field,
  information: readonly (readonly string[])[],
  { currency, isUnproven, settings, position, doubts }: InStatement & { position: number; doubts: Doubt[] },
): StatementLine {
  const [head = '', ...supplement] = field.lines
  const parts = entryPattern.exec(head.trimEnd())
  if (!parts) throw new ReadingFault(field.at, `The entry :61:${shown(head)} cannot be read.`)
  const [, valueText = '', entryText = '', mark = '', , amount = '', type = '', rest = ''] = parts
  const minor = minorOf(amount, currency, ',')
  if (typeof minor === 'string') throw new ReadingFault(field.at, minor)
  const valueDay = shortDay(valueText)
  if (valueDay === undefined) doubts.push({ rule: 'day', said: valueText, found: `no such day, line ${position}` })
  const at = rest.indexOf('//')
  const [customer, bank] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at + 2)]
  const told = informationOf(information, settings.partyFields === true)
  return {
    position,
    entry: position,
    bookingDay: entryDay(entryText.trim(), valueText, valueDay) ?? valueDay,
    valueDay,
    sign: signOf(mark),
    amount: decimalText(minor, currency),
    currency,
    reversal: mark.startsWith('R'),
    booked: !mark.startsWith('E'),
    isSingle: true,
    inDoubt: isUnproven || (settings.supplements === false && supplement.some((line) => line.trim() !== '')),
    bankFields: told.bankFields,
    textDigest: textDigest([...information.map((lines) => lines.join('')), ...supplement]),
    details: [],
    refs: { ...told.refs, bankRef: reference(bank), customerRef: reference(customer) },
    text: shortText([told.text, ...supplement].join(' ')),
    party: told.party,
    code: type.trimEnd(),
    returnCode: told.returnCode,
  }
}

/** The reversal of a credit takes money away. */
function signOf(mark: string | undefined): LineSign {
  return mark === 'C' || mark === 'RD' || mark === 'EC' ? 'C' : 'D'
}

function reference(text: string): string | undefined {
  const trimmed = given(text)
  return trimmed === undefined || /^(NONREF|NOREF)$/i.test(trimmed) ? undefined : trimmed
}

/** The entry date has no year: it is the one nearest to the value date. */
function entryDay(text: string, valueText: string, valueDay: string | undefined): string | undefined {
  if (text === '') return undefined
  const [month, day, year] = [Number(text.slice(0, 2)), Number(text.slice(2)), 2000 + Number(valueText.slice(0, 2))]
  if (valueDay === undefined) return dayOf(year, month, day)
  const near = (candidate: string) => Math.abs(Date.parse(candidate) - Date.parse(valueDay))
  return [year, year - 1, year + 1]
    .map((each) => dayOf(each, month, day))
    .filter((each) => each !== undefined)
    .sort((a, b) => near(a) - near(b))[0]
}

/** What the bank counted and summed itself (`:90C:`, `:90D:`), where it differs. */
function totalDoubts(totals: readonly Field[], lines: readonly StatementLine[], currency: string): Doubt[] {
  const found = sums({ currency, lines: lines.map((line) => ({ ...line, booked: true })) })
  const credits = lines.filter(({ sign }) => sign === 'C').length
  return totals.flatMap((field): Doubt[] => {
    const text = field.lines[0]?.trimEnd() ?? ''
    const [, number = '', code = '', amount = ''] = /^(\d{1,5})([A-Z]{3})(\d{1,15}(?:,\d{0,15})?)$/.exec(text) ?? []
    if (number === '') throw new ReadingFault(field.at, `The total :${field.tag}:${shown(text)} cannot be read.`)
    const minor = minorOf(amount, currency, ',')
    if (typeof minor === 'string') throw new ReadingFault(field.at, minor)
    const isCredit = field.tag === '90C'
    const [count, sum] = isCredit ? [credits, found.credits] : [lines.length - credits, found.debits]
    const said = `:${field.tag}:${text}`
    if (Number(number) !== count) return [{ rule: 'count', said, found: String(count) }]
    return code !== currency || decimalText(minor, currency) !== sum ? [{ rule: 'sum', said, found: sum }] : []
  })
}

/** Pages that follow each other, each ending with the intermediate balance that the next one begins with, are one statement. */
function joinPages(pages: readonly Statement[]): Statement[] {
  const groups: Statement[][] = []
  let before: Statement | undefined
  for (const page of pages) {
    if (before && follows(before, page)) groups.at(-1)?.push(page)
    else groups.push([page])
    before = page
  }
  return groups.map(joined)
}

function joined(pages: Statement[]): Statement {
  const [first, last] = [pages[0] as Statement, pages.at(-1) as Statement]
  if (first === last) return first
  const { currency, opening } = first
  const { isLastPage, to, closing } = last
  const lines = pages
    .flatMap((page) => page.lines)
    .map((line, index) => ({ ...line, position: index + 1, entry: index + 1 }))
  const total = sums({ currency, opening, closing, lines })
  const others = pages.flatMap(({ doubts }) => doubts).filter(({ rule }) => rule !== 'balance')
  return {
    ...first,
    isLastPage,
    to,
    closing,
    lines,
    entries: lines.length,
    ...total,
    doubts: [...total.doubts, ...others],
  }
}

function follows(before: Statement, page: Statement): boolean {
  return (
    before.closing?.kind === '62M' &&
    page.opening?.kind === '60M' &&
    before.account === page.account &&
    before.number === page.number &&
    before.closing.amount === page.opening.amount &&
    before.closing.currency === page.opening.currency
  )
}
