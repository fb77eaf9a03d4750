import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { CreatedPoint } from '../../../../src/core/merchants/new-point.ts'
import type { Certificate } from '../../../../test/support/certificates.ts'
import { type Answer, httpsReceiver, type ReceivedRequest } from '../../../../test/support/https-receiver.ts'
import { aPoint, type SetUp } from '../../../../test/support/set-up.ts'
import type { Random } from '../random.ts'

/** What a merchant did with a request: 200, 500, the connection cut, or no answer at all. */
export type Deed = 'ok' | 'refused' | 'reset' | 'silent'

/** A request at the moment when the merchant's program acted on it. */
export interface Handled {
  /** Grows over all merchants. */
  place: number
  /** This process's monotonic clock, in milliseconds. */
  atMs: number
  /** The sending process's life. */
  life: string
  webhookId: string
  attempt: number
  transactionId: string
  status: string
  deed: Deed
}

/** How often a merchant misbehaves, 0 to 1 each; the rest is 200. */
export interface Manners {
  refused: number
  reset: number
  silent: number
  /** How often it thinks for a while before it acts. */
  slow: number
}

export const goodManners: Manners = { refused: 0, reset: 0, silent: 0, slow: 0 }
export const badManners: Manners = { refused: 0.15, reset: 0.03, silent: 0.03, slow: 0.5 }

/** What a merchant's queue may cost: below the deadline, far above the way between two processes, so that haste shows. */
const thinkMs = { min: 400, max: 900 }

export interface Merchants {
  pointIds: readonly string[]
  handled: readonly Handled[]
  /** Bodies that do not bear checking: signature, hash, or a form that nobody understands. */
  forged: readonly string[]
  behave(manners: Manners): void
  /** The first merchant's machine is away, or back. */
  outage(away: boolean): void
  /** From now on nobody answers; the returned function lets all that wait be answered by 500, and the rest as before. */
  stall(): () => void
  /** Resolves when a request about this event comes in, whatever becomes of it, or after `maxMs`. */
  arrival(webhookId: string, maxMs: number): Promise<void>
  stop(): Promise<void>
}

type Point = Pick<CreatedPoint, 'pointId' | 'authApiToken' | 'webhookSecret'>

interface Book {
  /** Who waits for a request, by its webhook-id. */
  awaited: Map<string, () => void>
  random: Random
  manners: Manners
  awayPointId: string | undefined
  /** Requests that wait for the end of a stall. */
  stalled: (() => void)[] | undefined
  handled: Handled[]
  forged: string[]
}

/** Points with an HTTPS endpoint each, whose merchants check every body, and answer as their manners are. */
export async function startMerchants(
  deps: Pick<SetUp, 'database' | 'secretBox' | 'clock'>,
  given: { count: number; certificate: Certificate; random: Random },
): Promise<Merchants> {
  const closers: (() => Promise<void>)[] = []
  const book: Book = {
    awaited: new Map(),
    random: given.random,
    manners: goodManners,
    awayPointId: undefined,
    stalled: undefined,
    handled: [],
    forged: [],
  }
  const pointIds: string[] = []
  for (let index = 0; index < given.count; index++) {
    const receiver = await httpsReceiver({ after: (close) => closers.push(close) }, given.certificate)
    const point = await aPoint(deps, { callbackUrl: receiver.url })
    pointIds.push(point.pointId)
    receiver.answerWith(answerOf(book, point))
  }
  return {
    pointIds,
    handled: book.handled,
    forged: book.forged,
    behave: (manners) => {
      book.manners = manners
    },
    outage: (away) => {
      book.awayPointId = away ? pointIds[0] : undefined
    },
    stall: () => {
      const stalled: (() => void)[] = []
      book.stalled = stalled
      return () => {
        book.stalled = undefined
        for (const refuse of stalled) refuse()
      }
    },
    arrival: async (webhookId, maxMs) => {
      const arrived = new Promise<void>((resolve) => book.awaited.set(webhookId, resolve))
      await Promise.race([arrived, sleep(maxMs)])
      book.awaited.delete(webhookId)
    },
    stop: async () => {
      for (const close of closers) await close()
    },
  }
}

/** What a merchant's program does with each request. */
function answerOf(book: Book, point: Point): Exclude<Answer, number> {
  return (request, response, socket) => {
    book.awaited.get(String(request.headers['webhook-id']))?.()
    const fault = faultOf(request, point)
    if (fault !== undefined) book.forged.push(`${fault}: ${request.body}`)
    const act = (deed: Deed) => {
      // The sender gave up or died meanwhile: this program never sees the request.
      if (socket.destroyed) return
      book.handled.push(handledOf(request, book.handled.length, deed))
      if (deed === 'ok') response.writeHead(200).end('{"status":"success"}')
      else if (deed === 'refused') response.writeHead(500).end()
      else if (deed === 'reset') socket.destroy()
    }
    const actByChance = () => act(nextDeed(book, point.pointId))
    if (book.stalled) book.stalled.push(() => act('refused'))
    else if (!book.random.chance(book.manners.slow)) actByChance()
    else setTimeout(actByChance, book.random.whole(thinkMs.min, thinkMs.max))
  }
}

function nextDeed({ random, manners, awayPointId }: Book, pointId: string): Deed {
  if (pointId === awayPointId) return 'reset'
  const chance = random.next()
  if (chance < manners.refused) return 'refused'
  if (chance < manners.refused + manners.reset) return 'reset'
  return chance < manners.refused + manners.reset + manners.silent ? 'silent' : 'ok'
}

function handledOf({ headers, body }: ReceivedRequest, place: number, deed: Deed): Handled {
  const { transaction_id: transactionId, status } = JSON.parse(body)
  return {
    place,
    atMs: performance.now(),
    life: String(headers['user-agent']).replace('Pasarela/', ''),
    webhookId: String(headers['webhook-id']),
    attempt: Number(headers['x-attempt']),
    transactionId,
    status,
    deed,
  }
}

/** What a merchant's own check says against a request; undefined where nothing. */
function faultOf({ headers, body }: ReceivedRequest, point: Point): string | undefined {
  try {
    new Webhook(point.webhookSecret).verify(body, headers as Record<string, string>)
    const { api_key: apiKey, security_hash: hash } = JSON.parse(body)
    const due = createHmac('sha256', point.authApiToken).update(`${apiKey}${point.pointId}`).digest('hex')
    return hash === due ? undefined : 'security_hash'
  } catch (error) {
    return String(error)
  }
}
