import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Everything `/metrics` shows, in Prometheus' text format. Built once in main.ts; no metric carries merchant data. */
export interface Metrics {
  registry: Registry
  requests: Counter<'route' | 'status'>
  requestSeconds: Histogram<'route'>
  transitions: Counter<'pay_type' | 'status'>
  connectorCalls: Counter<'connector' | 'call' | 'outcome'>
  callbackAttempts: Counter<'result'>
  callbackOldestDueSeconds: Gauge
  contradictions: Counter
  jobRuns: Counter<'job' | 'result'>
  groupSize: Histogram<'group'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Answered requests.',
      labelNames: ['route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer a request.',
      labelNames: ['route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    transitions: new Counter({
      name: 'transaction_transitions_total',
      help: 'Changes of status.',
      labelNames: ['pay_type', 'status'],
      registers,
    }),
    connectorCalls: new Counter({
      name: 'connector_calls_total',
      help: 'Calls to connectors by outcome.',
      labelNames: ['connector', 'call', 'outcome'],
      registers,
    }),
    callbackAttempts: new Counter({
      name: 'callback_attempts_total',
      help: 'Callback attempts by result.',
      labelNames: ['result'],
      registers,
    }),
    callbackOldestDueSeconds: new Gauge({
      name: 'callback_oldest_due_age_seconds',
      help: 'Age of the oldest due delivery.',
      registers,
    }),
    contradictions: new Counter({
      name: 'transaction_contradictions_total',
      help: 'News that the state table forbids.',
      registers,
    }),
    jobRuns: new Counter({
      name: 'job_runs_total',
      help: 'Runs of background jobs.',
      labelNames: ['job', 'result'],
      registers,
    }),
    groupSize: new Histogram({
      name: 'group_commit_size',
      help: 'Items per grouped statement.',
      labelNames: ['group'],
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
  }
}
