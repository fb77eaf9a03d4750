import type { IncomingMoney } from '../../connectors/connector.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'

/** Money of a provider that is new here. */
export interface NewIncomingMoney {
  id: string
  connectorAccountId: string
  money: IncomingMoney
}

/** Stores each of the provider's payments once. Returns those that are new. */
export async function insertIncomingMoney(
  tx: Db,
  given: readonly NewIncomingMoney[],
): Promise<readonly NewIncomingMoney[]> {
  const inserted = await tx.query<{ id: string }>({
    name: 'insert-incoming-money',
    text: `insert into incoming_money (id, connector_account_id, provider_id, amount_minor, currency, reference, sender_name,
        sender_document, moved_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::timestamptz[]) as g (id, account, provider_id, amount, currency, reference, name, document, moved_at)
      order by provider_id on conflict (connector_account_id, provider_id) do nothing returning id`,
    values: [
      given.map(({ id }) => id),
      given.map(({ connectorAccountId }) => connectorAccountId),
      given.map(({ money }) => money.providerId),
      given.map(({ money }) => money.amountMinor),
      given.map(({ money }) => money.currency satisfies CurrencyCode),
      given.map(({ money }) => money.reference ?? null),
      given.map(({ money }) => money.sender?.name ?? null),
      given.map(({ money }) => money.sender?.document ?? null),
      given.map(({ money }) => money.at),
    ],
  })
  const isNew = new Set(inserted.rows.map(({ id }) => id))
  return given.filter(({ id }) => isNew.has(id))
}

export async function markIncomingTaken(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'mark-incoming-money-taken',
    text: 'update incoming_money set taken_at = gateway_now() where id = any ($1::uuid[])',
    values: [ids],
  })
}
