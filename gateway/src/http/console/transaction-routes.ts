import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** Lists, search, export and story of transactions: …/transactions…. */
export function transactionConsoleRoutes(_app: FastifyInstance, _deps: Deps): void {}
