import { alertAheadMs } from '../../../core/platform/database/nodes.ts'
import { lateArrivalText, lateExecutionText } from '../../../core/processing/rules/transition-parts.ts'
import { numbersAllowed, numbersInVainMax, typedInVain } from '../../../core/processing/rules/typed-numbers.ts'
import { linkDays } from '../../identity/rules/person-link.ts'
import { rolesDecidingAboutMoney } from '../../identity/rules/roles.ts'
import { bankFindings, fileRefused, incomingMoney } from './bank-findings.ts'
import { secondStateFindings } from './second-state-findings.ts'

/**
 * The conditions, by kind of alert. `find` selects merchant_id, point_id, user_id, object, subject and facts of all
 * that is true now, by an index. `gone` is true for an open alert `a` whose condition is over. Facts hold ids, names of
 * points and people of the merchant or operator, and counts; no secrets and no payers' data.
 */
export interface Finding {
  find: string | ((limits: AlertLimits) => string)
  gone: string
}

/** What the operator sets. */
export interface AlertLimits {
  toPayHours: number
}

/** Rows per `find`. More rows of one kind are one incident; the first rows report it. */
const foundMax = 2_000

/** Reviews with an alert of their own: money may have moved twice. */
const lateTexts = [lateExecutionText, lateArrivalText].map((text) => `'${text}'`).join(', ')

/**
 * A payout that waits for a second person expires after 72 hours. This many hours before, the alert should reach a
 * working day.
 */
const lapsingHours = 12

/** Seven-digit references of an own account, and of `r` whether 70 % of them are in use. */
const sevenDigits = 1_000_000
const isNearlyFull = `r.held >= ${sevenDigits * 0.7}`

const pointFacts = `'point', p.name, 'environment', p.environment`
const transactionFacts = `'transaction_id', t.id, 'service_code', t.service_code, 'pay_type', t.pay_type,
  'environment', t.environment, 'point', p.name`
