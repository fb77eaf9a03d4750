import { z } from 'zod'
import { type CsvProfile, readCsvProfile } from './csv-profile.ts'
import type { StatementFormat } from './statement.ts'

/** What an operator knows of how a bank writes one of the formats that say the rest themselves. */
export interface FormatSettings {
  /** OFX and camt: the bank escapes markup inside texts, so that several entries in one line are what the format says. */
  escapes?: boolean | undefined
  /** MT940: the bank always writes the other party's account and name as `?31`, `?32` and `?33`. */
  partyFields?: boolean | undefined
}

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
  mt94x: z.strictObject({ partyFields: z.boolean() }),
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
