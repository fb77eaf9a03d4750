import { type AccountEntry, decimalOf, isCredit, type Statement, sumOf } from './account.ts'

/** MT940 of a day: with balances. */
export function writeMt940(statement: Statement): string {
  const { account, day, openingMinor, closingMinor } = statement
  const [opening, closing] = [openingMinor, closingMinor].map((minor) => {
    const amount = decimalOf(minor, account, ',').replace('-', '')
    return `${minor < 0n ? 'D' : 'C'}${shortDay(day)}${account.currency}${amount}`
  })
  return mt(statement, [`:60F:${opening}`], [`:62F:${closing}`])
}

/** MT942 of a day: with totals instead of balances. */
export function writeMt942(statement: Statement): string {
  const { account, day, entries } = statement
  const [debits, credits] = [false, true].map((wanted) => {
    const some = entries.filter((entry) => isCredit(entry) === wanted)
    return `${some.length}${account.currency}${decimalOf(sumOf(some), account, ',').replace('-', '')}`
  })
  const floor = `:34F:${account.currency}${decimalOf(0n, account, ',')}`
  return mt(statement, [floor, `:13D:${shortDay(day)}2359+0000`], [`:90D:${debits}`, `:90C:${credits}`])
}

const mtTypes = { deposit: 'NTRF', debit: 'NTRF', fee: 'NCHG', return: 'NRTI' }

function mt({ account, day, entries }: Statement, before: string[], after: string[]): string {
  const lines = entries.flatMap((entry) => {
    const { kind, amount_minor: minor, end_to_end_id: named = '' } = entry.facts
    const days = `${shortDay(day)}${shortDay(day).slice(2)}${isCredit(entry) ? 'C' : 'D'}`
    const own = named === '' || named.length > 16 ? 'NONREF' : named
    const amount = decimalOf(BigInt(minor), account, ',')
    return [`:61:${days}${amount}${mtTypes[kind]}${own}//${entry.ref}`, `:86:${information(entry)}`]
  })
  const head = [`:20:SB${shortDay(day)}`, `:25:${account.number}`, ':28C:1/1']
  return [...head, ...before, ...lines, ...after, '-', ''].join('\r\n')
}

/** In one line the numbered subfields that banks share: the text in pieces of 27 characters, account and name of the other side. */
function information({ facts: { kind, text, party } }: AccountEntry): string {
  const pieces = swift(text).match(/.{1,27}/g) ?? []
  const name = swift(party?.name ?? '')
  const fields = [
    ['00', kind.toUpperCase()],
    ...pieces.map((piece, index) => [`2${index}`, piece]),
    ['31', party?.account],
    ['32', name.slice(0, 27)],
    ['33', name.slice(27)],
  ]
  return `166${fields.map(([code, value = '']) => (value === '' ? '' : `?${code}${value}`)).join('')}`
}

/** The character set of SWIFT without `?` and `+`, by which subfields begin: what cannot be written becomes a point. */
function swift(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^A-Za-z0-9 /:().,'-]/gu, '.')
}

/** A table as web pages of banks give it: texts in quotes, debit and credit apart, the balance after each row. */
export function writeCsv({ account, day, entries, openingMinor, closingMinor }: Statement): string {
  let balanceMinor = openingMinor
  const rows = entries.map((entry) => {
    const { amount_minor: minor, kind, text, party, end_to_end_id: named } = entry.facts
    balanceMinor += sumOf([entry])
    const code = kind === 'return' ? 'RRTN' : kind
    const texts = [entry.ref, text, code, named, party?.name, party?.document, party?.account]
    const amount = decimalOf(BigInt(minor), account, ',')
    const amounts = isCredit(entry) ? ['', amount] : [amount, '']
    const quoted = texts.map((value = '') => `"${value.replaceAll('"', '""')}"`)
    return [day.split('-').reverse().join('/'), ...quoted, ...amounts, decimalOf(balanceMinor, account, ',')].join(';')
  })
  const head = 'Date;Number;Text;Code;Reference;Name;Document;Account;Debit;Credit;Balance'
  const end = `Closing balance;${decimalOf(closingMinor, account, ',')}`
  return [`Account;${account.number};${account.currency};${day}`, head, ...rows, end, ''].join('\r\n')
}

function shortDay(day: string): string {
  return day.replaceAll('-', '').slice(2)
}
