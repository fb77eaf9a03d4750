/**
 * Where personal data of finished transactions stand, and what becomes of them. `$1` = ids of transactions, `$2` = names
 * within `details` that say nothing about a person. `left` selects how many rows still hold some.
 */
export interface PersonalPlace {
  /** `table.column`, as reports name it. */
  name: string
  left: string
  remove: string
}

/** Columns of the transaction itself: when they hold something, and how they are emptied. One update empties all. */
const ownColumns = [
  ...['party_document', 'party_name', 'sender_name', 'sender_document', 'payer_reference', 'redirect_url'].map(nulled),
  // With amount, day and shop the last digits lead to a person; the first six name the bank, and stay.
  ...['provider_page_url', 'card_last4'].map(nulled),
  {
    name: 'details',
    holds: `t.details - $2::text[] <> '{}'`,
    set: `details = coalesce((select jsonb_object_agg(key, value) from jsonb_each(t.details)
      where key = any ($2::text[])), '{}')`,
  },
] as const

function nulled(name: string): { name: string; holds: string; set: string } {
  return { name, holds: `t.${name} is not null`, set: `${name} = null` }
}

const ofTransactions = 'x.transaction_id = any ($1::uuid[])'

/** What a provider answered, without what it says about people. */
const plainOutcome = `jsonb_strip_nulls(jsonb_build_object('kind', x.outcome_detail -> 'kind', 'why', x.outcome_detail -> 'why',
  'providerReference', x.outcome_detail -> 'providerReference', 'endToEndId', x.outcome_detail -> 'endToEndId'))`

/** Members that `extra_fields` puts into a callback; a quote within a JSON text is escaped, so that nothing else looks so. */
const extraMembers =
  ',"(?:sender_name|sender_document_number|beneficiary_name|beneficiary_document_number|beneficiary_bank_name)":"(?:[^"\\\\]|\\\\.)*"'

/** Rows of other tables that belong to a transaction. */
export const slotsBesides: readonly PersonalPlace[] = [
  place('transaction_history.detail', `${ofTransactions} and x.detail is not null`, 'detail = null'),
  place(
    'attempts.outcome_detail',
    `${ofTransactions} and x.outcome_detail is not null and x.outcome_detail <> ${plainOutcome}`,
    `outcome_detail = ${plainOutcome}`,
  ),
  place(
    'callback_events.body_template',
    `${ofTransactions} and x.body_template ~ '${extraMembers}'`,
    `body_template = regexp_replace(x.body_template, '${extraMembers}', '', 'g')`,
  ),
  place(
    'callback_attempts.response_body',
    `x.delivery_id in (select d.id from callback_deliveries d where d.transaction_id = any ($1::uuid[]))
      and x.response_body is not null`,
    'response_body = null',
  ),
  place(
    'inbox_messages.body',
    `x.point_id in (select t.point_id from transactions t where t.id = any ($1::uuid[]))
      and x.event_id in (select e.id from callback_events e where e.transaction_id = any ($1::uuid[]))`,
  ),
  place(
    'proposals.evidence',
    `${ofTransactions} and x.state <> 'open' and x.evidence <> '(removed)'`,
    `evidence = '(removed)', decision_note = null, last_failure = null`,
  ),
]

/** Without `set` the rows go altogether. */
function place(name: string, where: string, set?: string): PersonalPlace {
  const table = name.split('.')[0]
  return {
    name,
    left: `select count(*) as n from ${table} x where ${where}`,
    remove: set ? `update ${table} x set ${set} where ${where}` : `delete from ${table} x where ${where}`,
  }
}

/** How many rows of `$1` hold what in the transaction itself, by column. */
export const ownLeft = `select ${ownColumns
  .map(({ name, holds }) => `count(*) filter (where ${holds}) as "transactions.${name}"`)
  .join(', ')} from transactions t where t.id = any ($1::uuid[])`

/** Empties the columns, and says when. `updated_at` stays: nothing happened to the payment. */
export const emptyOwn = `update transactions t set ${ownColumns.map(({ set }) => set).join(', ')},
  payer_reference_source = null, personal_removed_at = gateway_now() where t.id = any ($1::uuid[])`
