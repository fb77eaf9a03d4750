import type { ProviderAnswer } from '../net/provider-http.ts'
import { stopwatch } from '../platform/clock/clock.ts'
import type { NotSent } from '../values/outcome.ts'
import type { ConnectorAccount } from './connector.ts'

/** A token is renewed after this share of its life. */
const renewedAfter = 0.8

/** One request for a token takes at most this long, whoever waits for it. */
const tokenTimeoutMs = 5_000

/** After a refusal of the credentials nobody asks again for this time. */
const refusedPauseMs = 1_000

/** Tokens that are kept, one per account. Beyond this number the oldest is forgotten. */
const tokensMax = 1_000

/** A token as the provider gave it. */
export interface GivenToken {
  token: string
  lifeMs: number
}

/** Why there is no token. The order was not sent, whatever went wrong: its own call never began. */
export interface NoToken {
  kind: 'failed'
  outcome: NotSent
}

export interface AccessTokens {
  /**
   * Calls with the account's token. The token's request and the call share `timeoutMs`. Where the answer says that the
   * token is not valid, a new one is asked for and the call is repeated once.
   */
  call(
    account: ConnectorAccount,
    timeoutMs: number,
    send: (token: string, timeoutMs: number) => Promise<ProviderAnswer>,
  ): Promise<ProviderAnswer>
}

export interface TokenSource {
  /** Asks the provider for a token. Never throws for what the network does. */
  ask(account: ConnectorAccount, timeoutMs: number): Promise<ProviderAnswer>
  /** The token of a 2xx answer; undefined where it holds none. */
  read(body: unknown): GivenToken | undefined
  /** Whether an answer says that the token is not valid. By default every 401. */
  isRefused?(answer: Extract<ProviderAnswer, { kind: 'answer' }>): boolean
}

interface Kept {
  credentials: string
  asked: Promise<{ token: string } | NoToken>
  /** True while the token, or the refusal, may still be used. */
  isFresh(): boolean
}

/**
 * The OAuth tokens of a connector's accounts, in memory. At most one request for a token of an account is open in this
 * process. New credentials need a new token.
 */
export function accessTokens(source: TokenSource): AccessTokens {
  const kept = new Map<string, Kept>()
  const isRefused = source.isRefused ?? (({ status }) => status === 401)

  const ask = (account: ConnectorAccount): Kept => {
    let fresh = () => true
    const learn = (answer: GivenToken | NoToken) => {
      const age = stopwatch()
      if ('lifeMs' in answer) fresh = () => age() < answer.lifeMs * renewedAfter
      else fresh = () => answer.outcome.why === 'refused_by_us' && age() < refusedPauseMs
      return answer
    }
    const asked = askOnce(source, account).then(learn, (error: unknown) => {
      fresh = () => false
      throw error
    })
    const item = { credentials: account.credentials, asked, isFresh: () => fresh() }
    kept.delete(account.id)
    kept.set(account.id, item)
    const [oldest] = kept.keys()
    if (kept.size > tokensMax && oldest !== undefined) kept.delete(oldest)
    return item
  }
  const current = (account: ConnectorAccount): Kept => {
    const known = kept.get(account.id)
    return known && known.credentials === account.credentials && known.isFresh() ? known : ask(account)
  }

  return {
    async call(account, timeoutMs, send) {
      const passedMs = stopwatch()
      for (let calls = 1; ; calls += 1) {
        const used = current(account)
        const given = await within(used.asked, timeoutMs - passedMs())
        const leftMs = timeoutMs - passedMs()
        if ('kind' in given) return given
        if (leftMs <= 0) return notSent('unavailable')
        const answer = await send(given.token, leftMs)
        if (calls > 1 || answer.kind === 'failed' || !isRefused(answer)) return answer
        if (kept.get(account.id) === used) kept.delete(account.id)
      }
    },
  }
}

async function askOnce(source: TokenSource, account: ConnectorAccount): Promise<GivenToken | NoToken> {
  const answer = await source.ask(account, tokenTimeoutMs)
  if (answer.kind === 'failed') return notSent(answer.outcome.kind === 'not_sent' ? answer.outcome.why : 'unavailable')
  const { status, retryAfterMs } = answer
  const given = status >= 200 && status < 300 ? source.read(answer.body) : undefined
  if (given) return given
  if (status === 429) return notSent('rate_limited', retryAfterMs)
  return notSent(status >= 400 && status < 500 && status !== 408 ? 'refused_by_us' : 'unavailable', retryAfterMs)
}

function notSent(why: NotSent['why'], retryAfterMs?: number): NoToken {
  return { kind: 'failed', outcome: { kind: 'not_sent', why, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } }
}

async function within<T>(work: Promise<T>, leftMs: number): Promise<T | NoToken> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<NoToken>((done) => {
    timer = setTimeout(() => done(notSent('unavailable')), Math.max(0, leftMs))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
