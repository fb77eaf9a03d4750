import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Person } from '../../../core/values/person.ts'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds, parseInstant } from '../../../core/values/timestamps.ts'
import { cursorField, instant, limitField, startOf } from '../../../core/web/list-query.ts'
import { success } from '../../../core/web/replies.ts'
import { languageFor, personOf } from '../../../core/web/request-context.ts'
import type { MailDeps } from '../../mail/deps.ts'
import { actionIn, actionsIn } from '../action-words.ts'
import { type AuditListFilters, listAudit } from '../list-audit.ts'
import { type AuditVerdict, verifyAuditChain } from '../verify-audit.ts'
import type { AuditActionsData, AuditPageData, AuditVerdictData } from './contract/audit.ts'

const pageLengthMax = 200

const proofRetrySeconds = 5

const listQuery = z.object({
  actor: z.string().min(1).max(200).optional(),
  action: z.string().min(1).max(100).optional(),
  object: z.string().min(1).max(200).optional(),
  result: z.enum(['done', 'refused']).optional(),
  from: instant.optional(),
  to: instant.optional(),
  cursor: cursorField,
  limit: limitField({ usual: 50, max: pageLengthMax }),
})

/** The audit log, and the proof that it is unchanged: /console/audit…. */
export function auditRoutes(app: FastifyInstance, deps: MailDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const verify = verifier(deps)
  typed.get('/audit', {
    config: { permission: 'audit' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const language = languageFor(request)
      const page = await listAudit(deps, logOf(personOf(request)), filtersOf(request.query))
      return success<AuditPageData>({
        items: page.items.map(({ created_at, seal, ...row }) => ({
          ...row,
          said: actionIn(language, row.action),
          created_at: isoMicroseconds(created_at),
          seal: seal === null ? null : Number(seal),
        })),
        next_cursor: page.nextCursor,
      })
    },
  })
  typed.get('/audit/actions', {
    config: { permission: 'audit' },
    handler: async (request) => success<AuditActionsData>({ actions: actionsIn(languageFor(request)) }),
  })
  typed.get('/audit/verify', {
    config: { permission: 'audit' },
    handler: async (request) => success(verdictData(await verify(logOf(personOf(request))))),
  })
}

function filtersOf({ from, to, ...sent }: z.output<typeof listQuery>): AuditListFilters {
  const since = from === undefined ? undefined : startOf(from)
  const until = to === undefined ? undefined : parseInstant(to)
  return {
    limit: sent.limit,
    ...(sent.actor !== undefined && { actor: sent.actor }),
    ...(sent.action !== undefined && { action: sent.action }),
    ...(sent.object !== undefined && { object: sent.object }),
    ...(sent.result && { result: sent.result }),
    ...(since && { from: since }),
    ...(until && { to: until }),
    ...(sent.cursor !== undefined && { cursor: sent.cursor }),
  }
}

/** The log that a person may read: their merchant's, or all logs for operators (null). */
function logOf(person: Person): string | null {
  return person.side === 'merchant' ? person.merchantId : null
}

/** A proof reads the whole log. Concurrent requests for the same proof share one result. */
function verifier(deps: MailDeps): (merchantId: string | null) => Promise<AuditVerdict> {
  const running = new Map<string | null, Promise<AuditVerdict>>()
  return async (merchantId) => {
    const known = running.get(merchantId)
    if (known !== undefined) return await known
    const log = merchantId ?? 'operators'
    if (deps.slots.auditProofs.take(log) !== 'taken') {
      throw new Problem('rate_limited', { retryAfterSeconds: proofRetrySeconds })
    }
    const started = verifyAuditChain(deps, { merchantId }).finally(() => {
      running.delete(merchantId)
      deps.slots.auditProofs.leave(log)
    })
    running.set(merchantId, started)
    return await started
  }
}

function verdictData(verdict: AuditVerdict): AuditVerdictData {
  return {
    holds: verdict.breaks.length === 0,
    seals: verdict.seals,
    rows: verdict.rows,
    dropped: verdict.dropped,
    blanked: verdict.blanked.length,
    breaks: verdict.breaks.map(({ chain, number, auditId, what }) => ({
      chain,
      number: number === null ? null : Number(number),
      audit_id: auditId,
      what,
    })),
    heads: verdict.heads.map(({ chain, number, hash }) => ({ chain, number: Number(number), hash })),
  }
}
