import pg from 'pg'
import type { AccountKind, TransferKind } from '../../src/core/ledger/rules/ledger.ts'
import { present } from '../../src/core/values/assert.ts'
import type { Environment } from '../../src/core/values/environment.ts'
import type { PayType, Status, TransactionType } from '../../src/core/values/status.ts'
import type { LineState } from '../../src/extras/bank-accounts/rules/line-classes.ts'

/** A row of `transactions`, as far as checks look at it. Amounts in minor units, times in milliseconds since 1970. */
export interface PaymentRow {
  id: string
  pointId: string
  environment: Environment
  payType: TransactionType
  /** Of a refund: its pay-in. */
  payinId: string | null
  /** Of a pay-in of a payment link: the link. */
  linkId: string | null
  /** Of a withdrawal: the account that it goes to. */
  withdrawalAccountId: string | null
  serviceCode: string
  reference: string
  amountMinor: bigint
  currency: string
  status: Status
  reason: string
  creditedMinor: bigint
  receivedMinor: bigint
  suspenseMinor: bigint
  reversedMinor: bigint
  feeMinor: bigint
  accountId: string
  card: boolean
  needsOperator: string | null
  /** The public id of the key that asked for it. */
  createdByKey: string | null
  approvalUntilMs: number | null
  createdAtMs: number
  expiredAtMs: number | null
}

export interface HistoryRow {
  id: bigint
  transactionId: string
  status: Status
  reason: string
  source: string
  detail: string | null
  atMs: number
}

export interface AttemptRow {
  id: string
  transactionId: string
  accountId: string
  key: string
  state: 'waiting' | 'calling' | 'open' | 'closed'
  leaseOwner: string | null
  leaseUntilMs: number | null
  nextActionAtMs: number | null
  /** When its last call began; null: none did. */
  sentAtMs: number | null
  createdAtMs: number
}

export interface TransferRow {
  id: bigint
  transactionId: string | null
  pointId: string | null
  kind: TransferKind
  debit: bigint
  credit: bigint
  amountMinor: bigint
  /** Of the statement line that moved it. */
  bankLineId: string | null
  atMs: number
}

/** A line of a statement that was imported. */
export interface LineRow {
  id: string
  text: string
  bankReference: string | null
  amountMinor: bigint
  state: LineState
  /** A person decided about it. */
  byOperator: boolean
  transactionId: string | null
  transferId: bigint | null
}

export interface AccountRow {
  id: bigint
  environment: Environment
  currency: string
  kind: AccountKind
  pointId: string | null
  accountId: string | null
  overdraftMinor: bigint | null
}

export interface ReleaseRow {
  transactionId: string
  amountMinor: bigint
  releaseAtMs: number
  releasedAtMs: number | null
}

export interface EventRow {
  id: string
  pointId: string
  transactionId: string
  seq: number
  status: Status
  template: string
  apiKey: bigint
  atMs: number
}

export interface DeliveryRow {
  id: bigint
  eventId: string
  pointId: string
  transactionId: string
  state: 'pending' | 'sending' | 'delivered' | 'held' | 'exhausted' | 'superseded'
  attempts: number
  nextAttemptAtMs: number
  leaseUntilMs: number | null
  deliveredAtMs: number | null
}

/** A point with its rules, its callback address and how that fares. */
export interface PointRow {
  id: string
  environment: Environment
  returnedFee: 'keep' | 'give_back' | null
  refundFee: 'keep' | 'give_back' | null
  url: string | null
  endpointStatus: 'active' | 'paused' | 'suspended'
  accept2xx: boolean
  /** Refunds are told by callbacks too. */
  sendsRefunds: boolean
  breakerOpen: boolean
  nextProbeAtMs: number | null
  recovering: boolean
}

export interface TermsRow {
  pointId: string
  payType: PayType
  serviceCode: string
  millionths: number
  fixedMinor: bigint
  releaseDelaySeconds: number | null
}

