import { z } from 'zod'
import { type CsvProfile, readCsvProfile } from './csv-profile.ts'
import type { StatementFormat } from './statement.ts'

/** What an operator knows of how a bank writes one of the formats that say the rest themselves. */
export interface FormatSettings {
  /** OFX and camt: the bank escapes markup inside texts, so that several entries in one line are what the format says. */
  escapes?: boolean | undefined
  /** MT940: the bank always writes the other party's account and name as `?31`, `?32` and `?33`. */
  partyFields?: boolean | undefined
  /** MT940: how the bank breaks a text that is too long for a line. Left out: it may do so anywhere, as with `trimmed`. */
  wraps?: (typeof wraps)[number] | undefined
  /** MT940: entries may have a second line (subfield 9 of `:61:`). Left out: they may. */
  supplements?: boolean | undefined
}

/**
 * `full_lines`: each line but the last is full, with its blanks; `words`: at words, and no two blanks follow each other in a
 * text; `trimmed`: blanks at the end of a line are cut off; `none`: each text stands in one line.
 */
const wraps = ['full_lines', 'words', 'trimmed', 'none'] as const

/** The agreed profiles of an own account. */
export interface BankProfiles {
  camt?: FormatSettings
  mt94x?: FormatSettings
  ofx?: FormatSettings
  csv?: CsvProfile
}

const flags = {
  camt: z.strictObject({ escapes: z.boolean() }),
  ofx: z.strictObject({ escapes: z.boolean() }),
  mt94x: z
    .strictObject({
      partyFields: z.boolean().optional(),
      wraps: z.enum(wraps).optional(),
      supplements: z.boolean().optional(),
    })
    .refine((settings) => Object.keys(settings).length > 0, 'says nothing'),
} as const

/** Reads the profile of a bank for a format; names every wrong field. */
export function readBankProfile(
  format: StatementFormat,
  json: unknown,
): { profile: FormatSettings | CsvProfile } | { faults: string[] } {
  if (format === 'csv') return readCsvProfile(json)
  const result = flags[format].safeParse(json)
  if (result.success) return { profile: result.data }
  return { faults: result.error.issues.map(({ path, message }) => `${path.join('.') || 'profile'}: ${message}`) }
}
