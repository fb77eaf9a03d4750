import { z } from 'zod'

/** What a column may hold, beside a fixed text. */
export const columnValues = [
  'account',
  'account_inter_bank_code',
  'account_phone',
  'account_bank',
  'account_type',
  'account_doc_type',
  'account_doc_id',
  'account_beneficiary',
  'account_state',
  'amount',
  'currency',
  'execution_day',
  'instruction_key',
  'reference',
  'message_id',
  'batch_number',
  'position',
  'fixed',
] as const
export type ColumnValue = (typeof columnValues)[number]

/** Values that say whose money it is. They are never cut or changed: what does not fit refuses the file. */
export const exactValues: ReadonlySet<ColumnValue> = new Set([
  'account',
  'account_inter_bank_code',
  'account_phone',
  'account_doc_id',
  'amount',
  'currency',
  'execution_day',
  'instruction_key',
  'message_id',
])

const accountValues: ReadonlySet<ColumnValue> = new Set(['account', 'account_inter_bank_code', 'account_phone'])

const columnsMax = 60
const textMax = 200
const mappedMax = 200
const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'holds a control character')

const column = z.strictObject({
  /** The column's name in the first row. */
  header: text(textMax).default(''),
  value: z.enum(columnValues),
  /** The text of a `fixed` column; elsewhere what stands there where the payout has no such field. */
  text: text(textMax).optional(),
  /** The bank's words for ours: `{ "CC": "01" }`. A value without an entry refuses the file. */
  words: z.record(z.string().max(textMax), text(textMax)).optional(),
  /** Most characters. */
  max: z.number().int().min(1).max(500).optional(),
  /** A longer text is cut at `max` instead of refusing the file. Never for accounts, documents, keys and amounts. */
  cut: z.boolean().default(false),
  /** Filled with zeros on the left up to `max`. */
  zeros: z.boolean().default(false),
  required: z.boolean().default(false),
})

const template = z.strictObject({
  columns: z.array(column).min(2).max(columnsMax),
  delimiter: z.enum([';', ',', '|', '\t']),
  /** Whether the first row has the names of the columns. */
  header: z.boolean(),
  /** `null`: an amount has digits only; with two decimals they are hundredths. */
  decimal_mark: z.enum(['.', ',']).nullable(),
  /** How many decimals the bank reads in an amount, whatever the currency has. */
  decimals: z.union([z.literal(0), z.literal(2)]),
  date_format: z.enum(['yyyy-MM-dd', 'dd/MM/yyyy', 'dd-MM-yyyy', 'yyyyMMdd', 'ddMMyyyy']),
  line_end: z.enum(['crlf', 'lf']).default('crlf'),
  /** `never`: for banks that do not know quotes. Then no text may hold the delimiter. */
  quotes: z.enum(['when_needed', 'always', 'never']).default('when_needed'),
  /** Letters without accents, and nothing else that is not ASCII. */
  ascii: z.boolean().default(true),
})

/** How a bank's table of payments is written: the payout settings of a bank account with the format `csv`. */
export type CsvTemplate = z.output<typeof template>
export type CsvColumn = CsvTemplate['columns'][number]

/** Reads a template, or says everything that is wrong with it. */
export function readCsvTemplate(
  json: unknown,
): { template: CsvTemplate } | { faults: { param: string; message: string }[] } {
  const read = template.safeParse(json)
  if (!read.success) {
    return { faults: read.error.issues.map(({ path, message }) => ({ param: path.join('.') || 'template', message })) }
  }
  const faults = faultsOf(read.data)
  return faults.length > 0 ? { faults } : { template: read.data }
}

function faultsOf(read: CsvTemplate): { param: string; message: string }[] {
  const count = (value: ColumnValue) => read.columns.filter((each) => each.value === value).length
  const say = (isWrong: boolean, param: string, message: string) => (isWrong ? [{ param, message }] : [])
  return [
    ...say(count('amount') !== 1, 'columns', 'exactly one column is the amount'),
    ...say(
      !read.columns.some(({ value }) => accountValues.has(value)),
      'columns',
      'one column is account, account_inter_bank_code or account_phone',
    ),
    ...say(
      count('instruction_key') === 0,
      'columns',
      'one column is the instruction_key: the bank’s debit line finds its payout by it',
    ),
    ...say(read.decimal_mark === read.delimiter, 'decimal_mark', 'the decimal mark is not the delimiter'),
    ...say(
      read.decimal_mark !== null && read.decimals === 0,
      'decimal_mark',
      'without decimals there is no decimal mark: null',
    ),
    ...read.columns.flatMap((each, at) => columnFaults(each, `columns.${at}`)),
  ]
}

function columnFaults(each: CsvColumn, param: string): { param: string; message: string }[] {
  const say = (isWrong: boolean, name: string, message: string) =>
    isWrong ? [{ param: `${param}.${name}`, message }] : []
  const isExact = exactValues.has(each.value)
  return [
    ...say(each.cut && (isExact || each.value === 'fixed'), 'cut', `${each.value} is never cut`),
    ...say(each.cut && each.max === undefined, 'max', 'what is cut has a max'),
    ...say(each.zeros && each.max === undefined, 'max', 'what is filled with zeros has a max'),
    ...say(each.value === 'fixed' && each.text === undefined, 'text', 'a fixed column has a text'),
    ...say(each.text !== undefined && isExact, 'text', `${each.value} has no text in its place`),
    ...say(
      each.words !== undefined && (isExact || each.value === 'fixed'),
      'words',
      `${each.value} has no other words`,
    ),
    ...say(Object.keys(each.words ?? {}).length > mappedMax, 'words', `at most ${mappedMax} words`),
    ...say(each.text !== undefined && isFormula(each.text), 'text', 'a spreadsheet would read it as a formula'),
    ...say(isFormula(each.header), 'header', 'a spreadsheet would read it as a formula'),
    ...say(Object.values(each.words ?? {}).some(isFormula), 'words', 'a spreadsheet would read one as a formula'),
  ]
}

/** Whether a spreadsheet would compute the text. A plus before digits alone is a phone number. */
export function isFormula(value: string): boolean {
  return /^[=+\-@\t\r]/.test(value.trimStart()) && !/^\+\d+$/.test(value)
}
