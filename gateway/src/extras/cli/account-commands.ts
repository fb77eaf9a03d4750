import { actionCommand } from './action-command.ts'
import type { Command } from './command.ts'

const addCommand = actionCommand({
  name: 'account add',
  summary: 'Add an own account, to which payers of live points deposit; it makes the service code available.',
  action: 'deposit_account',
  fieldNames: { service_code: 'service', doc_id: 'doc-id' },
  show: async (_deps, { point_id: point }, added) =>
    await Promise.resolve({
      facts: {
        deposit_account_id: added?.depositAccountId,
        bank_account_id: added?.bankAccountId,
        service_code: added?.serviceCode,
        bank: added?.bank ?? undefined,
        number: added?.number ?? undefined,
        pix_key: added?.extra['pix_key'],
        beneficiary: added?.beneficiary,
        doc_id: added?.docId ?? undefined,
      },
      notes: !added
        ? []
        : [
            ...added.warnings.map(({ param, message }) => `Looks odd: ${param}: ${message}`),
            `New ${added.environment} pay-ins with ${added.serviceCode}${point === undefined ? '' : ' of this point'} are sent to this account from ${added.shownFrom?.toISOString() ?? 'now'} on.`,
          ],
    }),
})

const suspendCommand = actionCommand({
  name: 'merchant suspend',
  summary: 'Suspend a merchant as a whole, or let it go on: of its points nothing but refunds is created.',
  action: 'merchant_suspend',
})

const documentCommand = actionCommand({
  name: 'merchant document',
  summary: 'Say by which document a merchant is known: its people confirm accounts for withdrawals of such a holder.',
  action: 'merchant_document',
})

const documentEndCommand = actionCommand({
  name: 'merchant document-end',
  summary: 'Take a document of a merchant away: nobody confirms an account for withdrawals by it any more.',
  action: 'merchant_document_end',
})

const withdrawalAccountCommand = actionCommand({
  name: 'withdrawal account',
  summary: 'Confirm the account for withdrawals of a merchant after looking at its holder.',
  action: 'withdrawal_account',
  fieldNames: { withdrawal_account_id: 'account' },
})

const outsideCommand = actionCommand({
  name: 'withdrawal outside',
  summary: 'Book a withdrawal that you paid outside, in a currency that no service code pays out.',
  action: 'withdrawal_outside',
})

export const accountCommands: readonly Command[] = [
  addCommand,
  suspendCommand,
  documentCommand,
  documentEndCommand,
  withdrawalAccountCommand,
  outsideCommand,
]
