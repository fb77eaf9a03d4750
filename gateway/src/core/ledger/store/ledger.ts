import type { Db } from '../../platform/database/database.ts'
import { present } from '../../values/assert.ts'
import type { Environment } from '../../values/environment.ts'
import { hasStoredBalance } from '../rules/known-accounts.ts'
import type { AccountKey, NewRelease, NewTransfer } from '../rules/ledger.ts'

/** Funds of a point in one currency, read under lock. */
export interface Funds {
  availableMinor: bigint
  overdraftMinor: bigint
}

/**
 * Locks and reads accounts with a stored balance, in order of id, with the time of the lock. The lock does not block
 * transfers that only refer to the accounts.
 */
export async function lockFunds(
  tx: Db,
  ids: readonly bigint[],
): Promise<{ funds: ReadonlyMap<bigint, Funds>; now: Date }> {
  const found = await tx.query<{ id: bigint; balance_minor: bigint; overdraft_minor: bigint | null; now: Date }>({
    name: 'lock-ledger-accounts',
    text: `select id, balance_minor, overdraft_minor, gateway_now()::timestamptz(3) as now
      from ledger_accounts where id = any ($1::bigint[]) order by id for no key update`,
    values: [ids],
  })
  const funds = new Map(
    found.rows.map((row) => [row.id, { availableMinor: row.balance_minor, overdraftMinor: row.overdraft_minor ?? 0n }]),
  )
  return { funds, now: present(found.rows[0], 'a locked account').now }
}

export async function insertTransfers(
  tx: Db,
  { transfers, now }: { transfers: readonly NewTransfer[]; now: Date },
  idOf: (key: AccountKey) => bigint,
): Promise<void> {
  await tx.query({
    name: 'insert-ledger-transfers',
    text: `insert into ledger_transfers (transaction_id, point_id, kind, debit_account, credit_account, amount_minor,
        environment, currency, note, created_at, bank_line_id)
      select x.transaction_id, x.point_id, x.kind, x.debit_account, x.credit_account, x.amount_minor, x.environment,
        x.currency, x.note, $10, x.bank_line_id
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[],
        $9::text[], $11::uuid[]) with ordinality as x(transaction_id, point_id, kind, debit_account, credit_account,
        amount_minor, environment, currency, note, bank_line_id, place) order by x.place`,
    values: [
      transfers.map((x) => x.transactionId),
      transfers.map((x) => x.pointId),
      transfers.map((x) => x.kind),
      transfers.map((x) => idOf(x.debit)),
      transfers.map((x) => idOf(x.credit)),
      transfers.map((x) => x.amountMinor),
      transfers.map((x): Environment => x.debit.environment),
      transfers.map((x) => x.debit.currency),
      transfers.map((x) => x.note),
      now,
      transfers.map((x) => x.bankLineId ?? null),
    ],
  })
}

/** One change per account and group, in order of account id, so that groups cannot deadlock. */
export async function moveBalances(
  tx: Db,
  transfers: readonly NewTransfer[],
  idOf: (key: AccountKey) => bigint,
): Promise<void> {
  const deltas = new Map<bigint, bigint>()
  const add = (key: AccountKey, amountMinor: bigint) => {
    if (!hasStoredBalance(key.kind)) return
    const id = idOf(key)
    deltas.set(id, (deltas.get(id) ?? 0n) + amountMinor)
  }
  for (const transfer of transfers) {
    add(transfer.debit, -transfer.amountMinor)
    add(transfer.credit, transfer.amountMinor)
  }
  const moved = [...deltas].filter(([, delta]) => delta !== 0n)
  if (moved.length === 0) return
  await tx.query({
    name: 'move-ledger-balances',
    text: `with locked as materialized (
        select id from ledger_accounts where id = any ($1::bigint[]) order by id for no key update)
      update ledger_accounts a set balance_minor = a.balance_minor + d.delta
      from locked l join unnest($1::bigint[], $2::bigint[]) as d(id, delta) using (id) where a.id = l.id`,
    values: [moved.map(([id]) => id), moved.map(([, delta]) => delta)],
  })
}

export async function insertReleases(tx: Db, releases: readonly NewRelease[], now: Date): Promise<void> {
  if (releases.length === 0) return
  await tx.query({
    name: 'insert-ledger-releases',
    text: `insert into ledger_releases (transaction_id, amount_minor, release_at, point_id, currency)
      select id, amount_minor, $4::timestamptz + seconds * interval '1 second', point_id, currency
      from unnest($1::uuid[], $2::bigint[], $3::int[], $5::uuid[], $6::text[])
        as r(id, amount_minor, seconds, point_id, currency)`,
    values: [
      releases.map((release) => release.transactionId),
      releases.map((release) => release.amountMinor),
      releases.map((release) => release.delaySeconds),
      now,
      releases.map((release) => release.pointId),
      releases.map((release) => release.currency),
    ],
  })
}
