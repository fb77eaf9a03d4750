import { type AccountEntry, decimalOf, isCredit, type Statement, sumOf } from './account.ts'

/** MT940 of a day, with balances; MT942 with totals instead of them. */
export function writeMt(statement: Statement, isIntraday: boolean): string {
  const { account, day, entries, openingMinor, closingMinor } = statement
  const { currency, number } = account
  const shortDay = day.replaceAll('-', '').slice(2)
  const amount = (minor: bigint) => decimalOf(minor < 0n ? -minor : minor, account, ',')
  const balance = (minor: bigint) => `${minor < 0n ? 'D' : 'C'}${shortDay}${currency}${amount(minor)}`
  const total = (some: readonly AccountEntry[]) => `${some.length}${currency}${amount(sumOf(some))}`
  const lines = entries.flatMap((entry) => {
    const { kind, end_to_end_id: named = '' } = entry.facts
    const own = named === '' || named.length > 16 ? 'NONREF' : named
    const type = { deposit: 'NTRF', debit: 'NTRF', fee: 'NCHG', return: 'NRTI' }[kind]
    const money = `${shortDay}${shortDay.slice(2)}${isCredit(entry) ? 'C' : 'D'}${amount(sumOf([entry]))}`
    return [`:61:${money}${type}${own}//${entry.ref}`, `:86:${information(entry)}`]
  })
  const [before, after] = isIntraday
    ? [
        [`:34F:${currency}${amount(0n)}`, `:13D:${shortDay}2359+0000`],
        [`:90D:${total(entries.filter((each) => !isCredit(each)))}`, `:90C:${total(entries.filter(isCredit))}`],
      ]
    : [[`:60F:${balance(openingMinor)}`], [`:62F:${balance(closingMinor)}`]]
  return [`:20:SB${shortDay}`, `:25:${number}`, ':28C:1/1', ...before, ...lines, ...after, '-', ''].join('\r\n')
}

/** In one line the subfields that banks share: the text in pieces of 27 characters, account and name of the other side. */
function information({ facts: { kind, text, party } }: AccountEntry): string {
  const pieces = (swift(text).match(/.{1,27}/g) ?? []).map((piece, index) => `?2${index}${piece}`)
  const account = party?.account === undefined ? '' : `?31${party.account}`
  const [name, rest] = [swift(party?.name ?? '').slice(0, 27), swift(party?.name ?? '').slice(27)]
  return `166?00${kind.toUpperCase()}${pieces.join('')}${account}${name && `?32${name}`}${rest && `?33${rest}`}`
}

/** The character set of SWIFT without `?` and `+`, by which subfields begin: what cannot be written becomes a point. */
function swift(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '')
  return bare.replace(/[^A-Za-z0-9 /:().,'-]/gu, '.')
}

/** A table as web pages of banks give it: texts in quotes, debit and credit apart, the balance after each row. */
export function writeCsv({ account, day, entries, openingMinor, closingMinor }: Statement): string {
  let balanceMinor = openingMinor
  const rows = entries.map((entry) => {
    const { kind, text, party, end_to_end_id: named } = entry.facts
    balanceMinor += sumOf([entry])
    const code = kind === 'return' ? 'RRTN' : kind
    const texts = [entry.ref, text, code, named, party?.name, party?.document, party?.account]
    const amount = decimalOf(BigInt(entry.facts.amount_minor), account, ',')
    const quoted = texts.map((value = '') => `"${value.replaceAll('"', '""')}"`).join(';')
    const amounts = isCredit(entry) ? `;${amount}` : `${amount};`
    return `${day.split('-').reverse().join('/')};${quoted};${amounts};${decimalOf(balanceMinor, account, ',')}`
  })
  const head = 'Date;Number;Text;Code;Reference;Name;Document;Account;Debit;Credit;Balance'
  const end = `Closing balance;${decimalOf(closingMinor, account, ',')}`
  return [`Account;${account.number};${account.currency};${day}`, head, ...rows, end, ''].join('\r\n')
}
