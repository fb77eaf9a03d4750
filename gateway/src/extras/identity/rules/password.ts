import { hash, verify } from '@node-rs/argon2'
import { type ProcessLimit, processLimits } from '../../../core/platform/limits/process-limits.ts'
import { heldByCaller } from '../../../core/platform/limits/slots.ts'
import { type FieldProblem, Problem } from '../../../core/values/problem.ts'
import { say } from '../messages/en.ts'

/** Argon2id with 19 MiB, two passes, one lane: the first choice of OWASP's password storage cheat sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Class of a request for a hash. `known`: a session, an invitation, or a browser that signed in before. Each class has
 * a concurrency limit of its own, so that unauthenticated load does not delay known people.
 */
export type HashQueue = 'unauthenticated' | 'known'

export interface HashCaller {
  queue: HashQueue
  /** Whose share of the queue it uses: the network of an unauthenticated caller, or the known person. */
  who: string
}

/** Concurrent hashes per class. Each takes a core for some 50 ms and 19 MiB. Payments need the remaining capacity. */
const runningMax: Readonly<Record<HashQueue, number>> = { unauthenticated: 1, known: 1 }

/**
 * How long a hash waits before its request is refused. On a busy machine the queue takes longer than a few seconds, and
 * the server closes a connection without an answer after 20 s.
 */
const waitingTimeMaxMs = 10_000

/** Seconds for `Retry-After` where the queue is full. */
const retrySeconds = 2

export const passwordLengthMin = 12
export const passwordLengthMax = 200

/** Shorter parts of a name or address also occur in good passwords. */
const tellingLengthMin = 4

/**
 * A hash of the same cost for unknown addresses, so that they take the same work as known ones. No password matches it.
 */
const unknownPersonsHash =
  '$argon2id$v=19$m=19456,t=2,p=1$sS4TAnOWRxwvMXeQKsTQdg$ZsdctOYTFD7Ukm4/9cAj7119Ob1HJjqOCteuyoazmBw'

/** Frequent guesses of the required length; compared without case. */
const obvious = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiop[]',
  'qwerty123456',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abcdefghijkl',
  'abc123abc123',
  'password1234',
  'password12345',
  'passwordpassword',
  'passw0rd1234',
  'administrator',
  'administrador',
  'admin1234567',
  'admin12345678',
  'letmein12345',
  'welcome12345',
  'iloveyou1234',
  'changeme1234',
  'contraseña123',
  'contrasena123',
  'contrasena1234',
  'bienvenido123',
  'tequiero1234',
  'senha1234567',
  'senha12345678',
  'mudar1234567',
  'pasarela1234',
  'pasarela12345',
])

export interface PasswordHasher {
  /** Compares for a known person. Without a stored hash: false, after the same work. Throws as `inTurn`. */
  verify(who: string, ...compared: Parameters<Compare>): Promise<boolean>
  /** Hashes for a known person. Returns a PHC string. Throws Problem `unavailable` if too many wait. */
  hash(who: string, password: string): Promise<string>
  /**
   * Runs `work` when the class has a free slot, so that a counted attempt is also compared. Throws Problem
   * `unavailable` if too many of the class or of the caller wait, or after 10 s; then no part of the work was done.
   */
  inTurn<T>(caller: HashCaller, work: (compare: Compare) => Promise<T>): Promise<T>
  /** Number of hashes computed or compared, for tests of the cost of an answer. */
  readonly count: number
}

/** Whether a password matches a stored hash. Without a stored hash: false, after the same work. */
type Compare = (stored: string | undefined, password: string) => Promise<boolean>

/**
 * Makes a hasher; each process needs one. At most `runningMax` hashes of a class run at once, first come, first served.
 */
export function passwordHasher({ waitMaxMs = waitingTimeMaxMs } = {}): PasswordHasher {
  const turns: Readonly<Record<HashQueue, InTurn>> = {
    unauthenticated: inTurnOf(runningMax.unauthenticated, processLimits.passwords_unauthenticated, waitMaxMs),
    known: inTurnOf(runningMax.known, processLimits.passwords_known, waitMaxMs),
  }
  let count = 0
  const compare: Compare = async (stored, password) => {
    count++
    const right = await verify(stored ?? unknownPersonsHash, normal(password))
    return right && stored !== undefined
  }
  return {
    hash: async (who, password) =>
      await turns.known(who, async () => {
        count++
        return await hash(normal(password), cost)
      }),
    verify: async (who, ...compared) => await turns.known(who, async () => await compare(...compared)),
    inTurn: async (caller, work) => await turns[caller.queue](caller.who, async () => await work(compare)),
    get count() {
      return count
    },
  }
}

type InTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>

/** The queue of one class: `places` run at once, up to `max` wait, `share` of them of one caller, each for `timeMaxMs` at most. */
function inTurnOf(places: number, { max, share }: ProcessLimit, timeMaxMs: number): InTurn {
  const waiting = new Set<() => void>()
  const held = heldByCaller()
  let running = 0
  const waitForTurn = async () =>
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new Problem('unavailable', { retryAfterSeconds: retrySeconds }))
      }, timeMaxMs)
      waiting.add(start)
    })
  return async (who, work) => {
    if (running >= places) {
      if (waiting.size >= max || held.of(who) >= share) {
        throw new Problem('unavailable', { retryAfterSeconds: retrySeconds })
      }
      held.take(who)
      await waitForTurn().finally(() => held.leave(who))
    } else running++
    try {
      return await work()
    } finally {
      const [next] = waiting
      // The slot passes directly to the next waiting request.
      if (next) next()
      else running--
    }
  }
}

/** All faults of a new password. The messages do not contain the password. */
export function passwordFaults(
  password: string,
  of: { email: string; name: string },
  param = 'password',
): FieldProblem[] {
  const length = [...password].length
  if (length < passwordLengthMin) {
    return [{ code: 'too_short', param, message: say('password.too_short', { field: param, min: passwordLengthMin }) }]
  }
  if (length > passwordLengthMax) {
    return [
      { code: 'too_long', param, message: say('field.characters_at_most', { field: param, max: passwordLengthMax }) },
    ]
  }
  const lower = normal(password).toLowerCase()
  if (new Set(lower).size === 1 || obvious.has(lower)) {
    return [{ code: 'not_allowed', param, message: say('password.too_common', { field: param }) }]
  }
  const telling = [of.email.split('@')[0] ?? '', ...of.name.split(/\s+/)].filter(
    (part) => part.length >= tellingLengthMin,
  )
  if (telling.some((part) => lower.includes(part.toLowerCase()))) {
    return [{ code: 'not_allowed', param, message: say('password.holds_name', { field: param }) }]
  }
  return []
}

/** The same characters typed on another keyboard are the same password (NIST SP 800-63B, section 5.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC')
}
