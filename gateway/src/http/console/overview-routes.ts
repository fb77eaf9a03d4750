import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** How a point fares: …/overview. */
export function overviewRoutes(_app: FastifyInstance, _deps: Deps): void {}
