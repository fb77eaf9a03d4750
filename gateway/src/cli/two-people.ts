import { present } from '../lib/assert.ts'
import type { CommandValues } from './command.ts'

/** The options of what two people decide about one transaction. */
export const transactionOption = { value: 'UUID', help: 'the transaction_id', required: true }
export const evidenceOption = {
  value: 'TEXT',
  help: 'what you saw: the line of the statement, the receipt',
  required: true,
}
export const byOption = { value: 'NAME', help: 'who decides', required: true }
export const secondOption = { value: 'NAME', help: 'who agreed: somebody else', required: true }

export function people(values: CommandValues): { evidence: string; operator: string; second: string } {
  return {
    evidence: present(values['note'], 'note'),
    operator: present(values['by'], 'by'),
    second: present(values['second'], 'second'),
  }
}
