import { decimalOf, type StatementOfDays } from './statement.ts'

/**
 * A table as the web pages of Latin American banks give it: a head with the account, dates `dd/MM/yyyy`, decimal comma,
 * debit and credit apart, the balance after each row, and a last row that says the closing balance.
 */
export function writeCsv({ facts, movements, closingMinor, from, to }: StatementOfDays): string {
  const signed = (minor: bigint) => `${minor < 0n ? '-' : ''}${decimalOf(minor, facts.decimals, ',').replace(/,$/, '')}`
  const rows = movements.map((movement) => {
    const amount = signed(BigInt(movement.amount_minor))
    return [
      dmy(movement.booking_day),
      dmy(movement.value_day),
      movement.id,
      movement.text,
      movement.party?.name ?? '',
      movement.party?.document ?? '',
      movement.end_to_end_id ?? '',
      movement.sign === 'D' ? amount : '',
      movement.sign === 'C' ? amount : '',
      signed(BigInt(movement.balance_minor)),
    ]
  })
  return [
    `Account;${facts.number};${facts.currency}`,
    `Movements;${dmy(from)};${dmy(to)}`,
    'Date;Value date;Number;Description;Name;Document;Reference;Debit;Credit;Balance',
    ...rows.map((cells) => cells.map(cell).join(';')),
    `Closing balance;${signed(closingMinor)}`,
    '',
  ].join('\r\n')
}

function cell(value: string): string {
  return /[;"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

function dmy(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}
