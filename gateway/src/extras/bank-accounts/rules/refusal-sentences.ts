import type { StatementRefusal } from '@pasarela/bank-statements'
import { Message } from '../../../core/texts/messages/say.ts'
import { en, say } from '../messages/en.ts'

// The readers run in a thread of their own and say in English why they refuse a file. Reasons that people meet are found
// by their English text and said in each language.
export const reasonKeys = [
  'bank_file.empty',
  'bank_file.is_none',
  'bank_file.is_table',
  'bank_file.is_zip',
  'bank_file.is_xls',
  'bank_file.is_pdf',
  'bank_file.is_picture',
  'bank_file.is_compressed',
  'bank_file.is_html',
  'bank_file.is_json',
  'bank_file.not_yet',
  'bank_file.blank',
  'bank_file.no_text',
  'bank_file.too_many_lines',
  'bank_file.too_slow_to_read',
  'bank_file.no_statement',
  'bank_file.names_no_account',
  'bank_file.no_currency',
  'bank_file.cut_statement',
  'bank_file.cut_line',
  'bank_file.cut_row',
  'bank_file.no_profile',
  'bank_file.several_profiles',
  'bank_file.row_width',
  'bank_file.row_balance',
  'bank_file.not_xml',
] as const satisfies readonly (keyof typeof en)[]

const patterns = reasonKeys.map((key) => {
  const pieces = en[key].split(/\{([a-z_]+)\}/)
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const source = pieces.map((piece, at) => (at % 2 === 0 ? literal(piece) : `(?<${piece}>.+)`)).join('')
  return { key, pattern: new RegExp(`^${source}$`) }
})

/** Another reason stays English, and other languages say so. */
export function reasonSaid(reason: string): Message {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(reason)
    if (found) return new Message(key, { ...found.groups })
  }
  return say('bank_file.as_read', { reason })
}

/** The reason with its place in the file. */
export function refusalSaid({ reason, line, column, byte }: StatementRefusal): Message {
  return say('bank_file.at', { line, column, byte, reason: reasonSaid(reason) })
}
