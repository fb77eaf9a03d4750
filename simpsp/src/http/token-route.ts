import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Client } from '../boot/config.ts'

const lifeSeconds = 300

/** Tokens in memory. Beyond this number the oldest is forgotten. */
const tokensMax = 10_000

export interface Tokens {
  /** Undefined: nobody's. */
  clientOf(request: FastifyRequest): Client | undefined
  /** All tokens are no longer valid. */
  revokeAll(): void
}

/** `POST /oauth/token`: client credentials as HTTP Basic, the grant as a form or as JSON. */
export function registerTokenRoute(app: FastifyInstance, clients: readonly Client[], now: () => Date): Tokens {
  const tokens = new Map<string, { client: Client; until: number }>()
  app.post('/oauth/token', async (request, reply) => {
    const client = clients.find((each) => isBasic(request.headers.authorization, each))
    if (!client) return reply.code(401).send({ error: 'invalid_client' })
    const { grant_type: grant } = (request.body ?? {}) as { grant_type?: unknown }
    if (grant !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' })
    const token = randomBytes(32).toString('base64url')
    tokens.set(token, { client, until: now().getTime() + lifeSeconds * 1_000 })
    const [oldest] = tokens.keys()
    if (tokens.size > tokensMax && oldest !== undefined) tokens.delete(oldest)
    return reply.send({
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifeSeconds,
      scope: 'cob.write cob.read',
    })
  })
  return {
    clientOf: ({ headers }) => {
      const known = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
      return known && known.until > now().getTime() ? known.client : undefined
    },
    revokeAll: () => tokens.clear(),
  }
}

function isBasic(header: string | undefined, { client_id: id, client_secret: secret }: Client): boolean {
  return isEqual(header ?? '', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
}

/** Compares in constant time: hashing makes both sides equally long. */
export function isEqual(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
