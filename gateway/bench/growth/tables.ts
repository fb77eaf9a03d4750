import { idOf } from './life.ts'

/** Of two ways to write a row of history, three transfers and so on: how many numbers one transaction has. */
const historyPerLife = 3
const transfersPerLife = 3

/** A table to fill: statements over `$1` to `$2` of what `lives` describes, in the order of the rows' time. */
export interface FilledTable {
  name: string
  /** `lives`: the subquery. */
  insert: (lives: string) => string
  /** Sets the sequence behind the ids that were given; `$1` = the rows. */
  sequence?: string
}

/** The largest first, so that several writers end at about the same time. */
export const filledTables: readonly FilledTable[] = [
  {
    name: 'transactions',
    sequence: `select setval('order_sequence', ($1::bigint / 1000 + 2) * 1000)`,
    insert: (lives) => `insert into transactions (id, point_id, environment, pay_type, service_code, reference,
        amount_minor, currency, status, reason, credited_minor, received_minor, fee_minor, connector_account_id, sequence,
        target_reference, instructions, details, party_document, party_name, content_hash, pay_token, end_to_end_id,
        provider_reference, sender_name, sender_document, created_by_key, created_at, updated_at, expired_at)
      select id, point_id, 'test', pay_type, service_code, reference, amount, currency, status, reason,
        case when status = 'COMPLETED' then case when pay_type = 'payin' then received else amount end end,
        case when pay_type = 'payin' then received else 0 end, fee, account, n,
        case when pay_type = 'payin' then 'SG' || lpad(upper(to_hex(n)), 8, '0') end,
        case when pay_type = 'payout' then '{}' when currency = 'MXN' then ${instructions(`,"clabe":"' || ${clabe} || '"`)} else ${instructions('')} end::jsonb,
        (case when pay_type = 'payin'
          then '{"payer_doc_id":"' || document || '","payer_name":"' || name || '"}'
          else '{"account":"' || lpad((person * 7)::text, 12, '4') || '","account_doc_id":"' || document || '","account_beneficiary":"' || name || '"}' end)::jsonb,
        document, name, sha256(n::text::bytea), case when pay_type = 'payin' then ${payToken} end,
        case when currency = 'BRL' and status = 'COMPLETED' then 'E18236120' || to_char(done at time zone 'UTC', 'YYYYMMDDHH24MI') || substr(md5(n::text), 1, 11) end,
        case when status = 'COMPLETED' then upper(substr(md5('p' || n), 1, 20)) end,
        case when status = 'COMPLETED' and pay_type = 'payin' then name end,
        case when status = 'COMPLETED' and pay_type = 'payin' then case when dice % 20 = 5 then (30000000 + person)::text else document end end,
        'key-of-' || place, at, coalesce(done, at), case when pay_type = 'payin' then at + interval '1 day' end
      from ${lives} l`,
  },
  {
    name: 'transaction_history',
    sequence: `select setval(pg_get_serial_sequence('transaction_history', 'id'), ($1::bigint + 1) * ${historyPerLife})`,
    insert: (
      lives,
    ) => `insert into transaction_history (id, transaction_id, point_id, status, reason, source, created_at)
      overriding system value
      select n * ${historyPerLife} + s.step, id, point_id, case when s.step < 2 then 'PENDING' else status end,
        case when s.step = 2 then reason when pay_type = 'payin' then 'awaiting_payment' else 'submitted' end,
        case s.step when 0 then 'api' when 1 then 'connector' else case when status = 'EXPIRED' then 'expiry' else 'notification' end end,
        case s.step when 0 then at when 1 then at + interval '1 second' else done end
      from ${lives} l, generate_series(0, 2) s(step) where s.step < 2 or status <> 'PENDING' order by n, s.step`,
  },
  {
    name: 'callback_events',
    insert: (
      lives,
    ) => `insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key, created_at)
      select ${idOf('done_ms', 'e')}, point_id, id, 1, status,
        '{"transaction_id":"' || id || '","status":"' || status || '","amount":' || amount / 100 || '.00,"message":"Payment approved","reference":"' || reference
          || '","updated_at":"' || to_char(done at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '000Z","pay_type":"' || pay_type || '"}',
        ${apiKey}, done
      from ${lives} l where status <> 'PENDING'`,
  },
  {
    name: 'attempts',
    insert: (
      lives,
    ) => `insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number,
        key, state, outcome, outcome_detail, fence, calls, next_action_at, sent_at, inquiries, created_at, updated_at)
      select ${idOf('at_ms', 't')}, id, point_id, 'test', account, case when pay_type = 'payin' then 'announce' else 'submit' end, 1,
        id::text, case when status = 'PENDING' then 'open' else 'closed' end,
        case status when 'PENDING' then 'pending' when 'COMPLETED' then 'completed' when 'EXPIRED' then 'expire' else 'rejected' end,
        case when status = 'COMPLETED' then ('{"providerReference":"' || upper(substr(md5('p' || n), 1, 20)) || '"}')::jsonb else '{}' end,
        1, 1, case when status = 'PENDING' then gateway_now() + interval '1 day' end, at, 0, at, coalesce(done, at)
      from ${lives} l`,
  },
  {
    name: 'ledger_transfers',
    sequence: `select setval(pg_get_serial_sequence('ledger_transfers', 'id'), ($1::bigint + 1) * ${transfersPerLife})`,
    insert: (lives) => `insert into ledger_transfers (id, transaction_id, point_id, kind, debit_account, credit_account,
        amount_minor, environment, currency, created_at) overriding system value
      select n * ${transfersPerLife} + step, id, point_id, kind,
        case kind when 'payin' then settlement when 'payin_fee' then available when 'reserve' then available else reserved end,
        case kind when 'payin' then available when 'reserve' then reserved when 'payout' then settlement when 'unreserve' then available else fees end,
        minor, 'test', currency, case when kind = 'reserve' then at else done end
      from ${lives} l join (values ('payin', 0, 'payin'), ('payin', 1, 'payin_fee'), ('payout', 0, 'reserve'),
        ('payout', 1, 'payout'), ('payout', 1, 'unreserve'), ('payout', 2, 'payout_fee')) k(pay_type, step, kind) using (pay_type)
      cross join lateral (select case kind when 'payin' then received when 'payin_fee' then fee when 'reserve' then amount + fee
        when 'payout' then case when status = 'COMPLETED' then amount else 0 end
        when 'unreserve' then case when status = 'ERROR' then amount + fee else 0 end
        else case when status = 'COMPLETED' then fee else 0 end end as minor offset 0) m
      where minor > 0 order by n, step`,
  },
  {
    name: 'callback_deliveries',
    sequence: `select setval(pg_get_serial_sequence('callback_deliveries', 'id'), $1::bigint + 1)`,
    insert: (
      lives,
    ) => `insert into callback_deliveries (id, event_id, point_id, transaction_id, seq, trigger, state, attempts,
        fence, next_attempt_at, delivered_at, created_at) overriding system value
      select n, ${idOf('done_ms', 'e')}, point_id, id, 1, 'auto', 'delivered', 1, 1, done, done + interval '200 milliseconds', done
      from ${lives} l where status <> 'PENDING'`,
  },
  {
    name: 'callback_attempts',
    insert: (
      lives,
    ) => `insert into callback_attempts (delivery_id, point_id, number, started_at, url, status, first_byte_ms,
        total_ms, response_body, sent_body_sha256)
      select n, point_id, 1, done + interval '20 milliseconds', 'https://shop-' || place || '.example.com/callbacks', 200,
        40 + dice % 100, 42 + dice % 100, 'OK', sha256(n::text::bytea)
      from ${lives} l where status <> 'PENDING'`,
  },
]

/** Text of what a payer is told to pay to; ends in the middle of the object, where `more` follows. */
function instructions(more: string): string {
  return `'{"targetAccount":{"bank":"Simulated bank","number":"999000100' || lpad(n::text, 13, '0') || '","type":"CBU","beneficiary":"Pasarela Demo SA","docId":null,"reference":"SG' || lpad(upper(to_hex(n)), 8, '0') || '"}${more}}'`
}

const clabe = `(646180000000000000 + n * 10)::text`

/** As \`datedToken\` makes them: three bytes of the minute, then chance. */
const payToken = `translate(substr(encode(decode(lpad(to_hex(at_ms / 60000 % 16777216), 6, '0') || substr(md5('k' || n), 1, 26), 'hex'), 'base64'), 1, 22), '+/', '-_')`

/** Each number once, in no order: the factor and the prime have no common divisor. */
const apiKey = `1 + (n::numeric * 7654321987 % 9999999967)::bigint`
