import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** The people of a merchant or of the operator: /console/team…. */
export function teamRoutes(_app: FastifyInstance, _deps: Deps): void {}
