import type { FastifyInstance } from 'fastify'
import { alertRoutes } from '../../alerts/http/alert-routes.ts'
import { auditRoutes } from '../../audit/http/audit-routes.ts'
import { accountRoutes } from '../../identity/http/account-routes.ts'
import { invitationRoutes } from '../../identity/http/invitation-routes.ts'
import { passwordRecoveryRoutes } from '../../identity/http/password-recovery-routes.ts'
import { signInRoutes } from '../../identity/http/sign-in-routes.ts'
import { teamRoutes } from '../../identity/http/team-routes.ts'
import type { EntranceDeps } from '../deps.ts'
import { operatorRoutes } from './operator-routes.ts'

/** The dashboard's own routes, without those of a point: /console/…. */
export function consoleRoutes(app: FastifyInstance, deps: EntranceDeps): void {
  signInRoutes(app, deps)
  invitationRoutes(app, deps)
  passwordRecoveryRoutes(app, deps)
  accountRoutes(app, deps)
  teamRoutes(app, deps)
  auditRoutes(app, deps)
  alertRoutes(app, deps)
  operatorRoutes(app, deps)
}
