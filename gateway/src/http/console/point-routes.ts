import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** What the dashboard asks about a point besides the merchant API: /console/points/:pointId/…. */
export function pointConsoleRoutes(_app: FastifyInstance, _deps: Deps): void {}
