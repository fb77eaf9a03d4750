import { type InputTypes, insertStep, manyWriter, ownStep, type Step, updateStep } from './limit-statements.ts'

// The rows of the write paths as somebody would write them who has nothing but the driver. They stand here on purpose and
// are not taken from the product, so that a faster product does not move its own limit.

const now = { sql: 'statement_timestamp()' }

/** PostgreSQL's type of every input, with the inputs that have it. */
const inputsByType = {
  uuid: 'id point_id connector_account_id attempt_id event_id',
  text: `environment pay_type service_code reference currency status reason target_reference party_document party_name
    pay_token redirect_url card_bin card_last4 created_by_key attempt_kind attempt_key attempt_state lease_owner
    new_status new_reason provider_reference end_to_end_id provider_page_url new_attempt_state outcome template`,
  bigint: 'amount_minor sequence fee_minor credited_minor available reserved settlement api_key',
  jsonb: 'instructions details outcome_detail',
  bytea: 'content_hash',
  timestamptz: 'expired_at execute_before lease_until sent_at next_action_at',
  int: 'calls',
}

const types: InputTypes = Object.fromEntries(
  Object.entries(inputsByType).flatMap(([type, inputs]) => inputs.split(/\s+/).map((input) => [input, type])),
)

const transactionInputs = [
  ...['id', 'point_id', 'environment', 'pay_type', 'service_code', 'reference', 'amount_minor', 'currency', 'status'],
  ...['reason', 'connector_account_id', 'sequence', 'target_reference', 'instructions', 'details', 'party_document'],
  ...['party_name', 'content_hash', 'pay_token', 'redirect_url', 'card_bin', 'card_last4', 'expired_at', 'fee_minor'],
  'created_by_key',
]

const history = (status: string, reason: string, source: string) =>
  insertStep(types, 'transaction_history', {
    ...{ transaction_id: 'id', point_id: 'point_id', status, reason },
    ...{ source: { sql: `'${source}'` }, created_at: now },
  })

/** A transaction with its first history entry, where nobody is told about it. */
export const transactionSteps: readonly Step[] = [
  insertStep(types, 'transactions', {
    ...Object.fromEntries(transactionInputs.map((name) => [name, name])),
    ...{ created_at: now, updated_at: now },
  }),
  history('status', 'reason', 'api'),
]

/** The same with the attempt that carries it to a provider. */
export const creationSteps: readonly Step[] = [
  ...transactionSteps,
  insertStep(types, 'attempts', {
    ...{ id: 'attempt_id', transaction_id: 'id', point_id: 'point_id', environment: 'environment' },
    ...{ connector_account_id: 'connector_account_id', kind: 'attempt_kind', number: { sql: '1' }, key: 'attempt_key' },
    ...{ state: 'attempt_state', lease_owner: 'lease_owner', lease_until: 'lease_until', fence: { sql: '1' } },
    ...{ execute_before: 'execute_before' },
    ...{ calls: 'calls', sent_at: 'sent_at', next_action_at: 'next_action_at', created_at: now, updated_at: now },
  }),
]

const transfer = (kind: string, debit: string, credit: string) =>
  insertStep(types, 'ledger_transfers', {
    ...{ transaction_id: 'id', point_id: 'point_id', kind: { sql: `'${kind}'` }, debit_account: debit },
    ...{ credit_account: credit, amount_minor: 'amount_minor', environment: 'environment', currency: 'currency' },
    created_at: now,
  })

/** Moves stored balances; the row locks that keep funds from being spent twice. */
function balances(name: string, signs: Readonly<Record<string, 1 | -1>>): Step {
  const accounts = Object.keys(signs)
  const cases = Object.entries(signs).map(([account, sign]) => `when :${account} then ${sign} * :amount_minor`)
  const each = Object.entries(signs).map(([account, sign]) => `(i.${account}, ${sign} * i.amount_minor)`)
  return ownStep(types, name, {
    inputs: [...accounts, 'amount_minor'],
    one: `update ledger_accounts set balance_minor = balance_minor + case id ${cases.join(' ')} end
      where id in (${accounts.map((account) => `:${account}`).join(', ')})
        and (overdraft_minor is null or balance_minor + overdraft_minor >= :amount_minor)`,
    // In the order of their ids, so that two groups wait for each other instead of locking each other out.
    many: `with moved as (
        select d.id, sum(d.minor)::bigint as minor from input i, lateral (values ${each.join(', ')}) as d (id, minor)
        group by d.id),
      locked as materialized (
        select id from ledger_accounts where id in (select id from moved) order by id for no key update)
      update ledger_accounts a set balance_minor = a.balance_minor + d.minor
      from locked l join moved d using (id) where a.id = l.id`,
  })
}

/** A payout that is accepted: as above, with its funds moved from available to reserved. */
export const reservationSteps: readonly Step[] = [
  ...creationSteps,
  transfer('reserve', 'available', 'reserved'),
  balances('reserve-balances', { available: -1, reserved: 1 }),
]

/** The answer of the provider, and nothing to tell yet. */
export const outcomeSteps: readonly Step[] = [
  updateStep(types, ['transactions', 'id'], {
    ...{ status: 'new_status', reason: 'new_reason', credited_minor: 'credited_minor', updated_at: now },
    ...{ end_to_end_id: 'end_to_end_id', provider_reference: 'provider_reference' },
    provider_page_url: 'provider_page_url',
  }),
  history('new_status', 'new_reason', 'connector'),
  updateStep(types, ['attempts', 'attempt_id'], {
    ...{ state: 'new_attempt_state', outcome: 'outcome', outcome_detail: 'outcome_detail', updated_at: now },
    ...{ lease_owner: { sql: 'null' }, lease_until: { sql: 'null' }, next_action_at: { sql: 'null' } },
  }),
]

const tellSteps: readonly Step[] = [
  insertStep(types, 'callback_events', {
    ...{ id: 'event_id', point_id: 'point_id', transaction_id: 'id', seq: { sql: '1' }, status: 'new_status' },
    ...{ body_template: 'template', api_key: 'api_key' },
  }),
  insertStep(types, 'callback_deliveries', {
    ...{ event_id: 'event_id', point_id: 'point_id', transaction_id: 'id', seq: { sql: '1' } },
    trigger: { sql: `'auto'` },
  }),
]

/** A payout that the provider paid: status, history, attempt, ledger, and the event with its delivery. */
export const payoutOutcomeSteps: readonly Step[] = [
  ...outcomeSteps,
  ...tellSteps,
  transfer('payout', 'reserved', 'settlement'),
  balances('payout-balances', { reserved: -1 }),
]

export const writeTransactions = manyWriter(types, 'transactions', transactionSteps)
export const writeCreations = manyWriter(types, 'creations', creationSteps)
export const writeReservations = manyWriter(types, 'reservations', reservationSteps)
export const writePayoutOutcomes = manyWriter(types, 'payout-outcomes', payoutOutcomeSteps)
