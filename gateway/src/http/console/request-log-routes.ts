import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** The log of a point's API requests: …/requests. */
export function requestLogRoutes(_app: FastifyInstance, _deps: Deps): void {}
