import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** What people should know, and who is told by mail: /console/alerts…. */
export function alertRoutes(_app: FastifyInstance, _deps: Deps): void {}
