import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '../../audit/http/audit-routes.ts'
import type { Deps } from '../../operations/deps.ts'
import { accountRoutes } from './account-routes.ts'
import { alertRoutes } from './alert-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { passwordRecoveryRoutes } from './password-recovery-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { teamRoutes } from './team-routes.ts'

/** The dashboard's own API besides what stands below a point: /console/…. */
export function consoleRoutes(app: FastifyInstance, deps: Deps): void {
  signInRoutes(app, deps)
  invitationRoutes(app, deps)
  passwordRecoveryRoutes(app, deps)
  accountRoutes(app, deps)
  teamRoutes(app, deps)
  auditRoutes(app, deps)
  alertRoutes(app, deps)
  operatorRoutes(app, deps)
}
