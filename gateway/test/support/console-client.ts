import assert from 'node:assert/strict'
import { matchingTotpStep, totpCode, totpStep } from '../../src/extras/identity/rules/totp.ts'
import type { Answer, Wire } from './world.ts'

/** What a browser with our page holds: the cookie, and the token that every change sends along. */
export interface ConsoleClient {
  call(method: string, path: string, options?: ConsoleCall): Promise<Answer>
  /** The value of the session's cookie; undefined while signed out. */
  cookie(): string | undefined
  /** The same for a real browser; none while signed out. */
  cookies(): { name: 'sid'; value: string }[]
  csrfToken(): string | null
  /** Signs in, by password and, where it is asked for and given, by a code of this secret. Must succeed. */
  signIn(person: { email: string; password: string }, totpSecret?: string): Promise<Wire>
  /** Proves to be there once more. Must succeed. */
  stepUp(proof: { password?: string; code?: string }): Promise<void>
  /** Sets up the second factor of whoever is signed in. Must succeed. */
  setUpSecondFactor(password: string): Promise<{ secret: string; recoveryCodes: string[] }>
  /** A code of this secret that was not used by this client. */
  nextCode(secret: string): string
}

export interface ConsoleCall {
  body?: unknown
  /** Sent as it is instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
  /** In place of what a browser would send; undefined: the header is left out. */
  headers?: Record<string, string | undefined>
}

/** A browser that talks to the dashboard's API of the gateway at `url`, signed out unless it is given a session. */
export function consoleClient(url: string, cookie?: string, csrf: string | null = null): ConsoleClient {
  const state = { cookie, csrf }

  const call: ConsoleClient['call'] = async (method, path, { body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const all: Record<string, string | undefined> = {
      cookie: state.cookie === undefined ? undefined : `sid=${state.cookie}`,
      'x-csrf-token': state.csrf ?? undefined,
      'content-type': sent === undefined ? undefined : 'application/json',
      ...headers,
    }
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: given,
      ...(sent === undefined ? {} : { body: sent }),
    })
    const set = /^sid=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
    if (set !== undefined) state.cookie = set === '' ? undefined : set
    const text = await response.text()
    const answer = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    const data = answer?.data?.session ?? answer?.data
    if (data && typeof data === 'object' && 'csrf_token' in data) state.csrf = data.csrf_token
    return { status: response.status, headers: response.headers, body: answer }
  }
  const must = async (method: string, path: string, body: unknown): Promise<Wire> => {
    const answer = await call(method, path, { body })
    assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  const nextCode = codesInTurn()
  return {
    call,
    cookie: () => state.cookie,
    cookies: () => (state.cookie === undefined ? [] : [{ name: 'sid', value: state.cookie }]),
    csrfToken: () => state.csrf,
    nextCode,
    signIn: async ({ email, password }, totpSecret) => {
      const session = await must('POST', '/console/session', { email, password })
      if (session.stage !== 'second_factor' || totpSecret === undefined) return session
      return await must('POST', '/console/session/second-factor', { code: nextCode(totpSecret) })
    },
    stepUp: async (proof) => void (await must('POST', '/console/session/step-up', proof)),
    setUpSecondFactor: async (password) => {
      await must('POST', '/console/session/step-up', { password })
      const { secret, set_up_id: setUpId } = await must('POST', '/console/me/second-factor', undefined)
      const body = { code: nextCode(secret), set_up_id: setUpId }
      const confirmed = await must('POST', '/console/me/second-factor/confirm', body)
      return { secret, recoveryCodes: confirmed.recovery_codes }
    },
  }
}

/** Codes of a secret, each of a step of its own: a step opens once, so the next one is taken a step early. */
function codesInTurn(): (secret: string) => string {
  const usedSteps = new Map<string, number>()
  return (secret) => {
    const now = totpStep(Date.now() / 1000)
    const step = Math.max(now, (usedSteps.get(secret) ?? 0) + 1)
    usedSteps.set(secret, step)
    const code = totpCode(secret, step)
    assert.ok(matchingTotpStep(secret, code, Date.now() / 1000) !== undefined, 'all codes of this minute are used up')
    return code
  }
}
