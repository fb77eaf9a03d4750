import { decimalsOfCurrency, decimalText, isCurrency, minorOf, shown, sums } from './amounts.ts'
import { type Content, textOf } from './content.ts'
import { dayOf, shortDay } from './days.ts'
import { informationOf } from './mt-information.ts'
import { type Field, type Message, messagesOf } from './mt-messages.ts'
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

/** Reads MT940 and MT942, one or several messages, with or without the envelopes of SWIFT. */
export function readMt94x(content: Content): Omit<Reading, 'markers'> {
  const text = textOf(content)
  const messages = messagesOf(text)
  const statements = messages.map((message) => statementOf(message))
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
  }
}

function statementOf(message: Message): Statement {
  const field = (...tags: string[]) => message.fields.find(({ tag }) => tags.includes(tag))
  const [opening, closing] = [
    balanceOf(field('60F', '60M')),
    balanceOf(message.fields.findLast(({ tag }) => /^62[FM]$/.test(tag))),
  ]
  const totals = message.fields.filter(({ tag }) => /^90[CD]$/.test(tag))
  const isIntraday = !opening && !closing
  requireWhole(message, { isIntraday, hasClosing: closing !== undefined, hasTotals: totals.length > 0 })
  const accountField = field('25', '25P')
  const account = accountField?.lines[0]?.replace(/\s/g, '') ?? ''
  if (account === '') throw new ReadingFault((accountField ?? message).at, 'The statement names no account (:25:).')
  const floor = /^([A-Z]{3})[CD]?\d/.exec(field('34F')?.lines[0] ?? '')?.[1]
  const currency =
    opening?.currency ?? closing?.currency ?? floor ?? /^\d{1,15}([A-Z]{3})/.exec(totals[0]?.lines[0] ?? '')?.[1]
  if (currency === undefined) throw new ReadingFault(message.at, 'The statement has no currency.')
  const { lines, doubts } = linesOf(message, currency)
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
  { isIntraday, hasClosing, hasTotals }: { isIntraday: boolean; hasClosing: boolean; hasTotals: boolean },
): void {
  if (!isIntraday && !hasClosing) {
    throw new ReadingFault(message.end, 'The statement ends without its closing balance (:62F:): the file is cut.')
  }
  const isMarked = message.fields.some(({ tag }) => /^(34F|13D?|90[CD])$/.test(tag))
  if (isIntraday && !isMarked)
    throw new ReadingFault(message.at, 'The statement has neither balances nor the fields of an MT942.')
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

const entryPattern = /^(\d{6})(\d{4}| {4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{1,15}(?:,\d{0,15})?)([A-Z][A-Z0-9 ]{3})(.*)$/

function linesOf(message: Message, currency: string): { lines: StatementLine[]; doubts: Doubt[] } {
  const lines: StatementLine[] = []
  const doubts: Doubt[] = []
  let information: string[][] = []
  let informed = 0
  let entry: Field | undefined
  const finish = () => {
    if (!entry) return
    lines.push(lineOf(entry, information, { currency, position: lines.length + 1, doubts }))
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
  { currency, position, doubts }: { currency: string; position: number; doubts: Doubt[] },
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
  const told = informationOf(information)
  return {
    position,
    entry: position,
    bookingDay: entryDay(entryText.trim(), valueText, valueDay) ?? valueDay,
    valueDay,
    // The reversal of a credit takes money away.
    sign: mark === 'C' || mark === 'RD' || mark === 'EC' ? 'C' : 'D',
    amount: decimalText(minor, currency),
    currency,
    reversal: mark.startsWith('R'),
    booked: !mark.startsWith('E'),
    isSingle: true,
    details: [],
    refs: { ...told.refs, bankRef: reference(bank), customerRef: reference(customer) },
    text: shortText([told.text, ...supplement].join(' ')),
    party: told.party,
    code: type.trimEnd(),
    returnCode: told.returnCode,
  }
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
