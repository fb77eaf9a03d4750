import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../net/provider-http.ts'
import { stopwatch } from '../platform/clock/clock.ts'
import type { Outcome } from '../values/outcome.ts'

/** A token is renewed when this part of its life has passed, so that none ends on its way. */
const lifeUsed = 0.8

/** Life of a token whose answer does not say it. RFC 6749, section 5.1, leaves it to the provider. */
const unsaidLifeSeconds = 60

/** Tokens kept. Beyond it, the one that was asked for least recently is dropped. */
const tokensMax = 500

/** How an account gets its tokens: client credentials (RFC 6749, section 4.4). */
export interface TokenGrant {
  accountId: string
  url: string
  /** Where client id and secret stand: in an HTTP Basic header, or in the body. */
  credentials: 'basic' | 'body'
  body: 'form' | 'json'
  clientId: string
  clientSecret: string
  scope?: string
  /** Time limit of the token call, in milliseconds. */
  timeoutMs: number
  /** Whether a 401 is about the token. Default: its challenge says `invalid_token` (RFC 6750, section 3.1). */
  isTokenRefused?(answer: Extract<ProviderAnswer, { kind: 'answer' }>): boolean
}

export interface OauthTokens {
  /**
   * Sends a request with the account's token. Without a token nothing of it is sent: `not_sent`. A 401 about the token is
   * followed by one more try with a new token; any other answer is returned as it is. The request's time limit holds for all
   * of it, but a call waits for a token as long as the grant says.
   */
  call(http: ProviderHttp, grant: TokenGrant, wanted: ProviderRequest): Promise<ProviderAnswer>
}

type Failed = Extract<ProviderAnswer, { kind: 'failed' }>

interface Held {
  /** Never rejects. */
  token: Promise<{ kind: 'token'; token: string; lifeMs: number } | Failed>
  isFresh(): boolean
}

/** Access tokens of one connector's accounts, in the memory of this process. All calls of an account wait for one flight. */
export function oauthTokens(elapsed = stopwatch): OauthTokens {
  const held = new Map<string, Held>()
  const fetch = (key: string, http: ProviderHttp, grant: TokenGrant): Held => {
    const elapsedMs = elapsed()
    let freshMs = Number.POSITIVE_INFINITY
    const token = requestToken(http, grant).then((given) => {
      freshMs = given.kind === 'token' ? given.lifeMs * lifeUsed : 0
      return given
    })
    const made = { token, isFresh: () => elapsedMs() < freshMs }
    held.delete(key)
    held.set(key, made)
    const [oldest] = held.keys()
    if (held.size > tokensMax && oldest !== undefined) held.delete(oldest)
    return made
  }
  return {
    call: async (http, grant, wanted) => {
      const passedMs = elapsed()
      const send = async (given: Awaited<Held['token']>): Promise<ProviderAnswer> => {
        const timeoutMs = Math.floor(wanted.timeoutMs - passedMs())
        if (given.kind === 'failed') return given
        if (timeoutMs < 1) return notSent('unavailable')
        const headers = { ...wanted.headers, authorization: `Bearer ${given.token}` }
        return await http.call({ ...wanted, headers, timeoutMs })
      }
      const key = keyOf(grant)
      const known = held.get(key)
      const current = known?.isFresh() ? known : fetch(key, http, grant)
      const answer = await send(await current.token)
      if (answer.kind === 'failed' || answer.status !== 401 || !isTokenRefused(grant, answer)) return answer
      // Another call may have renewed it meanwhile.
      const latest = held.get(key)
      const renewed = latest && latest !== current ? latest : fetch(key, http, grant)
      return await send(await renewed.token)
    },
  }
}

const answerShape = z.object({
  // RFC 6750, section 2.1. Anything else could not stand in a header.
  access_token: z.string().regex(/^[\w.~+/-]{1,8192}=*$/),
  expires_in: z.coerce.number().positive().max(31_536_000).optional(),
})

async function requestToken(http: ProviderHttp, grant: TokenGrant): Held['token'] {
  const { clientId, clientSecret, scope } = grant
  const isBasic = grant.credentials === 'basic'
  const fields = {
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope }),
    ...(isBasic ? {} : { client_id: clientId, client_secret: clientSecret }),
  }
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const answer = await http.call({
    method: 'POST',
    url: grant.url,
    headers: { accept: 'application/json', ...(isBasic ? { authorization: basic } : {}) },
    body: grant.body === 'form' ? { form: fields } : { json: fields },
    timeoutMs: grant.timeoutMs,
  })
  // Whatever became of the token call, nothing of the request that needs it was sent.
  if (answer.kind === 'failed') return notSent(answer.outcome.kind === 'not_sent' ? answer.outcome.why : 'unavailable')
  if (answer.status === 429) return notSent('rate_limited', answer.retryAfterMs)
  if (answer.status >= 400 && answer.status < 500) return notSent('refused_by_us')
  const read = answer.status === 200 ? answerShape.safeParse(answer.body).data : undefined
  if (!read) return notSent('unavailable')
  return { kind: 'token', token: read.access_token, lifeMs: (read.expires_in ?? unsaidLifeSeconds) * 1_000 }
}

function notSent(why: Extract<Outcome, { kind: 'not_sent' }>['why'], retryAfterMs?: number): Failed {
  return {
    kind: 'failed',
    outcome: { kind: 'not_sent', why, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  }
}

function isTokenRefused(grant: TokenGrant, answer: Extract<ProviderAnswer, { kind: 'answer' }>): boolean {
  return grant.isTokenRefused?.(answer) ?? /\binvalid_token\b/.test(answer.headers['www-authenticate'] ?? '')
}

/** New credentials are another key, so that a token of the old ones is not used with them. */
function keyOf({ accountId, url, clientId, clientSecret, scope }: TokenGrant): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, url, clientId, clientSecret, scope]))
    .digest('base64')
}
