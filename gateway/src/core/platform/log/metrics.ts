import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LimitName } from '../limits/process-limits.ts'

/** All metrics of `/metrics`, in Prometheus' text format. No metric contains merchant data. */
export interface Metrics {
  registry: Registry
  requests: Counter<'route' | 'status'>
  requestSeconds: Histogram<'route'>
  databaseAway: Counter
  transitions: Counter<'pay_type' | 'status'>
  connectorCalls: Counter<'connector' | 'call' | 'outcome'>
  callbackAttempts: Counter<'result'>
  callbackOldestDueSeconds: Gauge
  callbackAlerts: Counter<'level'>
  contradictions: Counter
  jobRuns: Counter<'job' | 'result'>
  mails: Counter<'result'>
  groupSize: Histogram<'group'>
  cardLimitsMet: Counter<'kind'>
  cardGuesses: Counter<'answer'>
  authenticationFailures: Counter<'kind' | 'reason'>
  violations: Gauge<'invariant'>
  verifyRuns: Counter<'full'>
  underReview: Gauge<'why'>
  clockAhead: Gauge
  verifySeconds: Gauge
  verifyAge: AgeGauge
  requestLogDropped: Counter
  listReads: Counter<'server' | 'why'>
  replicaLagSeconds: Gauge
  replicaUsed: Gauge
  /** Requests and connections that were refused because a limit was reached. */
  refused: Counter<'why'>
  queues: Queues
  outcomesLeftToInquiry: Counter
}

/** Length and limit of each queue. Read at collection time. */
export interface Queues {
  watch(name: LimitName, queue: { max: number; length(): number }): void
}

/** Ages that keep growing between updates. */
export interface AgeGauge {
  set(full: string, seconds: number): void
}

/**
 * `ofProcess`: also collect memory, garbage collection and event loop. Their observers live as long as the process, so
 * a process with many gateways leaves them out. Default: true.
 */
export function createMetrics({ ofProcess = true } = {}): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    given: { labelNames: Label[]; buckets: number[] },
  ) => new Histogram({ name, help, ...given, registers: [registry] })
  return {
    registry,
    requests: counter('http_requests_total', 'Answered requests.', ['route', 'status']),
    requestSeconds: histogram('http_request_seconds', 'Time to answer a request.', {
      labelNames: ['route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    }),
    databaseAway: new Counter({
      name: 'database_away_total',
      help: 'Failures because the database was away. Only the first of an outage is logged.',
      registers: [registry],
    }),
    transitions: counter('transaction_transitions_total', 'Changes of status.', ['pay_type', 'status']),
    connectorCalls: counter('connector_calls_total', 'Calls to connectors.', ['connector', 'call', 'outcome']),
    callbackAttempts: counter('callback_attempts_total', 'Callback attempts by result.', ['result']),
    callbackAlerts: counter('callback_alerts_total', 'Callback endpoints that fail for long, by level.', ['level']),
    callbackOldestDueSeconds: gauge(registry, 'callback_oldest_due_age_seconds', 'Age of the oldest due delivery.'),
    contradictions: counter('transaction_contradictions_total', 'Status updates that the state table forbids.', []),
    jobRuns: counter('job_runs_total', 'Runs of background jobs.', ['job', 'result']),
    mails: counter('mails_total', 'Attempts to send a mail: sent, retry, failed.', ['result']),
    authenticationFailures: counter('authentication_failures_total', 'Requests refused because of their credentials.', [
      'kind',
      'reason',
    ]),
    cardGuesses: counter(
      'card_guesses_total',
      'Other cards sent with the reference of a card pay-in, by whether they were compared.',
      ['answer'],
    ),
    cardLimitsMet: counter('card_limits_met_total', 'Card pay-ins refused by a velocity limit.', ['kind']),
    ...proofs(registry),
    clockAhead: gauge(registry, 'node_clock_ahead_seconds', 'How far the machine’s clock is ahead of the database’s.'),
    requestLogDropped: counter('request_log_dropped_total', 'Requests that are missing in the request log.', []),
    listReads: counter('list_reads_total', 'Lists that were read on the replica, or why on the primary.', [
      'server',
      'why',
    ]),
    replicaLagSeconds: gauge(registry, 'read_replica_lag_seconds', 'How far the read replica was behind.'),
    replicaUsed: gauge(registry, 'read_replica_used', '1 while lists are read on the replica, 0 while not.'),
    ...pressure(registry),
    groupSize: histogram('group_commit_size', 'Items per grouped statement.', {
      labelNames: ['group'],
      buckets: [1, 2, 4, 8, 16, 32, 64],
    }),
  }
}

function gauge(registry: Registry, name: string, help: string): Gauge {
  return new Gauge({ name, help, registers: [registry] })
}

/** Results of the last runs of verify. */
function proofs(
  registry: Registry,
): Pick<Metrics, 'violations' | 'underReview' | 'verifyRuns' | 'verifySeconds' | 'verifyAge'> {
  const registers = [registry]
  return {
    violations: new Gauge({
      name: 'verify_violations',
      help: 'Violations of each invariant that the last full run of verify, or a later one, found.',
      labelNames: ['invariant'],
      registers,
    }),
    underReview: new Gauge({
      name: 'verify_under_review',
      help: 'Transactions under review, by reason, and differences from the provider records.',
      labelNames: ['why'],
      registers,
    }),
    verifyRuns: new Counter({
      name: 'verify_runs_total',
      help: 'Runs of verify in this process.',
      labelNames: ['full'],
      registers,
    }),
    verifySeconds: gauge(registry, 'verify_seconds', 'How long the last run of verify took.'),
    verifyAge: ageGauge(registry, {
      name: 'verify_age_seconds',
      help: 'Time since the last completed run of verify: a full one, or any.',
      labelNames: ['full'],
    }),
  }
}

/** Signs of overload of the process or of a system that it calls. */
function pressure(registry: Registry): Pick<Metrics, 'refused' | 'queues' | 'outcomesLeftToInquiry'> {
  const registers = [registry]
  return {
    refused: new Counter({
      name: 'refused_total',
      help: 'Requests and connections refused because a limit was reached.',
      labelNames: ['why'],
      registers,
    }),
    queues: queues(registry),
    outcomesLeftToInquiry: new Counter({
      name: 'outcomes_left_to_inquiry_total',
      help: 'Outcomes of calls that could not be written: the provider is asked again.',
      registers,
    }),
  }
}

function queues(registry: Registry): Queues {
  const watched = new Map<string, { max: number; length(): number }>()
  const of = { labelNames: ['queue' as const], registers: [registry] }
  new Gauge({
    ...of,
    name: 'queue_length',
    help: 'Items that wait or are in progress.',
    collect() {
      for (const [queue, { length }] of watched) this.set({ queue }, length())
    },
  })
  new Gauge({
    ...of,
    name: 'queue_limit',
    help: 'Limit of waiting or running items.',
    collect() {
      for (const [queue, { max }] of watched) this.set({ queue }, max)
    },
  })
  return { watch: (name, queue) => void watched.set(name, queue) }
}

function ageGauge(registry: Registry, given: { name: string; help: string; labelNames: ['full'] }): AgeGauge {
  const reported = new Map<string, { seconds: number; atMs: number }>()
  new Gauge({
    ...given,
    registers: [registry],
    collect() {
      for (const [full, { seconds, atMs }] of reported) this.set({ full }, seconds + (performance.now() - atMs) / 1_000)
    },
  })
  return { set: (full, seconds) => void reported.set(full, { seconds, atMs: performance.now() }) }
}
