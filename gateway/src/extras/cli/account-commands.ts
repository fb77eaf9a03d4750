import { present } from '../../core/values/assert.ts'
import { addDepositAccount } from '../bank-accounts/add-deposit-account.ts'
import type { Command } from './command.ts'
import { actOrPropose, connectorsOfCommand, creatorOptions, reasonOption } from './people.ts'

const addCommand: Command = {
  name: 'account add',
  summary: 'Add an own account, to which payers of live points deposit; it makes the service code available.',
  options: {
    service: { value: 'CODE', help: 'the service code, for example BT_AR', required: true },
    beneficiary: { value: 'NAME', help: "the holder's name as payers see it", required: true },
    number: { value: 'NUMBER', help: 'CBU, CVU or alias, CLABE, CCI or account number' },
    bank: { value: 'NAME', help: 'default: read from the CBU or CLABE' },
    'doc-id': { value: 'NUMBER', help: "the holder's tax number" },
    type: { value: 'TEXT', help: 'the type of account as payers see it' },
    'pix-key': { value: 'KEY', help: 'PIX_BR' },
    city: { value: 'CITY', help: "PIX_BR: the holder's city; the code has its first 15 characters" },
    phone: { value: 'PHONE', help: 'wallets: the mobile number that receives' },
    'bank-account': { value: 'ID', help: 'default: the one with this number, or a new one' },
    point: { value: 'ID', help: 'for this test point alone, for trials; default: every live point' },
    note: reasonOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const account = {
      serviceCode: present(values['service'], 'service'),
      beneficiary: present(values['beneficiary'], 'beneficiary'),
      number: values['number'],
      bank: values['bank'],
      docId: values['doc-id'],
      type: values['type'],
      pixKey: values['pix-key'],
      city: values['city'],
      phone: values['phone'],
      bankAccountId: values['bank-account'],
      onlyPointId: values['point'],
    }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'deposit_account', ...account })
      if (acting.kind === 'proposed') return acting.result
      const { operator: actor, evidence, breakGlass } = acting.by
      const connectors = connectorsOfCommand()
      const added = await addDepositAccount({ ...deps, connectors }, { ...account, actor, evidence, breakGlass })
      return {
        facts: {
          deposit_account_id: added.depositAccountId,
          bank_account_id: added.bankAccountId,
          service_code: added.serviceCode,
          bank: added.bank ?? undefined,
          number: added.number ?? undefined,
          pix_key: added.extra['pix_key'],
          beneficiary: added.beneficiary,
          doc_id: added.docId ?? undefined,
        },
        notes: [
          ...added.warnings.map(({ param, message }) => `Looks odd: ${param}: ${message}`),
          `New ${added.environment} pay-ins with ${added.serviceCode}${account.onlyPointId ? ' of this point' : ''} are sent to this account from ${added.shownFrom?.toISOString() ?? 'now'} on.`,
        ],
      }
    })
  },
}

export const accountCommands: readonly Command[] = [addCommand]
