/**
 * A column with personal data of finished transactions, and how the data is removed. `$1` = ids of transactions, `$2` =
 * names within `details` that are not personal. `left` counts the rows that still hold data.
 */
export interface PersonalColumn {
  /** `table.column`, as in reports. */
  name: string
  left: string
  remove: string
}

/** Columns of the transaction itself: when they hold data, and how they are emptied. One update empties all. */
const ownColumns = [
  ...[
    'party_document',
    'party_name',
    'sender_name',
    'sender_document',
    'payer_reference',
    'redirect_url',
    'metadata',
  ].map(nulled),
  // Amount, day and shop together with the last four digits identify a person. The first six digits name the bank, and
  // stay.
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

/** A provider's answer without personal data. */
const plainOutcome = `jsonb_strip_nulls(jsonb_build_object('kind', x.outcome_detail -> 'kind', 'why', x.outcome_detail -> 'why',
  'providerReference', x.outcome_detail -> 'providerReference', 'endToEndId', x.outcome_detail -> 'endToEndId'))`

/** A JSON text. A quote within it is escaped. */
const jsonText = '"(?:[^"\\\\]|\\\\.)*"'

/** Members that the settings of a point add to a callback. No other text matches, because quotes within texts are escaped. */
const extraMembers = `,(?:"(?:${[
  ...['sender_name', 'sender_document_number'],
  ...['beneficiary_name', 'beneficiary_document_number', 'beneficiary_bank_name'],
].join('|')})":${jsonText}|"metadata":\\{(?:${jsonText}:${jsonText},?)*\\})`

/** Of what is proposed about a transaction: who paid, and where a refund goes. */
const namingFields = [
  'senderDocument',
  'account',
  'accountBeneficiary',
  'accountDocId',
  'accountPhone',
  'accountInterBankCode',
]
  .map((name) => `'${name}'`)
  .join(', ')

/** Columns of other tables that belong to a transaction. */
export const otherColumns: readonly PersonalColumn[] = [
  column('transaction_metadata.value', ofTransactions),
  column('transaction_words.word', ofTransactions),
  column('refund_accounts.details', ofTransactions),
  column('payment_link_uses.household', `${ofTransactions} and x.household is not null`, 'household = null'),
  column('payment_batch_items.beneficiary', `${ofTransactions} and x.beneficiary <> '{}'`, `beneficiary = '{}'`),
  column(
    'payment_batches.content_box',
    `x.content_box is not null and x.id in (select batch_id from payment_batch_items where transaction_id = any ($1::uuid[]))`,
    'content_box = null',
  ),
  column('transaction_history.detail', `${ofTransactions} and x.detail is not null`, 'detail = null'),
  column(
    'attempts.outcome_detail',
    `${ofTransactions} and x.outcome_detail is not null and x.outcome_detail <> ${plainOutcome}`,
    `outcome_detail = ${plainOutcome}`,
  ),
  column(
    'callback_events.body_template',
    `${ofTransactions} and x.body_template ~ '${extraMembers}'`,
    `body_template = regexp_replace(x.body_template, '${extraMembers}', '', 'g')`,
  ),
  column(
    'callback_attempts.response_body',
    `x.delivery_id in (select d.id from callback_deliveries d where d.transaction_id = any ($1::uuid[]))
      and x.response_body is not null`,
    'response_body = null',
  ),
  column(
    'inbox_messages.body',
    `x.point_id in (select t.point_id from transactions t where t.id = any ($1::uuid[]))
      and x.event_id in (select e.id from callback_events e where e.transaction_id = any ($1::uuid[]))`,
  ),
  column(
    'proposals.evidence',
    `${ofTransactions} and x.state <> 'open' and x.evidence <> '(removed)'`,
    `evidence = '(removed)', decision_note = null, last_failure = null, input = x.input - array[${namingFields}]`,
  ),
]

/** Without `set` the rows are deleted. */
function column(name: string, where: string, set?: string): PersonalColumn {
  const table = name.split('.')[0]
  return {
    name,
    left: `select count(*) as n from ${table} x where ${where}`,
    remove: set ? `update ${table} x set ${set} where ${where}` : `delete from ${table} x where ${where}`,
  }
}

/** Counts by column how many transactions of `$1` hold data. */
export const ownLeft = `select ${ownColumns
  .map(({ name, holds }) => `count(*) filter (where ${holds}) as "transactions.${name}"`)
  .join(', ')} from transactions t where t.id = any ($1::uuid[])`

/** Empties the columns and records the time. `updated_at` stays: the payment itself did not change. */
export const emptyOwn = `update transactions t set ${ownColumns.map(({ set }) => set).join(', ')},
  payer_reference_source = null, personal_removed_at = gateway_now() where t.id = any ($1::uuid[])`
