import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { formatSum } from '../../../core/values/money.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { countField, operatorLimit } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { type Say, sayFor } from '../../../core/web/request-context.ts'
import type { MailDeps } from '../../mail/deps.ts'
import { suspenseSums } from '../../operator-desk/list-for-operator.ts'
import type { VerifyDeps } from '../../verify/invariant.ts'
import { verifyNow } from '../../verify/verify-now.ts'
import { type ConnectorHealth, readConnectorHealth } from '../connector-health.ts'
import { type OperatorOverview, readOperatorOverview } from '../operator-overview.ts'
import { readVerifyRuns } from '../store/reads/operator-overview.ts'
import type { ConnectorData, OperatorOverviewData } from './contract/operator-health.ts'
import { verifyRunData } from './verify-run-data.ts'

const runsQuery = z.object({ limit: operatorLimit, cursor: countField.optional() })
const runBody = z.object({ full: z.boolean().default(false) })

export interface OverviewDeps extends MailDeps, VerifyDeps {}

/** Health of the gateway: the overview, the connectors, the invariants. */
export function operatorHealthRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/overview', {
    config: { permission: 'operator_read' },
    handler: async (request) => {
      const overview = await readOperatorOverview(deps)
      const data = overviewData(overview, await suspenseSums(deps), sayFor(request))
      const hasLivePoint = !(await hasOnlyTestMoney(deps))
      return success<OperatorOverviewData>({
        ...data,
        mail_configured: deps.mail !== undefined,
        has_live_point: hasLivePoint,
      })
    },
  })
  typed.get('/operator/connectors', {
    config: { permission: 'operator_read' },
    handler: async () => success({ connectors: (await readConnectorHealth(deps)).map(connectorData) }),
  })
  typed.get('/operator/verify/runs', {
    config: { permission: 'operator_read' },
    schema: { querystring: runsQuery },
    handler: async (request) => {
      const { limit, cursor } = request.query
      const rows = await readVerifyRuns(deps.database.engine, { before: cursor, limit: limit + 1 })
      const { items, last } = cutPage(rows, limit)
      return success({
        items: items.map((row) => verifyRunData(row, sayFor(request))),
        next_cursor: last?.id.toString() ?? null,
      })
    },
  })
  typed.post('/operator/verify/runs', {
    config: { permission: 'operator_act' },
    handler: async (request, reply) => {
      const { body } = readBody(runBody, request.body)
      await verifyNow(deps, body)
      return reply.code(202).send(success({ started: true }))
    },
  })
}

function connectorData({ account, calls, open, notifications, times, ...health }: ConnectorHealth): ConnectorData {
  const unknownAt = open?.oldest_unknown_at
  return {
    connector_account_id: account.id,
    connector: account.connector,
    environment: account.environment,
    name: account.name,
    services: account.services,
    last_success_at: isoMicrosecondsOrNull(health.lastSuccessAt),
    last_failure_at: isoMicrosecondsOrNull(health.lastFailureAt),
    calls: calls.map(({ outcome, last_hour, last_day }) => ({ outcome: outcome ?? 'none', last_hour, last_day })),
    days: health.days,
    result_times: {
      day: { half_ms: times?.day_half_ms ?? null, most_ms: times?.day_most_ms ?? null },
      week: { half_ms: times?.all_half_ms ?? null, most_ms: times?.all_most_ms ?? null },
    },
    waiting: open?.waiting ?? 0,
    open: open?.open ?? 0,
    oldest_unknown: unknownAt
      ? { transaction_id: open?.oldest_unknown_transaction ?? '', at: isoMicroseconds(unknownAt) }
      : null,
    notifications: {
      received: notifications?.received ?? 0,
      processed: notifications?.processed ?? 0,
      unmatched: notifications?.unmatched ?? 0,
      last_at: isoMicrosecondsOrNull(notifications?.last_at ?? null),
    },
  }
}

function overviewData(
  overview: OperatorOverview,
  suspense: OperatorOverviewData['suspense'],
  say: Say,
): Omit<OperatorOverviewData, 'mail_configured' | 'has_live_point'> {
  const { full, last } = overview.verify
  return {
    now: isoMicroseconds(overview.now),
    volumes: overview.volumes.map(({ sum_minor, before, before_minor, read: _, ...row }) => ({
      ...row,
      amount: formatSum(sum_minor, row.currency) ?? '0',
      yesterday: { transactions: before, amount: formatSum(before_minor, row.currency) ?? '0' },
    })),
    volumes_at_least: overview.volumesAtLeast,
    merchants: overview.merchants,
    attention: overview.attention,
    to_pay: overview.toPay,
    waiting_lines: overview.waitingLines,
    open_proposals: overview.openProposals,
    suspense,
    failing_endpoints: overview.failingEndpoints.map((row) => ({
      point: { point_id: row.point_id, name: row.point_name },
      merchant: row.merchant_name,
      environment: row.environment,
      since: isoMicroseconds(row.failing_since),
      status: row.status,
    })),
    verify: { full: full ? verifyRunData(full, say) : null, last: last ? verifyRunData(last, say) : null },
    oldest_pending: overview.oldestPending
      ? {
          transaction_id: overview.oldestPending.transaction_id,
          at: isoMicroseconds(overview.oldestPending.created_at),
        }
      : null,
    replica: overview.replica ? { state: overview.replica.state, lag_ms: overview.replica.lagMs } : null,
  }
}
