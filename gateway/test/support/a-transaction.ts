import { randomBytes } from 'node:crypto'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { createLog } from '../../src/core/platform/log/log.ts'
import { createMetrics } from '../../src/core/platform/log/metrics.ts'
import type { ApplyDeps } from '../../src/core/processing/apply-outcome.ts'
import { type NewTransaction, untouched } from '../../src/core/processing/rules/new-transaction.ts'
import type { SetUp } from './set-up.ts'

/** A connector account of the simulated bank, or of the operator for live points, written straight into the table. */
export async function aConnectorAccount({ database, clock }: SetUp, environment: 'test' | 'live' = 'test') {
  const id = uuidV7(clock.now())
  await database.owner.query(
    'insert into connector_accounts (id, connector, environment, name, credentials_box) values ($1, $2, $3, $4, $5)',
    [id, environment === 'test' ? 'simulated-bank' : 'own-account', environment, 'an account', 'x'],
  )
  return id
}

/** What applies news and reserves payouts, as one gateway process has it. */
export function aProcess({ database }: SetUp): ApplyDeps {
  return {
    database,
    metrics: createMetrics(),
    log: createLog('silent'),
    notify: () => undefined,
    knownAccounts: new Map(),
    alongOutcomes: async () => await Promise.resolve(),
  }
}

let sequence = 0n

/** A transaction to write, with a leased attempt: a pay-in of 10.00 ARS unless `changes` say otherwise. */
export function aTransaction(
  { clock }: SetUp,
  owner: { pointId: string; connectorAccountId: string },
  changes: Partial<NewTransaction> = {},
): NewTransaction {
  const id = uuidV7(clock.now())
  const payin = (changes.pay_type ?? 'payin') === 'payin'
  sequence++
  return {
    ...untouched,
    id,
    point_id: owner.pointId,
    connector_account_id: owner.connectorAccountId,
    environment: 'test',
    pay_type: 'payin',
    service_code: 'BT_AR',
    reference: id,
    amount_minor: 1000n,
    currency: 'ARS',
    reason: payin ? 'awaiting_payment' : 'submitted',
    sequence,
    target_reference: payin ? id : null,
    instructions: {},
    details: { payer_doc_id: '20267565393' },
    metadata: null,
    party_document: null,
    party_name: null,
    content_hash: randomBytes(32),
    pay_token: payin ? randomBytes(16).toString('base64url') : null,
    redirect_url: null,
    card_bin: null,
    card_last4: null,
    expired_at: payin ? new Date(clock.now().getTime() + 3_600_000) : null,
    created_by_key: null,
    attempt: {
      id: uuidV7(clock.now()),
      kind: 'submit',
      key: id,
      state: 'calling',
      leaseOwner: 'a',
      leaseMs: 60_000,
      executeBefore: null,
    },
    ...changes,
  }
}