const milliseconds = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint`

/** Conditions of alerts that stay open while the condition is true. */
export const lastingFindings = {
  callbacks_failing: {
    find: `select p.merchant_id, p.id as point_id, null::uuid as user_id, p.id || ' ' || c.level as object,
        'callbacks ' || p.id || ' ' || ${milliseconds('c.failing_since')} || ' ' || c.level as subject,
        jsonb_build_object(${pointFacts}, 'level', c.level, 'failing_since', c.failing_since) as facts
      from callback_health h join callback_alerts c on c.point_id = h.point_id and c.failing_since = h.failing_since
        join points p on p.id = c.point_id
      where h.failing_since is not null limit ${foundMax}`,
    gone: `not exists (select from callback_health h where h.point_id = a.point_id
      and h.failing_since = (a.facts ->> 'failing_since')::timestamptz)`,
  },
  payout_approval: {
    find: waitingPayouts('approval', ''),
    gone: `not exists (select from transactions t where t.point_id = a.point_id and t.status = 'PENDING'
      and t.reason = 'awaiting_approval' and t.approval_until is not null)`,
  },
  payout_approval_lapsing: {
    find: waitingPayouts('lapsing', `and t.approval_until < gateway_now() + interval '${lapsingHours} hours'`),
    gone: `not exists (select from transactions t where t.point_id = a.point_id and t.status = 'PENDING'
      and t.reason = 'awaiting_approval' and t.approval_until < gateway_now() + interval '${lapsingHours} hours')`,
  },
  key_expiring: {
    find: `select p.merchant_id, p.id, null::uuid, k.key_id || ' ' || due.level as object,
        'key ' || k.key_id || ' ' || ${milliseconds('k.expires_at')} || ' ' || due.level as subject,
        jsonb_build_object(${pointFacts}, 'key_id', k.key_id, 'key_name', k.name, 'level', due.level,
          'expires_at', k.expires_at) as facts
      from (values ('14d', interval '14 days'), ('3d', interval '3 days')) as due(level, ahead)
        join api_keys k on k.expires_at > gateway_now() and k.expires_at < gateway_now() + due.ahead
          and k.expires_at is not null and k.revoked_at is null
        join points p on p.id = k.point_id
      where not (due.level = '14d' and k.expires_at < gateway_now() + interval '3 days') limit ${foundMax}`,
    gone: `not exists (select from api_keys k where k.key_id = a.facts ->> 'key_id' and k.revoked_at is null
      and k.expires_at > gateway_now())`,
  },
  sign_in_locked: {
    find: `select u.merchant_id, null::uuid, u.id, u.id::text as object,
        'locked ' || u.id || ' ' || ${milliseconds('u.locked_until')} as subject,
        jsonb_build_object('until', u.locked_until) as facts
      from users u where u.locked_until > statement_timestamp() and u.disabled_at is null limit ${foundMax}`,
    gone: `not exists (select from users u where u.id = a.user_id and u.locked_until > statement_timestamp())`,
  },
  late_execution: {
    find: `select null::uuid, p.id, null::uuid, t.id::text as object,
        'late execution ' || t.id || ' ' || ${milliseconds('t.updated_at')} as subject,
        jsonb_build_object(${transactionFacts}) as facts
      from (${liveFirst(`needs_operator is not null and needs_operator in (${lateTexts})`, 'created_at, id')}) t
        join points p on p.id = t.point_id`,
    gone: `not exists (select from transactions t where t.id = a.object::uuid and t.needs_operator in (${lateTexts}))`,
  },
  needs_operator: {
    find: `select null::uuid, p.id, null::uuid, t.id::text as object,
        'attention ' || t.id || ' ' || ${milliseconds('t.updated_at')} as subject,
        jsonb_build_object(${transactionFacts}) as facts
      from (${liveFirst(`needs_operator is not null and needs_operator not in (${lateTexts})`, 'created_at, id')}) t join points p on p.id = t.point_id`,
    gone: `not exists (select from transactions t where t.id = a.object::uuid and t.needs_operator is not null)`,
  },
  to_pay_old: {
    // One alert for the whole queue: whoever looks at it sees all.
    find: ({ toPayHours }) => `select null::uuid, null::uuid, null::uuid, 'to pay' as object,
        'to pay ' || t.id || ' ' || ${milliseconds('t.updated_at')} as subject,
        jsonb_build_object('transaction_id', t.id, 'hours', ${toPayHours}) as facts
      from transactions t where ${toPayFor(String(toPayHours))} order by t.updated_at, t.id limit 1`,
    gone: `not exists (select from transactions t where ${toPayFor(`(a.facts ->> 'hours')::int`)})`,
  },
  suspense_old: {
    find: `select null::uuid, p.id, null::uuid, t.id::text as object,
        'suspense ' || t.id || ' ' || ${milliseconds('t.updated_at')} as subject,
        jsonb_build_object(${transactionFacts}) as facts
      from (${liveFirst(`suspense_minor > 0 and updated_at < gateway_now() - interval '1 day'`, 'id')}) t
        join points p on p.id = t.point_id`,
    gone: `not exists (select from transactions t where t.id = a.object::uuid and t.suspense_minor > 0)`,
  },
  outcome_unknown: {
    find: `select null::uuid, null::uuid, null::uuid, c.id::text as object, 'unknown ' || c.id || ' ' || first.id as subject,
        jsonb_build_object('connector', c.connector, 'account', c.name, 'environment', c.environment,
          'since', first.sent_at) as facts
      from connector_accounts c join lateral (
        select t.id, t.sent_at from attempts t where t.outcome = 'unknown' and t.state <> 'closed'
          and t.sent_at < gateway_now() - interval '1 hour' and t.connector_account_id = c.id
        order by t.sent_at limit 1) first on true limit ${foundMax}`,
    gone: `not exists (select from attempts t where t.outcome = 'unknown' and t.state <> 'closed'
      and t.sent_at < gateway_now() - interval '1 hour' and t.connector_account_id = a.object::uuid)`,
  },
  invariant_violated: {
    find: `select null::uuid, null::uuid, null::uuid, found.invariant as object,
        'invariant ' || found.invariant || ' ' || min(found.run) as subject,
        jsonb_build_object('invariant', found.invariant, 'violations', max(found.violations)) as facts
      from (${brokenInvariants()}) found group by found.invariant limit ${foundMax}`,
    gone: `not exists (select from (${brokenInvariants()}) found where found.invariant = a.object)`,
  },
  confirmation_waiting: {
    find: `select null::uuid, null::uuid, null::uuid, w.id::text as object, 'confirmation ' || w.id as subject,
        jsonb_build_object('email', w.email, 'by', coalesce(u.name, 'somebody at the machine')) as facts
      from (${unconfirmed()}) w left join users u on u.id = w.by_user order by w.created_at, w.id limit ${foundMax}`,
    gone: `not exists (select from (${unconfirmed()}) w where w.id = a.object::uuid)`,
  },
  clock_skew: {
    find: `select null::uuid, null::uuid, null::uuid, n.machine as object,
        'clock ' || n.machine || ' ' || ${milliseconds(`date_trunc('hour', statement_timestamp())`)} as subject,
        jsonb_build_object('machine', n.machine, 'seconds', round(n.clock_ahead_ms / 1000.0, 1)) as facts
      from (select distinct on (machine) * from (${aliveNodes()}) each
          where abs(clock_ahead_ms) > ${alertAheadMs} order by machine, abs(clock_ahead_ms) desc) n limit ${foundMax}`,
    // Half the limit, so that a clock near the limit does not cause repeated alerts.
    gone: `not exists (select from (${aliveNodes()}) n
      where n.machine = a.object and abs(n.clock_ahead_ms) > ${alertAheadMs / 2})`,
  },
  references_used_up: {
    find: `select null::uuid, null::uuid, null::uuid, c.id::text as object,
        'references ' || c.id || ' ' || ${milliseconds(`date_trunc('day', r.counted_at)`)} as subject,
        jsonb_build_object('account', c.name, 'environment', c.environment, 'percent', r.held * 100 / ${sevenDigits},
          'days_left', (${sevenDigits} - r.held) * 7 / greatest(r.drawn_in_week, 1)) as facts
      from reference_counts r join connector_accounts c on c.id = r.connector_account_id
      where ${isNearlyFull} order by r.held desc limit ${foundMax}`,
    gone: `not exists (select from reference_counts r where r.connector_account_id = a.object::uuid and ${isNearlyFull})`,
  },
  provider_finding: {
    find: `select null::uuid, null::uuid, null::uuid, c.id::text as object,
        'provider ' || c.id || ' ' || md5(c.findings::text) as subject,
        jsonb_build_object('account', c.name, 'environment', c.environment, 'finding', c.findings ->> 0) as facts
      from connector_accounts c where c.findings <> '[]' limit ${foundMax}`,
    gone: `not exists (select from connector_accounts c where c.id = a.object::uuid and c.findings ->> 0 = a.facts ->> 'finding')`,
  },
  certificate_ending: {
    find: `select null::uuid, null::uuid, null::uuid, c.id || ' ' || due.level as object,
        'certificate ' || c.id || ' ' || ${milliseconds('c.certificate_ends_at')} || ' ' || due.level as subject,
        jsonb_build_object('connector_account_id', c.id, 'account', c.name, 'environment', c.environment,
          'ends_at', c.certificate_ends_at) as facts
      from connector_accounts c
        join lateral (select level, days from (values ('1d', 1), ('7d', 7), ('30d', 30)) as l(level, days)
          where c.certificate_ends_at < gateway_now() + days * interval '1 day' order by days limit 1) due on true
      where c.certificate_ends_at is not null limit ${foundMax}`,
    gone: `not exists (select from connector_accounts c where c.id = (a.facts ->> 'connector_account_id')::uuid
      and c.certificate_ends_at = (a.facts ->> 'ends_at')::timestamptz)`,
  },
  ...bankFindings,
  proposal_waiting: {
    find: `select null::uuid, r.point_id, null::uuid, r.id::text as object, 'proposal ' || r.id as subject,
        jsonb_build_object('proposal_id', r.id, 'action', r.action, 'by', u.name) as facts
      from proposals r join users u on u.id = r.proposed_by where r.state = 'open'
      order by r.proposed_at, r.id limit ${foundMax}`,
    gone: `not exists (select from proposals r where r.id = a.object::uuid and r.state = 'open')`,
  },
} as const satisfies Readonly<Record<string, Finding>>

/** People who got rights to decide about real money without a confirmation; joined or still invited. */
function unconfirmed(): string {
  const roles = (side: 'operator' | 'merchant') => rolesDecidingAboutMoney[side].map((role) => `'${role}'`).join(', ')
  const decides = (row: string) =>
    `${row}.role = any (case when ${row}.merchant_id is null then array[${roles('operator')}] else array[${roles('merchant')}] end)
      and exists (select from points where environment = 'live')`
  return `select l.id, l.by_user, x.email, l.created_at from person_links l join users x on x.id = l.user_id
      where l.kind <> 'link_shown' and l.confirmed_at is null and l.created_at > statement_timestamp() - interval '${linkDays} days'
        and x.disabled_at is null and ${decides('x')}
    union all
    select i.id, i.invited_by, i.email, i.created_at from invitations i
      where i.accepted_at is null and i.revoked_at is null and i.expires_at > statement_timestamp()
        and i.confirmed_at is null and not i.bootstrap and ${decides('i')}`
}

/** What waits longer for a person at the bank. */
function toPayFor(hours: string): string {
  return `t.status = 'PENDING' and t.reason = 'waits_for_operator' and t.environment = 'live'
    and t.updated_at < gateway_now() - ${hours} * interval '1 hour'`
}

/** Live and test rows have separate limits, so that many test transactions cannot hide live ones. */
function liveFirst(where: string, order: string): string {
  const some = (environment: string) =>
    `(select * from transactions where ${where} and environment = '${environment}' order by ${order} limit ${foundMax})`
  return `${some('live')} union all ${some('test')}`
}

/** One alert for a point's waiting payouts, identified by the oldest of them. */
function waitingPayouts(word: string, more: string): string {
  return `select p.merchant_id, p.id, null::uuid, p.id::text as object, '${word} ' || p.id || ' ' || first.id as subject,
      jsonb_build_object(${pointFacts}, 'until', first.approval_until) as facts
    from (select distinct on (t.point_id) t.point_id, t.id, t.approval_until from transactions t
        where t.approval_until is not null and t.status = 'PENDING' and t.reason = 'awaiting_approval' ${more}
        order by t.point_id, t.approval_until, t.id limit ${foundMax}) first
      join points p on p.id = first.point_id`
}

/** Processes by machine. A restarting process counts as alive. */
function aliveNodes(): string {
  return `select split_part(name, '/', 1) as machine, clock_ahead_ms from gateway_nodes
    where seen_at > statement_timestamp() - interval '1 minute' and clock_ahead_ms is not null`
}

/** Like the gauge `verify_violations`: findings of the last full run stay until the next full run. */
function brokenInvariants(): string {
  return `select each ->> 'id' as invariant, (each ->> 'violations')::int as violations, run.id as run
    from ((select id, results from verify_runs where failed is null and full_run order by id desc limit 1)
      union (select id, results from verify_runs where failed is null order by id desc limit 1)) run,
      jsonb_array_elements(coalesce(run.results -> 'invariants', '[]')) each
    where (each ->> 'violations')::int > 0`
}

/** Nouns of audit actions about credentials, and about people. */
const credentialNouns = [
  'api_key',
  'api_token',
  'webhook_secret',
  'signing_secret',
  'credential',
  'credentials',
  'callback_address',
  'signed_payouts',
]
const teamNouns = ['invitation', 'team', 'user']

/** Actions that raise a spending limit or lower a safeguard. */
const limitActions = [
  'point.payout_limits',
  'point.card_limits',
  'point.overdraft',
  'point.terms',
  'point.policies',
  'point.settings',
  'signed_payouts.lift',
] as const

/** Range of the audit log that a round reads. An older event is no longer worth an alert. */
const auditHours = 1

/** Rows per merchant and action within that hour. A merchant with more rows hides only their own. */
const toldOfOneMax = 100

/** One alert for the merchant's people and one for the operator's. */
const bothSides = '(values (true), (false)) as side(is_merchant)'

/**
 * Failed authentications within 15 minutes, of one address or with credentials of one point, that indicate an attack
 * and not a mistake.
 */
const failuresMin = 50

/** Events: from the audit log, and of payments after a final status. */
export const eventFindings = {
  credential_changed: auditFinding(credentialNouns, 'and coalesce(l.merchant_id, p.merchant_id) is not null'),
  team_changed: auditFinding(teamNouns, ''),
  withdrawal_account_changed: auditFinding(['withdrawal_account'], ''),
  withdrawal_account_used: `select p.merchant_id, p.id, null::uuid, 'withdrawal account ' || t.withdrawal_account_id as object,
      'withdrawal account ' || t.withdrawal_account_id as subject,
      jsonb_build_object(${pointFacts}, 'service_code', t.service_code, 'transaction_id', t.id) as facts
    from (select distinct on (withdrawal_account_id) * from transactions
        where withdrawal_account_id is not null and created_at > gateway_now() - interval '${auditHours} hour'
        order by withdrawal_account_id, created_at, id) t join points p on p.id = t.point_id
    where not exists (select from transactions o where o.withdrawal_account_id = t.withdrawal_account_id
      and o.created_at <= gateway_now() - interval '${auditHours} hour') limit ${foundMax}`,
  ...secondStateFindings,
  cards_guessed: `select case when side.is_merchant then p.merchant_id end, p.id, null::uuid,
      'card guesses ' || p.id || ' ' || side.is_merchant as object,
      'card guesses ' || p.id || ' ' || side.is_merchant || ' ' || min(g.id) as subject,
      jsonb_build_object(${pointFacts}, 'transactions', count(distinct g.transaction_id)) as facts
    from card_guesses g join points p on p.id = g.point_id cross join ${bothSides}
    where g.closes and g.created_at > gateway_now() - interval '${auditHours} hour'
    group by p.id, side.is_merchant limit ${foundMax}`,
  numbers_typed_in_vain: `select null::uuid, p.id, null::uuid, 'numbers ' || p.id as object,
      'numbers ' || p.id || ' ' || gateway_now()::date as subject, jsonb_build_object(${pointFacts}, 'numbers', n.typed) as facts
    from (select point_id, sum(payer_reference_changes)::int as typed from transactions where ${typedInVain}
        group by point_id having sum(payer_reference_changes) >= ${numbersInVainMax}) n join points p on p.id = n.point_id
    where n.typed >= ${numbersAllowed} limit ${foundMax}`,
  // A statement that holds all of a day holds each of its lines. Pages of one statement have other lines.
  statement_contradicts: `select null::uuid, null::uuid, null::uuid, 'statement ' || s.id as object,
      'statement ' || s.id as subject, jsonb_build_object('file', f.name, 'other_file', o.name, 'lines', o.lines,
        'transaction_id', o.transaction_id, 'day', o.day) as facts
    from bank_files f join bank_statements s on s.bank_file_id = f.id cross join lateral (
      select min(e.name) as name, count(distinct l.id) as lines, min(x.transaction_id::text) as transaction_id,
        min(l.booking_day)::text as day
      from bank_lines l join bank_line_states x on x.bank_line_id = l.id and x.state in ('applied', 'linked')
        join bank_line_sightings g on g.bank_line_id = l.id join bank_statements h on h.id = g.bank_statement_id
        join bank_files e on e.id = h.bank_file_id
      where l.bank_account_id = s.bank_account_id and l.booking_day between s.from_day and s.to_day and l.seen_at < f.read_at
        and not exists (select from bank_line_sightings n join bank_statements m on m.id = n.bank_statement_id
          where n.bank_line_id = l.id and (m.id = s.id
            or (m.from_day, m.to_day) = (s.from_day, s.to_day) and m.page <> s.page))) o
    where f.read_at > gateway_now() - interval '${auditHours} hour' and o.lines > 0 limit ${foundMax}`,
  file_refused: fileRefused,
  incoming_money: incomingMoney,
  password_recovered: `select u.merchant_id, null::uuid, u.id, 'recovered ' || r.id as object, 'recovered ' || r.id as subject,
      '{}'::jsonb as facts
    from password_recoveries r join users u on u.id = r.user_id
    where r.used_at > statement_timestamp() - interval '1 hour' limit ${foundMax}`,
  limits_changed: operatorsFinding(
    limitActions,
    `and p.environment = 'live' and (l.action <> 'point.settings' or l.detail ? 'lowered')`,
  ),
  deposit_account_changed: operatorsFinding(['deposit_account.add', 'deposit_account.show'], ''),
  break_glass: operatorsFinding(['break_glass.execute'], ''),
  bootstrap_invitation: `select null::uuid, null::uuid, null::uuid, 'bootstrap ' || i.id as object,
      'bootstrap ' || i.id as subject, jsonb_build_object('email', i.email) as facts
    from invitations i where i.bootstrap and i.created_at > statement_timestamp() - interval '${auditHours} hour' and (exists (select from points where environment = 'live')
      or (select count(*) from users u where u.merchant_id is null and u.disabled_at is null) > 2)
    order by i.created_at desc limit ${foundMax}`,
  authentication_failing: `select case when side.is_merchant then p.merchant_id end, p.id, null::uuid,
      'authentication ' || coalesce(p.id::text, f.origin, 'many') || ' ' || side.is_merchant as object,
      'authentication ' || coalesce(p.id::text, f.origin, 'many') || ' ' || side.is_merchant || ' ' || min(f.id::text) as subject,
      jsonb_strip_nulls(jsonb_build_object(${pointFacts}, 'address', min(f.origin), 'failures', sum(f.failures))) as facts
    from (select l.id, l.point_id, l.origin, (l.detail ->> 'count')::int as failures from audit_log l
        where l.action = 'authentication.fail' and l.created_at > gateway_now() - interval '15 minutes'
        order by l.created_at desc limit ${foundMax}) f
      left join points p on p.id = f.point_id cross join ${bothSides}
    where not side.is_merchant or p.id is not null
    group by p.id, side.is_merchant, coalesce(p.id::text, f.origin, 'many')
    having sum(f.failures) >= ${failuresMin} limit ${foundMax}`,
} as const

/** Events for all operators, of any merchant. */
function operatorsFinding(actions: readonly string[], more: string): string {
  const list = actions.map((action) => `'${action}'`).join(', ')
  return `select null::uuid, l.point_id, null::uuid, 'audit ' || l.id as object, 'audit ' || l.id || ' for all' as subject,
      jsonb_strip_nulls(jsonb_build_object('action', l.action, 'by', l.actor, 'object', l.object_id, 'point', p.name,
        'environment', p.environment, 'done', l.detail ->> 'action')) as facts
    from audit_log l left join points p on p.id = l.point_id
    where l.created_at > gateway_now() - interval '${auditHours} hour' and l.action in (${list})
      and l.result = 'done' and l.actor <> 'first start' ${more} order by l.created_at limit ${foundMax}`
}

function auditFinding(nouns: readonly string[], more: string): string {
  const list = nouns.map((noun) => `'${noun}'`).join(', ')
  return `select coalesce(l.merchant_id, p.merchant_id), l.point_id, null::uuid, 'audit ' || l.id as object,
      'audit ' || l.id as subject,
      jsonb_strip_nulls(jsonb_build_object('action', l.action, 'by', l.actor, 'object', l.object_id, 'point', p.name,
        'environment', coalesce(p.environment, l.detail ->> 'environment'))) as facts
    from (select *, row_number() over (partition by merchant_id, action order by created_at, id) as place
        from audit_log l where ${recently(list)}) l left join points p on p.id = l.point_id
    where l.place <= ${toldOfOneMax} ${more} order by l.created_at limit ${foundMax}`
}

function recently(list: string): string {
  return `l.created_at > gateway_now() - interval '${auditHours} hour'
      and split_part(l.action, '.', 1) in (${list}) and l.result = 'done' and l.actor <> 'first start'`
}
