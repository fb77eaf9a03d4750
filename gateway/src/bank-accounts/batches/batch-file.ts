import { createHash } from 'node:crypto'
import { assert } from '../../values/assert.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import { Problem } from '../../values/problem.ts'
import { type CsvTemplate, readCsvTemplate } from '../payment-files/csv-template.ts'
import type { FileBatch, FileFault } from '../payment-files/payment.ts'
import { readCsvSums } from '../payment-files/read-csv.ts'
import { writeCsv } from '../payment-files/write-csv.ts'
import type { BatchRow } from '../store/payment-batches.ts'

export interface BatchPayment {
  position: number
  instruction_key: string
  reference: string
  amount_minor: bigint
  details: Readonly<Record<string, string>>
}

type Head = Pick<BatchRow, 'number' | 'message_id' | 'execution_day' | 'currency' | 'settings' | 'total_minor'>

/** The settings that a batch was made with. They were checked when they were set. */
export function templateOf(settings: unknown): CsvTemplate {
  const read = readCsvTemplate(settings)
  assert('template' in read, 'stored payout settings are a template')
  return read.template
}

/** What the writer needs of a batch. */
export function fileBatch(head: Head, payments: readonly BatchPayment[]): FileBatch {
  return {
    currency: head.currency,
    messageId: head.message_id,
    number: head.number,
    executionDay: head.execution_day,
    payments: payments.map((payment) => ({
      position: payment.position,
      instructionKey: payment.instruction_key,
      reference: payment.reference,
      amountMinor: payment.amount_minor,
      beneficiary: payment.details,
    })),
  }
}

export interface MadeFile {
  name: string
  content: Buffer
  sha256: Buffer
  count: number
  totalMinor: bigint
}

/**
 * Writes the file of a batch and reads it again. Throws `not_in_this_state` where a payment cannot be written, and where
 * the bytes do not give the batch's number of payments and total.
 */
export function makeFile(head: Head & Pick<BatchRow, 'item_count'>, payments: readonly BatchPayment[]): MadeFile {
  const template = templateOf(head.settings)
  const written = writeCsv(template, fileBatch(head, payments))
  if (written.kind === 'refused') throw refusedFile(written.faults)
  const { content } = written
  const sums = readSums(content, template, head.currency)
  if (sums.count !== head.item_count || sums.totalMinor !== head.total_minor) {
    throw new Problem('not_in_this_state', {
      message: `The file reads as ${sums.count} payments of ${sums.totalMinor} minor units, and the batch has ${head.item_count} of ${head.total_minor}: nothing was written.`,
    })
  }
  const sha256 = createHash('sha256').update(content).digest()
  return { name: `${head.message_id}.csv`, content, sha256, ...sums }
}

function readSums(content: Buffer, template: CsvTemplate, currency: CurrencyCode) {
  try {
    return readCsvSums(content, template, currency)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Problem('not_in_this_state', { message: `The file cannot be read again (${why}): nothing was written.` })
  }
}

const shownFaultsMax = 20

export function refusedFile(faults: readonly FileFault[]): Problem {
  const shown = faults.slice(0, shownFaultsMax)
  const text = shown.map(({ position, message }) => (position === undefined ? message : `row ${position}, ${message}`))
  const more = faults.length > shown.length ? [`and ${faults.length - shown.length} more`] : []
  return new Problem('not_in_this_state', {
    message: `The file cannot be written: ${[...text, ...more].join('; ')}.`,
  })
}
