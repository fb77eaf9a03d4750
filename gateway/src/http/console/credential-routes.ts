import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../operations/deps.ts'

/** Credentials and API keys of a point: …/credentials, …/keys. */
export function credentialRoutes(_app: FastifyInstance, _deps: Deps): void {}