export interface LimitsRow {
  pointId: string
  currency: string
  singleMinor: bigint | null
  dailyMinor: bigint | null
  approvalAboveMinor: bigint | null
}

export interface NotificationRow {
  id: string
  accountId: string
  key: string | null
  state: 'received' | 'processed' | 'unmatched'
  nextTryAtMs: number | null
  /** As it came in; bytes beyond ASCII are escaped. */
  body: string
}

export interface LateCheckRow {
  attemptId: string
  nextCheckAtMs: number
}

export interface InboxRow {
  eventId: string
}

/** A payment link of a fixed amount. */
export interface LinkRow {
  id: string
  token: string
  reference: string
  amountMinor: bigint
  /** Null: any number. */
  usesMax: number | null
}

/** A form that a payer sent, and what it made. */
export interface LinkUseRow {
  transactionId: string
  linkId: string
  nonce: string
  heldUntilMs: number
  atMs: number
}

/** Everything that a finished run left in its database. Rows stand in the order of their ids. */
export interface RunRows {
  /** The database's time. */
  nowMs: number
  payments: readonly PaymentRow[]
  history: readonly HistoryRow[]
  attempts: readonly AttemptRow[]
  transfers: readonly TransferRow[]
  accounts: readonly AccountRow[]
  releases: readonly ReleaseRow[]
  events: readonly EventRow[]
  deliveries: readonly DeliveryRow[]
  points: readonly PointRow[]
  terms: readonly TermsRow[]
  limits: readonly LimitsRow[]
  notifications: readonly NotificationRow[]
  lateChecks: readonly LateCheckRow[]
  inbox: readonly InboxRow[]
  bankLines: readonly LineRow[]
  links: readonly LinkRow[]
  linkUses: readonly LinkUseRow[]
  /** Sessions of this database that hold a transaction open and do nothing. */
  idleInTransaction: number
}

type Table = Exclude<keyof RunRows, 'nowMs' | 'idleInTransaction'>

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

