import { z } from 'zod'
import { dateFormFault } from './csv-dates.ts'
import { encodingNamed } from './encodings.ts'

/** What a column of a table may hold. */
const fields = [
  'bookingDay',
  'valueDay',
  'amount',
  'debit',
  'credit',
  'sign',
  'balance',
  'text',
  'bankRef',
  'endToEndId',
  'customerRef',
  'code',
  'partyName',
  'partyDocument',
  'partyAccount',
] as const

export type CsvField = (typeof fields)[number]

const pattern = z.string().min(1).max(200).refine(isPattern, 'is no regular expression')

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== ''
  } catch {
    return false
  }
}

const mark = z.string().length(1)

const csvProfileSchema = z.strictObject({
  name: z.string().min(1).max(100),
  /** Without it the bytes decide. */
  encoding: z
    .string()
    .max(40)
    .refine((name) => encodingNamed(name) !== undefined, 'is no encoding that is read')
    .optional(),
  delimiter: mark,
  quote: mark.default('"'),
  /** The bank puts every text in quotes, and doubles those inside. */
  quotesTexts: z.boolean().default(false),
  /** Lines before the header. */
  skip: z.int().min(0).max(100).default(0),
  /** The account's number, or where the skipped lines hold it (first group). */
  account: z.string().min(1).max(60).optional(),
  accountPattern: pattern.optional(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Name of the column → field. */
  header: z.record(z.string().min(1).max(200), z.enum(fields)),
  /** Made of `d`, `dd`, `M`, `MM`, `MMM` (a name), `yy`, `yyyy`, `HH`, `mm`, `ss`, `X` (a zone), `T` and other characters. */
  date: z.string().min(3).max(40),
  decimal: z.enum(['.', ',']),
  thousands: z.enum(['', '.', ',', ' ', "'"]).default(''),
  amount: z.enum(['signed', 'debit_credit', 'sign_column']),
  /** What the sign column says for money out and in. */
  debitWords: z.array(z.string().min(1).max(40)).default(['D']),
  creditWords: z.array(z.string().min(1).max(40)).default(['C']),
  /** Which line comes first: the oldest or the newest. */
  order: z.enum(['asc', 'desc']),
  /** In the text: a reference and a document, to show them (first group, else the whole match). */
  reference: pattern.optional(),
  document: pattern.optional(),
  /** The record after the last line. With it, a table that was cut is noticed. */
  footer: pattern.optional(),
})

/** How one bank writes its tables. */
export type CsvProfile = z.output<typeof csvProfileSchema>

/** A profile that somebody is making: fields may be missing. */
export type CsvDraft = Partial<z.input<typeof csvProfileSchema>>

/** Reads a profile; names every wrong field. */
export function readCsvProfile(json: unknown): { profile: CsvProfile } | { faults: string[] } {
  const result = csvProfileSchema.safeParse(json)
  const faults = result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.') || 'profile'}: ${message}`)
  faults.push(...mutualFaults(result.success ? result.data : readableFields(json)))
  return result.success && faults.length === 0 ? { profile: result.data } : { faults }
}

/** The fields that are right by themselves. */
export function readableFields(json: unknown): Partial<CsvProfile> {
  const given = Object(json) as { [field: string]: unknown }
  const right = Object.entries(csvProfileSchema.shape).flatMap(([field, schema]) => {
    const result = schema.safeParse(given[field])
    return result.success && result.data !== undefined ? [[field, result.data]] : []
  })
  return Object.fromEntries(right) as Partial<CsvProfile>
}

/** Fields that contradict each other, and columns that are needed. */
function mutualFaults(profile: Partial<CsvProfile>): string[] {
  const faults: string[] = []
  const { header, amount, account, accountPattern, decimal, thousands, delimiter = '', quote = '', date } = profile
  const mapped: readonly string[] = Object.values(header ?? {})
  if (new Set(mapped).size < mapped.length) faults.push('header: names a field twice')
  const needed = { signed: ['amount'], debit_credit: ['debit', 'credit'], sign_column: ['amount', 'sign'] }
  for (const field of header ? ['bookingDay', ...(amount ? needed[amount] : [])] : []) {
    if (!mapped.includes(field)) faults.push(`header: has no column for ${field}`)
  }
  if ((account === undefined) === (accountPattern === undefined)) {
    faults.push('account: is needed, or accountPattern, and not both')
  }
  if (decimal !== undefined && decimal === thousands) faults.push('thousands: is the decimal mark')
  if (delimiter !== '' && delimiter === quote) faults.push('quote: is the delimiter')
  if (/[\r\n]/.test(delimiter + quote)) faults.push('delimiter: ends a line')
  const dateFault = date === undefined ? undefined : dateFormFault(date)
  if (dateFault !== undefined) faults.push(`date: ${dateFault}`)
  return faults
}
