import { type CamtOptions, readCamt } from './camt.ts'
import { type Content, contentOf, refusalOf, textOf } from './content.ts'
import { readCsv } from './csv.ts'
import type { CsvProfile } from './csv-profile.ts'
import { detect } from './detect.ts'
import { countMarkers, countRecords } from './markers.ts'
import { readMt94x } from './mt94x.ts'
import { readOfx } from './ofx.ts'
import { type Reading, ReadingFault } from './statement.ts'

export interface ReadOptions extends CamtOptions {
  /** How the bank writes its tables; only tables need it. */
  profile?: CsvProfile | undefined
}

/**
 * Reads a bank's file: camt.052, camt.053, camt.054, MT940, MT942, OFX, or a table with a profile. The content decides
 * which. Stores nothing. Throws StatementRefusal for a file that it cannot read wholly.
 */
export function readStatements(file: Uint8Array, options: ReadOptions = {}): Reading {
  const content = contentOf(file)
  try {
    return read(content, options)
  } catch (error) {
    if (error instanceof ReadingFault) throw refusalOf(content, error)
    throw error
  }
}

function read(content: Content, { profile, timeZone }: ReadOptions): Reading {
  const format = detect(content, profile !== undefined)
  if (format === 'csv' && profile) {
    const wanted = profile.encoding ?? content.encoding
    if (wanted === 'utf-8' && content.encoding !== 'utf-8') {
      throw new ReadingFault(0, 'The profile says UTF-8, and the bytes are not.')
    }
    const decoded = { ...content, encoding: wanted }
    const { balanceRows, ...reading } = readCsv(decoded, profile)
    return counted(reading, countRecords(textOf(decoded), profile), balanceRows)
  }
  if (format === 'camt') return counted(readCamt(content, { timeZone }), countMarkers(format, content), 0)
  if (format === 'mt94x') return counted(readMt94x(content), countMarkers(format, content), 0)
  const { skippedEntries, ...reading } = readOfx(content)
  return counted(reading, countMarkers('ofx', content), skippedEntries)
}

/** Refuses where the second count differs. `leftOut`: entries that are not of these statements. */
function counted(reading: Omit<Reading, 'markers'>, markers: number, leftOut: number): Reading {
  const entries = reading.statements.reduce((sum, statement) => sum + statement.entries, 0)
  if (entries + leftOut !== markers) {
    throw new ReadingFault(
      0,
      `The file holds ${markers} entries by a second count, and ${entries + leftOut} were read.`,
    )
  }
  return { ...reading, markers: markers - leftOut }
}
