import type { Movement } from './account.ts'
import { decimalOf, type StatementOfDays } from './statement.ts'

/** Characters of one line of `:86:`, and lines of it, as SWIFT allows. */
const LINE_MAX = 65
const LINES_MAX = 6

/** MT940 as SWIFT publishes it, with the subfields of `:86:` that German and Latin American banks share. */
export function writeMt940(statement: StatementOfDays): string {
  const { facts, from, to, openingMinor, closingMinor, movements } = statement
  return [
    `:20:SB${yymmdd(from)}${yymmdd(to)}`,
    `:25:${facts.number}`,
    `:28C:${dayOfYear(to)}/1`,
    `:60F:${balance(statement, openingMinor, from)}`,
    ...movements.flatMap((movement) => lines(statement, movement)),
    `:62F:${balance(statement, closingMinor, to)}`,
    '-',
    '',
  ].join('\r\n')
}

function balance({ facts }: StatementOfDays, minor: bigint, day: string): string {
  return `${minor < 0n ? 'D' : 'C'}${yymmdd(day)}${facts.currency}${decimalOf(minor, facts.decimals, ',')}`
}

function lines({ facts }: StatementOfDays, movement: Movement): string[] {
  const amount = decimalOf(BigInt(movement.amount_minor), facts.decimals, ',')
  const days = `${yymmdd(movement.value_day)}${yymmdd(movement.booking_day).slice(2)}`
  const mark = movement.reversal ? (movement.sign === 'C' ? 'RD' : 'RC') : movement.sign
  const own =
    movement.end_to_end_id === undefined || movement.end_to_end_id.length > 16 ? 'NONREF' : movement.end_to_end_id
  return [`:61:${days}${mark}${amount}NTRF${own}//${movement.id}`, ...information(movement)]
}

function information({ text, party, end_to_end_id: endToEndId }: Movement): string[] {
  const parts = [
    ...(endToEndId === undefined ? [] : [`/EREF/${endToEndId}`]),
    `/REMI/${text}`,
    ...(party ? [`/NAME/${plain(party.name)}`] : []),
    ...(party?.account === undefined ? [] : [`/IBAN/${plain(party.account)}`]),
  ]
  const whole = parts.join('')
  const cut = Array.from({ length: LINES_MAX }, (_, index) => whole.slice(index * LINE_MAX, (index + 1) * LINE_MAX))
  return cut.filter((line) => line !== '').map((line, index) => (index === 0 ? `:86:${line}` : line))
}

/** SWIFT's character set: a line that begins with `:` or `-` would end the field. */
function plain(value: string): string {
  return value.normalize('NFD').replace(/[^A-Za-z0-9 .,]/g, '')
}

function yymmdd(day: string): string {
  return day.replaceAll('-', '').slice(2)
}

function dayOfYear(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000) + 1
}
