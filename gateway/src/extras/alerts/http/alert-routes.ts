import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { languageAsked } from '../../../core/texts/language.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { cursorField, limitField } from '../../../core/web/list-query.ts'
import { fieldsOfIssues } from '../../../core/web/query-problems.ts'
import { success } from '../../../core/web/replies.ts'
import { personOf } from '../../../core/web/request-context.ts'
import { sendTestMail } from '../../mail/send-test-mail.ts'
import { readRetention } from '../../retention/count-left.ts'
import {
  type AlertPage,
  changeChoices,
  listAlerts,
  type MailChoices,
  markSeen,
  readChoices,
} from '../alerts-of-person.ts'
import type { AlertsDeps } from '../evaluate-alerts.ts'
import { alertKinds, isUrgent } from '../rules/alert-kinds.ts'
import type { PaymentOfAlert } from '../store/reads/alerts.ts'
import { alertSentences, kindName, plainFacts } from '../texts/alert-sentences.ts'
import type { AlertChoicesData, AlertListData, RetentionData, TestMailData } from './contract/alerts.ts'

/** A report of a removal is long: ten fill a screen. */
const runsUsual = 10
const runsMax = 50

const listQuery = z.object({
  limit: limitField({ usual: 25 }),
  cursor: cursorField,
})
const runsQuery = z.object({
  limit: limitField({ usual: runsUsual, max: runsMax }),
  cursor: z.uuid().optional(),
})
const choicesBody = z.object({ mails: z.array(z.string().max(40)).max(alertKinds.length).nullable() })

const own = { permission: 'own_account' } as const

/** Alerts and their mails: /console/alerts…; reports about the removal of personal data. */
export function alertRoutes(app: FastifyInstance, deps: AlertsDeps): void {
  app.get('/alerts', { config: own }, async (request) => {
    const { limit, cursor } = readQuery(listQuery, request.query)
    return success(alertListData(await listAlerts(deps, personOf(request), { limit, cursor }), request))
  })
  app.post('/alerts/seen', { config: { ...own, emptyBody: true } }, async (request) => {
    await markSeen(deps, personOf(request))
    return success(alertListData(await listAlerts(deps, personOf(request), { limit: 1, cursor: undefined }), request))
  })
  app.get('/alerts/choices', { config: own }, async (request) =>
    success(choicesData(await readChoices(deps, personOf(request)), request)),
  )
  app.put('/alerts/choices', { config: own }, async (request) => {
    const { body } = readBody(choicesBody, request.body)
    await changeChoices(deps, personOf(request), body.mails)
    return success(choicesData(await readChoices(deps, personOf(request)), request))
  })
  app.post('/alerts/test-mail', { config: { ...own, emptyBody: true } }, async (request) => {
    const error = await sendTestMail(deps, personOf(request))
    return success<TestMailData>({ sent: error === null, error })
  })
  app.get('/retention', { config: { permission: 'operator_read' } }, async (request) => {
    const { limit, cursor } = readQuery(runsQuery, request.query)
    return success(await retentionData(deps, { limit, before: cursor ?? null }))
  })
}

function readQuery<Schema extends z.ZodObject>(schema: Schema, query: unknown): z.output<Schema> {
  const read = schema.safeParse(query)
  if (!read.success) throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
  return read.data
}

/** The language that the page sends with every request, else the person's. */
function languageFor(request: FastifyRequest): Language {
  return languageAsked(request.headers['accept-language']) ?? personOf(request).language
}

function alertListData({ items, nextCursor, open }: AlertPage, request: FastifyRequest): AlertListData {
  const language = languageFor(request)
  return {
    items: items.map((alert) => {
      const facts = plainFacts(alert.facts)
      return {
        id: alert.id,
        kind: alert.kind,
        name: kindName(alert.kind, language),
        urgent: isUrgent(alert.kind),
        seen: alert.seen,
        payment: alert.payment && paymentData(alert.payment),
        ...alertSentences(alert.kind, facts, language),
        point_id: alert.point_id,
        facts,
        created_at: isoMicroseconds(alert.created_at),
        resolved_at: alert.resolved_at && isoMicroseconds(alert.resolved_at),
      }
    }),
    next_cursor: nextCursor,
    open,
  }
}

function paymentData({ amount_minor: minor, currency, ...payment }: PaymentOfAlert) {
  return { ...payment, amount: formatAmount(BigInt(minor), currency), currency }
}

function choicesData({ configured, choices, state }: MailChoices, request: FastifyRequest): AlertChoicesData {
  const language = languageFor(request)
  return {
    mail_configured: configured,
    choices: choices.map(({ kind, mailed, mailedByDefault }) => ({
      kind,
      name: kindName(kind, language),
      mailed,
      mailed_by_default: mailedByDefault,
    })),
    mail_state: state && { waiting: state.waiting, failed_last_day: state.failed, last_error: state.lastError },
  }
}

async function retentionData(deps: AlertsDeps, page: { limit: number; before: string | null }): Promise<RetentionData> {
  const { runs, waiting } = await readRetention(deps, { ...page, limit: page.limit + 1 })
  const { items, last } = cutPage(runs, page.limit)
  return {
    retention_days: deps.retentionDays,
    waiting,
    runs: items.map((run) => ({
      id: run.id,
      started_at: isoMicroseconds(run.startedAt),
      finished_at: run.finishedAt && isoMicroseconds(run.finishedAt),
      retention_days: run.retentionDays,
      horizon: isoMicroseconds(run.horizon),
      removed: run.report,
    })),
    next_cursor: last?.id ?? null,
  }
}