const selects: Readonly<Record<Table, string>> = {
  payments: `select id, point_id as "pointId", environment, pay_type as "payType", service_code as "serviceCode", reference,
      (select f.transaction_id from refunds f where f.id = transactions.id) as "payinId",
      payment_link_id as "linkId", withdrawal_account_id as "withdrawalAccountId", amount_minor as "amountMinor", currency, status, reason, coalesce(credited_minor, 0) as "creditedMinor",
      received_minor as "receivedMinor", suspense_minor as "suspenseMinor", reversed_minor as "reversedMinor",
      fee_minor as "feeMinor", connector_account_id as "accountId",
      card_bin is not null as card, needs_operator as "needsOperator", created_by_key as "createdByKey",
      ${ms('approval_until')} as "approvalUntilMs", ${ms('created_at')} as "createdAtMs",
      ${ms('expired_at')} as "expiredAtMs" from transactions order by id`,
  history: `select id, transaction_id as "transactionId", status, reason, source, detail, ${ms('created_at')} as "atMs"
      from transaction_history order by id`,
  attempts: `select id, transaction_id as "transactionId", connector_account_id as "accountId", key, state,
      lease_owner as "leaseOwner", ${ms('lease_until')} as "leaseUntilMs", ${ms('next_action_at')} as "nextActionAtMs",
      ${ms('sent_at')} as "sentAtMs", ${ms('created_at')} as "createdAtMs" from attempts order by id`,
  transfers: `select id, transaction_id as "transactionId", point_id as "pointId", kind, debit_account as debit,
      credit_account as credit, amount_minor as "amountMinor", bank_line_id as "bankLineId", ${ms('created_at')} as "atMs"
      from ledger_transfers order by id`,
  accounts: `select id, environment, currency, kind, point_id as "pointId", connector_account_id as "accountId",
      overdraft_minor as "overdraftMinor" from ledger_accounts order by id`,
  releases: `select transaction_id as "transactionId", amount_minor as "amountMinor", ${ms('release_at')} as "releaseAtMs",
      ${ms('released_at')} as "releasedAtMs" from ledger_releases order by transaction_id`,
  events: `select id, point_id as "pointId", transaction_id as "transactionId", seq, status, body_template as template,
      api_key as "apiKey", ${ms('created_at')} as "atMs" from callback_events order by transaction_id, seq`,
  deliveries: `select id, event_id as "eventId", point_id as "pointId", transaction_id as "transactionId", state,
      attempts, ${ms('next_attempt_at')} as "nextAttemptAtMs", ${ms('lease_until')} as "leaseUntilMs",
      ${ms('delivered_at')} as "deliveredAtMs" from callback_deliveries order by id`,
  points: `select p.id, p.environment, p.returned_fee_policy as "returnedFee", p.refund_fee_policy as "refundFee", e.url, e.status as "endpointStatus",
      e.accept_2xx as "accept2xx", e.send_refunds as "sendsRefunds", coalesce(h.opens, 0) > 0 as "breakerOpen",
      ${ms('h.next_probe_at')} as "nextProbeAtMs", coalesce(h.recovering, false) as recovering
      from points p join callback_endpoints e on e.point_id = p.id left join callback_health h on h.point_id = p.id
      order by p.id`,
  terms: `select point_id as "pointId", pay_type as "payType", service_code as "serviceCode",
      fee_millionths as millionths, fee_fixed_minor as "fixedMinor", release_delay_seconds as "releaseDelaySeconds"
      from point_terms order by point_id, pay_type, service_code`,
  limits: `select point_id as "pointId", currency, single_minor as "singleMinor", daily_minor as "dailyMinor",
      approval_above_minor as "approvalAboveMinor" from payout_limits order by point_id, currency`,
  notifications: `select id, connector_account_id as "accountId", attempt_key as key, state,
      ${ms('next_try_at')} as "nextTryAtMs", encode(body, 'escape') as body from provider_notifications order by id`,
  lateChecks: `select attempt_id as "attemptId", ${ms('next_check_at')} as "nextCheckAtMs"
      from late_execution_checks order by attempt_id`,
  inbox: 'select event_id as "eventId" from inbox_messages order by id',
  bankLines: `select l.id, l.text, l.refs->>'bankRef' as "bankReference", l.amount_minor as "amountMinor", s.state,
      s.transaction_id as "transactionId", s.transfer_id as "transferId",
      coalesce(s.evidence ->> 'rule' = 'operator', false) as "byOperator"
      from bank_lines l join bank_line_states s on s.bank_line_id = l.id order by l.id`,
  links: `select id, token, reference, amount_min_minor as "amountMinor", uses_max as "usesMax" from payment_links order by id`,
  linkUses: `select transaction_id as "transactionId", payment_link_id as "linkId", nonce, ${ms('held_until')} as "heldUntilMs",
      ${ms('created_at')} as "atMs" from payment_link_uses order by created_at, transaction_id`,
}

/** Amounts and ids of 64 bits arrive exact, whatever the client was made with. */
const exactTypes = new pg.TypeOverrides()
exactTypes.setTypeParser(pg.types.builtins.INT8, BigInt)

/** Reads a finished run's database. One statement a table; nobody may write meanwhile. */
export async function loadRows(db: pg.Client): Promise<RunRows> {
  const query = async <Row extends object>(text: string): Promise<Row[]> =>
    (await db.query<Row>({ text, types: exactTypes })).rows
  const tables: [string, object[]][] = []
  for (const [table, text] of Object.entries(selects)) tables.push([table, await query(text)])
  const [state] = await query<{ nowMs: number; idle: bigint }>(
    `select ${ms('gateway_now()')} as "nowMs", (select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%') as idle`,
  )
  const { nowMs, idle } = present(state, 'the state of the database')
  return { ...(Object.fromEntries(tables) as unknown as Pick<RunRows, Table>), nowMs, idleInTransaction: Number(idle) }
}
