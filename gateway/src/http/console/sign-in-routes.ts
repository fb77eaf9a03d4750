import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** Signing in and out, the second factor, step-up, invitations: /console/session…, /console/invitations…. */
export function signInRoutes(_app: FastifyInstance, _deps: Deps): void {}
