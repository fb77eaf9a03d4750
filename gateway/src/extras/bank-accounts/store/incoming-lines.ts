import type { Db } from '../../../core/platform/database/database.ts'
import type { Country } from '../../../core/values/country.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'

/** What is known of a connector's money. */
export interface ProviderFacts {
  connector: string
  country: Country
  currency: CurrencyCode
  timeZone: string
}

/**
 * Makes the list of the connector account of incoming payments, once, also where two pushes make it at the same time. Its holder is not
 * known to the gateway: the name that operators gave the connector account stands there.
 */
export async function insertProviderAccount(
  tx: Db,
  { id, incomingIds, facts }: { id: string; incomingIds: readonly string[]; facts: readonly ProviderFacts[] },
): Promise<void> {
  await tx.query({
    name: 'insert-provider-bank-account',
    text: `insert into bank_accounts (id, connector_account_id, environment, country, currency, holder, time_zone, kind)
      select $1, c.id, c.environment, p.country, p.currency, left(c.name, 200), p.time_zone, 'provider'
      from incoming_money m join connector_accounts c on c.id = m.connector_account_id
        join unnest($3::text[], $4::text[], $5::text[], $6::text[]) as p (connector, country, currency, time_zone)
          on p.connector = c.connector and p.currency = m.currency
      where m.id = any ($2::uuid[]) limit 1
      on conflict (connector_account_id) do nothing`,
    values: [
      id,
      incomingIds,
      facts.map(({ connector }) => connector),
      facts.map(({ country }) => country),
      facts.map(({ currency }) => currency),
      facts.map(({ timeZone }) => timeZone),
    ],
  })
}

/**
 * Writes incoming payments as new lines of their accounts, each with the id of its payment. Sender and id are the provider's word, the
 * text is the payer's. Returns what became a line: another currency has none.
 */
export async function insertIncomingLines(tx: Db, incomingIds: readonly string[]): Promise<readonly string[]> {
  const inserted = await tx.query<{ bank_line_id: string }>({
    name: 'insert-incoming-bank-lines',
    text: `with lines as (
        insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single,
          bank_fields, refs, details, text, party_name, party_document)
        select m.id, b.id, sha256(convert_to(m.provider_id, 'UTF8')), 1, (m.moved_at at time zone b.time_zone)::date, 'C',
          m.amount_minor, false, true, '{name,document,ids}', jsonb_build_object('bankRef', m.provider_id), '[]',
          coalesce(m.reference, ''), m.sender_name, m.sender_document
        from incoming_money m join bank_accounts b on b.connector_account_id = m.connector_account_id
          and b.kind = 'provider' and b.currency = m.currency
        where m.id = any ($1::uuid[]) order by m.id
        on conflict do nothing returning id, bank_account_id)
      insert into bank_line_states (bank_line_id, bank_account_id, state) select id, bank_account_id, 'new' from lines
      returning bank_line_id`,
    values: [incomingIds],
  })
  return inserted.rows.map((row) => row.bank_line_id)
}
