import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** Payouts that wait for a second person: …/approvals. */
export function approvalRoutes(_app: FastifyInstance, _deps: Deps): void {}
