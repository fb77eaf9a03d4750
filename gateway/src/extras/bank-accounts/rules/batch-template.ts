/** What a column of a payment file holds. `text` is the operator's own, with `{reference}` for the short reference. */
export const batchSources = [
  'holder',
  'document_type',
  'document',
  'account',
  'account_type',
  'bank',
  'bank_code',
  'amount',
  'currency',
  'reference',
  'execution_day',
  'text',
] as const

export type BatchSource = (typeof batchSources)[number]

export interface BatchColumn {
  /** Of the header. */
  header: string
  source: BatchSource
  /** Of a `text`. */
  text?: string | undefined
  /** In characters. A longer value refuses the file. */
  max?: number | undefined
}

export const batchDelimiters = [',', ';', '\t', '|'] as const
export const batchQuotes = ['always', 'needed', 'never'] as const
/** `none`: the amount in the smallest units of its currency. */
export const batchDecimals = ['.', ',', 'none'] as const
export const batchEncodings = ['utf-8', 'utf-8-bom', 'windows-1252'] as const
export const batchLineEnds = ['crlf', 'lf'] as const
export const batchDates = ['YYYY-MM-DD', 'DD/MM/YYYY', 'DD-MM-YYYY', 'YYYYMMDD', 'DDMMYYYY'] as const

/** How the bank of an account takes a table of payments. */
export interface BatchTemplate {
  columns: readonly BatchColumn[]
  delimiter: (typeof batchDelimiters)[number]
  quote: (typeof batchQuotes)[number]
  decimal: (typeof batchDecimals)[number]
  encoding: (typeof batchEncodings)[number]
  lineEnd: (typeof batchLineEnds)[number]
  header: boolean
  date: (typeof batchDates)[number]
}

/** For an account without a template of its own: everything that is known, as a spreadsheet reads it. */
export const usualTemplate: BatchTemplate = {
  columns: batchSources.filter((source) => source !== 'text').map((source) => ({ header: source, source })),
  ...{ delimiter: ',', quote: 'always', decimal: '.', encoding: 'utf-8', lineEnd: 'crlf', header: true },
  date: 'YYYY-MM-DD',
}

/** Why files of a template could not be told apart from their text, or would say too little to be paid by. */
export function templateFaults({ columns, quote, decimal, delimiter }: BatchTemplate): string[] {
  const count = (source: BatchSource) => columns.filter((column) => column.source === source).length
  const names = ({ source, text }: BatchColumn) => source === 'reference' || Boolean(text?.includes('{reference}'))
  return [
    ...(count('amount') === 1 ? [] : ['columns: exactly one holds the amount']),
    ...(count('account') > 0 ? [] : ['columns: one holds the account']),
    ...(columns.some(names) ? [] : ['columns: one holds the reference, or a text with {reference}']),
    ...(columns.every(({ source, text }) => (source === 'text') === (text !== undefined))
      ? []
      : ['columns: a text belongs to the source text']),
    ...(quote === 'never' && decimal === delimiter ? ['decimal: is the delimiter, and nothing is quoted'] : []),
  ]
}
