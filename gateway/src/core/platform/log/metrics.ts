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
  contradictions: Counter
  jobRuns: Counter<'job' | 'result'>
  groupSize: Histogram<'group'>
  cardGuesses: Counter<'answer'>
  clockAhead: Gauge
  /** Requests and connections that were refused because a limit was reached. */
  refused: Counter<'why'>
  queues: Queues
  outcomesLeftToInquiry: Counter
  /** A counter of an extra, made at its first use. */
  counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label>
  /** A gauge of an extra, made at its first use. */
  gauge<Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label>
}

/** Length and limit of each queue. Read at collection time. */
export interface Queues {
  watch(name: LimitName, queue: { max: number; length(): number }): void
}

/**
 * `ofProcess`: also collect memory, garbage collection and event loop. Their observers live as long as the process, so
 * a process with many gateways leaves them out. Default: true.
 */
export function createMetrics({ ofProcess = true } = {}): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    (registry.getSingleMetric(name) as Counter<Label> | undefined) ?? new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    (registry.getSingleMetric(name) as Gauge<Label> | undefined) ?? new Gauge({ name, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    given: { labelNames: Label[]; buckets: number[] },
  ) => new Histogram({ name, help, ...given, registers })
  return {
    registry,
    counter,
    gauge,
    requests: counter('http_requests_total', 'Answered requests.', ['route', 'status']),
    requestSeconds: histogram('http_request_seconds', 'Time to answer a request.', {
      labelNames: ['route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    }),
    databaseAway: counter(
      'database_away_total',
      'Failures because the database was away. Only the first of an outage is logged.',
      [],
    ),
    transitions: counter('transaction_transitions_total', 'Changes of status.', ['pay_type', 'status']),
    connectorCalls: counter('connector_calls_total', 'Calls to connectors.', ['connector', 'call', 'outcome']),
    callbackAttempts: counter('callback_attempts_total', 'Callback attempts by result.', ['result']),
    callbackOldestDueSeconds: gauge('callback_oldest_due_age_seconds', 'Age of the oldest due delivery.', []),
    contradictions: counter('transaction_contradictions_total', 'Status updates that the state table forbids.', []),
    jobRuns: counter('job_runs_total', 'Runs of background jobs.', ['job', 'result']),
    cardGuesses: counter(
      'card_guesses_total',
      'Other cards sent with the reference of a card pay-in, by whether they were compared.',
      ['answer'],
    ),
    clockAhead: gauge('node_clock_ahead_seconds', 'How far the machine’s clock is ahead of the database’s.', []),
    refused: counter('refused_total', 'Requests and connections refused because a limit was reached.', ['why']),
    queues: queues(registry),
    outcomesLeftToInquiry: counter(
      'outcomes_left_to_inquiry_total',
      'Outcomes of calls that could not be written: the provider is asked again.',
      [],
    ),
    groupSize: histogram('group_commit_size', 'Items per grouped statement.', {
      labelNames: ['group'],
      buckets: [1, 2, 4, 8, 16, 32, 64],
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
