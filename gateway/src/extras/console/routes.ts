import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AdmissionControl } from '../../core/web/limits/admission-control.ts'
import { alertRoutes } from '../alerts/http/alert-routes.ts'
import { auditRoutes } from '../audit-log/http/audit-routes.ts'
import type { EntranceDeps } from '../deps.ts'
import { accountRoutes } from '../identity/http/account-routes.ts'
import { invitationRoutes } from '../identity/http/invitation-routes.ts'
import { passwordRecoveryRoutes } from '../identity/http/password-recovery-routes.ts'
import { requirePerson, requirePersonAtPoint } from '../identity/http/require-person.ts'
import { signInRoutes } from '../identity/http/sign-in-routes.ts'
import { teamRoutes } from '../identity/http/team-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { pointConsoleRoutes } from './point-routes.ts'

/** The dashboard's own routes, without those of a point: /console/…. */
export function consoleRoutes(app: FastifyInstance, deps: EntranceDeps, control: AdmissionControl): void {
  tellTime(app, deps)
  control.admit(app)
  requirePerson(app, deps)
  control.share(app, personIdOf)
  signInRoutes(app, deps)
  invitationRoutes(app, deps)
  passwordRecoveryRoutes(app, deps)
  accountRoutes(app, deps)
  teamRoutes(app, deps)
  auditRoutes(app, deps)
  alertRoutes(app, deps)
  operatorRoutes(app, deps)
}

/** The routes of a point: the merchant API for a merchant's people, so that dashboard and API do the same, and more. */
export function pointRoutes(
  app: FastifyInstance,
  deps: EntranceDeps,
  { control, merchantApi }: { control: AdmissionControl; merchantApi(scope: FastifyInstance): void },
): void {
  tellTime(app, deps)
  control.admit(app)
  requirePersonAtPoint(app, deps)
  control.share(app, personIdOf)
  merchantApi(app)
  pointConsoleRoutes(app, deps)
}

/** The dashboard counts ages and days by this clock, which a test deployment may move. */
function tellTime(app: FastifyInstance, { clock }: Pick<EntranceDeps, 'clock'>): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-pasarela-now', clock.now().toISOString())
  })
}

/** Limits apply per person, because one person may open many sessions. */
function personIdOf(request: FastifyRequest): string | undefined {
  return request.person?.userId
}
