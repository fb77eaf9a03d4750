import { present } from '../lib/assert.ts'
import { requireOperator } from '../operations/two-operators.ts'
import type { CommandOption, CommandValues } from './command.ts'

export const transactionOption: CommandOption = { value: 'UUID', help: 'the transaction_id', required: true }
export const evidenceOption: CommandOption = {
  value: 'TEXT',
  help: 'what you saw: the line of the statement, the receipt',
  required: true,
}
export const byOption: CommandOption = { value: 'NAME', help: 'who decides', required: true }
export const secondOption: CommandOption = { value: 'NAME', help: 'who agreed: somebody else', required: true }

/** Who stands behind a command, for the audit log. Throws `validation_failed` where the name is blank or too long. */
export function operatorOf(values: CommandValues): string {
  return requireOperator(present(values['by'], 'by'))
}

/** The words of two people, as the options of a command give them. */
export function people(values: CommandValues): { evidence: string; operator: string; second: string } {
  return {
    evidence: present(values['note'], 'note'),
    operator: present(values['by'], 'by'),
    second: present(values['second'], 'second'),
  }
}
