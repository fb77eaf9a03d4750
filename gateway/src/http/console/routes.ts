import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'
import { requirePerson } from './require-person.ts'

/** The dashboard's own API besides what stands below a point: /console/…. */
export function consoleRoutes(app: FastifyInstance, deps: Deps): void {
  requirePerson(app, deps)
}
