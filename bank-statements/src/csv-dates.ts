import { type AccountDays, dayOf } from './days.ts'

/** Months in Spanish, Portuguese and English. Banks write the whole name or its first three letters. */
const months = [
  'enero janeiro january',
  'febrero fevereiro february',
  'marzo marco march',
  'abril april',
  'mayo maio may',
  'junio junho june',
  'julio julho july',
  'agosto august',
  'septiembre setiembre setembro september sept',
  'octubre outubro october',
  'noviembre novembro november',
  'diciembre dezembro december',
].map((names) => names.split(' '))

const parts: Readonly<{ [part: string]: string }> = {
  d: '(?<d>\\d{1,2})',
  dd: '(?<d>\\d{2})',
  M: '(?<M>\\d{1,2})',
  MM: '(?<M>\\d{2})',
  MMM: '(?<M>\\p{L}{3,12}\\.?)',
  MMMM: '(?<M>\\p{L}{3,12}\\.?)',
  yy: '(?<y>\\d{2})',
  yyyy: '(?<y>\\d{4})',
  HH: '(?<H>\\d{2})',
  mm: '(?<m>\\d{2})',
  ss: '(?<s>\\d{2})',
  X: '(?<X>Z|[+-]\\d{2}(?::?\\d{2})?)',
  T: 'T',
}

const part = /d{1,2}|M{1,4}|yyyy|yy|HH|mm|ss|X|[\s\S]/g

/** What is wrong with the form of a day in a profile, or undefined. */
export function dateFormFault(form: string): string | undefined {
  const found = form.match(part) ?? []
  const letters = found.filter((each) => /\p{L}/u.test(each))
  const unknown = letters.find((each) => !Object.hasOwn(parts, each))
  if (unknown !== undefined)
    return `is made of d, dd, M, MM, MMM, MMMM, yy, yyyy, HH, mm, ss, X (a zone) and T, and not of ${unknown}`
  const kinds = letters.map((each) => each.charAt(0)).filter((kind) => kind !== 'T')
  if (new Set(kinds).size < kinds.length) return 'names a part twice'
  if (!['d', 'M', 'y'].every((kind) => kinds.includes(kind))) return 'needs a day, a month and a year'
  return kinds.includes('X') && !(kinds.includes('H') && kinds.includes('m')) ? 'has a zone and no time' : undefined
}

/** Reads days of a form without fault. */
export function dayReader(form: string, days: AccountDays): (text: string) => string | undefined {
  const source = form.replace(part, (each) => parts[each] ?? each.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'))
  const pattern = new RegExp(`^${source}$`, 'iu')
  return (text) => {
    const found = text.length > 60 ? undefined : pattern.exec(text)?.groups
    if (!found) return undefined
    const { d, M = '', y, H, m, s = '00', X } = found
    const year = Number(y)
    const written = dayOf(year < 100 ? 2000 + year : year, /^\d/.test(M) ? Number(M) : monthNamed(M), Number(d))
    if (written === undefined || X === undefined) return written
    const zone = /^z$/i.test(X) ? 'Z' : X.replace(':', '').padEnd(5, '0').replace(/(..)$/, ':$1')
    return days.iso(`${written}T${H}:${m}:${s}${zone}`)
  }
}

/** From 1; 0 where it is no month. */
function monthNamed(text: string): number {
  const name = text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
  return months.findIndex((names) => names.some((each) => each === name || each.slice(0, 3) === name)) + 1
}
