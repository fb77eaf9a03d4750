import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** The operator's view over all merchants: /console/operator/…. */
export function operatorRoutes(_app: FastifyInstance, _deps: Deps): void {}
