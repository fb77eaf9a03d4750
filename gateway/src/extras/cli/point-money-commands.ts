import { actionCommand } from './action-command.ts'
import type { Command } from './command.ts'

const termsCommand = actionCommand({
  name: 'point terms',
  summary: "Set a point's fee for a service code, and the release delay of its pay-ins.",
  action: 'terms',
  fieldNames: { service_code: 'service' },
  defaults: { percent: '0' },
})

const limitsCommand = actionCommand({
  name: 'point limits',
  summary: 'Set how much a point may pay out and refund in one currency. Omitted options mean no limit.',
  action: 'payout_limits',
  // The amount of an overdraft.
  fieldNames: { amount: 'overdraft' },
  options: {
    overdraft: { value: 'AMOUNT', help: 'how far below zero payouts may take the balance; 0 = not at all' },
  },
  asked: (fields, { overdraft: amount }) => [
    { action: 'payout_limits', fields },
    ...(amount === undefined ? [] : [{ action: 'overdraft' as const, fields: { ...fields, amount } }]),
  ],
})

const policiesCommand = actionCommand({
  name: 'point policies',
  summary: 'Set the policies for money that is late, too much, from another payer, or taken back.',
  action: 'policies',
})

const cardLimitsCommand = actionCommand({
  name: 'point card-limits',
  summary:
    'Set how often cards may be tried at a point. Omitted options mean no limit; a limit for one card keeps its keyed fingerprint for two days.',
  action: 'card_limits',
})

export const pointMoneyCommands: readonly Command[] = [termsCommand, limitsCommand, policiesCommand, cardLimitsCommand]
