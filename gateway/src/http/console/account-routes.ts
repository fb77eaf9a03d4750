import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** A person's own account: /console/me…. */
export function accountRoutes(_app: FastifyInstance, _deps: Deps): void {}
