import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** Who did what, and the proof that nothing of it was changed: /console/audit…. */
export function auditRoutes(_app: FastifyInstance, _deps: Deps): void {}
