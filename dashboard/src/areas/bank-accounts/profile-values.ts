import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type {
  CsvFieldData,
  CsvProfileBody,
  CsvProposalData,
} from '../../../../gateway/src/bank-accounts/http/contract/csv-profiles.ts'
import { nameOfAccount } from './account-name.tsx'

/** What stands in the form; everything is text until it is sent. */
export interface ProfileValues {
  name: string
  account: string
  delimiter: string
  skip: string
  date: string
  decimal: '.' | ','
  thousands: CsvProposalData['thousands']
  amount: CsvProposalData['amount']
  debitWords: string
  creditWords: string
  order: 'asc' | 'desc' | ''
  footer: string
  /** By the column's name; '' where it is not needed. */
  header: Readonly<Record<string, CsvFieldData | ''>>
}

/** The form begins with what was guessed of the sample. */
export function valuesOf(account: BankAccountData, guess: CsvProposalData): ProfileValues {
  const longest = account.numbers.toSorted((one, other) => other.length - one.length)[0]
  return {
    name: nameOfAccount(account),
    account: longest ?? '',
    delimiter: guess.delimiters[0] ?? ',',
    skip: String(guess.skip),
    date: guess.dates[0] ?? 'dd/MM/yyyy',
    decimal: guess.decimals[0] ?? '.',
    thousands: guess.thousands,
    amount: guess.amount,
    debitWords: 'D',
    creditWords: 'C',
    order: guess.order ?? '',
    footer: '',
    header: Object.fromEntries(guess.columns.map((column) => [column, guess.header[column] ?? ''])),
  }
}

/** The profile as the API takes it. */
export function profileOf(
  values: ProfileValues,
  { account, guess }: { account: BankAccountData; guess: CsvProposalData },
) {
  const words = (text: string) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  const header = Object.entries(values.header).flatMap(([column, field]) => (field === '' ? [] : [[column, field]]))
  return {
    name: values.name.trim(),
    encoding: guess.encoding,
    delimiter: values.delimiter,
    skip: Number(values.skip) || 0,
    account: values.account.trim(),
    currency: account.currency,
    header: Object.fromEntries(header) as Record<string, CsvFieldData>,
    date: values.date.trim(),
    decimal: values.decimal,
    thousands: values.thousands,
    amount: values.amount,
    ...(values.amount === 'sign_column' && {
      debitWords: words(values.debitWords),
      creditWords: words(values.creditWords),
    }),
    order: values.order === '' ? 'asc' : values.order,
    ...(values.footer.trim() === '' ? {} : { footer: values.footer.trim() }),
  } satisfies CsvProfileBody
}
