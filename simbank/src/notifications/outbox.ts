import { createHmac, randomBytes } from 'node:crypto'
import { type Bank, record } from '../bank/bank.ts'
import { TimerQueue } from '../bank/timer-queue.ts'
import type { Notice, Order } from '../orders/order.ts'
import { orderView } from '../orders/order-view.ts'
import { createPoster, type Poster } from './post.ts'

/** Notifications under way at once: enough for a thousand a second to a receiver that answers in 30 ms. */
const PARALLEL_MAX = 32
/** A receiver stores and answers; one that needs longer than this is asked again. */
const DEADLINE_MS = 5_000
/** Waits after a failed attempt; the last one repeats until a notification is given up. */
const RETRY_WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
/** A receiver that is away longer than a day has to ask for its orders. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000

interface Mission {
  ref: string
  attempts: number
  firstTriedAtMs: number
}

/**
 * Sends notifications until they are received (any 2xx). Waits run on real time; attempts are not in the journal (a
 * dead receiver would fill it), so a restart begins a notification's schedule anew.
 */
export class Outbox {
  readonly #bank: Bank
  readonly #secret: string
  /** Forged notifications are signed with this one. */
  readonly #wrongSecret = randomBytes(32).toString('hex')
  readonly #poster: Poster = createPoster({ socketsMax: PARALLEL_MAX, deadlineMs: DEADLINE_MS })
  readonly #later: TimerQueue<Mission>
  readonly #ready: Set<Mission> = new Set()
  /** One notification per order at a time: else two connections race, and the order of arrival is left to chance. */
  readonly #underWay: Set<Order> = new Set()
  #stopped: boolean = false

  constructor(bank: Bank, secret: string) {
    this.#bank = bank
    this.#secret = secret
    this.#later = new TimerQueue({ nowMs: () => bank.clock.realMs(), onDue: (mission) => this.#enqueue(mission) })
  }

  /** Takes all that the book still owes and begins to send. */
  start(): void {
    for (const ref of this.#bank.book.notices.keys()) this.#plan({ ref, attempts: 0, firstTriedAtMs: 0 }, 0)
    this.#bank.notify = (ref) => this.#takeNew(ref)
    this.#later.start()
  }

  stop(): void {
    this.#stopped = true
    this.#later.stop()
    this.#poster.close()
  }

  #takeNew(ref: string): void {
    const notice = this.#bank.book.notices.get(ref)
    if (notice) this.#plan({ ref, attempts: 0, firstTriedAtMs: 0 }, notice.delay_ms)
  }

  #plan(mission: Mission, waitMs: number): void {
    this.#later.add(this.#bank.clock.realMs() + waitMs, mission)
  }

  #enqueue(mission: Mission): void {
    this.#ready.add(mission)
    this.#pump()
  }

  #pump(): void {
    for (const mission of this.#ready) {
      if (this.#stopped || this.#underWay.size >= PARALLEL_MAX) return
      const notice = this.#bank.book.notices.get(mission.ref)
      if (notice && this.#underWay.has(notice.order)) continue
      this.#ready.delete(mission)
      if (!notice) continue
      this.#underWay.add(notice.order)
      void this.#attempt(mission, notice).finally(() => {
        this.#underWay.delete(notice.order)
        this.#pump()
      })
    }
  }

  async #attempt(mission: Mission, notice: Notice): Promise<void> {
    mission.attempts += 1
    mission.firstTriedAtMs ||= this.#bank.clock.realMs()
    const status = await this.#send(notice).catch(() => null)
    if (this.#stopped) return
    const key = notice.order.key
    if (status !== null && status >= 200 && status < 300) {
      record(this.#bank, {
        type: 'notification_delivered',
        key,
        ref: notice.ref,
        http_status: status,
        attempts: mission.attempts,
      })
      return
    }
    const tooLate = this.#bank.clock.realMs() - mission.firstTriedAtMs >= GIVE_UP_AFTER_MS
    if (notice.forged || tooLate) {
      record(this.#bank, {
        type: 'notification_abandoned',
        key,
        ref: notice.ref,
        http_status: status,
        attempts: mission.attempts,
      })
      if (!notice.forged)
        this.#bank.log.info(`gave up notification ${notice.ref} of order ${key} after ${mission.attempts} attempts`)
      return
    }
    this.#plan(mission, RETRY_WAITS_MS[Math.min(mission.attempts, RETRY_WAITS_MS.length) - 1] ?? 0)
  }

  /** Reports nothing that is not on the disk yet: settles the journal first. */
  async #send(notice: Notice): Promise<number> {
    await this.#bank.journal.settled()
    const { order } = notice
    const body = JSON.stringify({
      id: notice.id,
      type: notice.type,
      key: order.key,
      occurred_at: notice.occurred_at,
      order: orderView(order, this.#bank.publicUrl, notice.tells),
    })
    // Bank time: this clock and the receiver's are shifted together, and the receiver compares with its own.
    const timestamp = String(Math.floor(this.#bank.clock.nowMs() / 1000))
    const secret = notice.forged ? this.#wrongSecret : this.#secret
    return this.#poster.post(order.facts.notify_url ?? '', {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'simbank',
        'x-simbank-timestamp': timestamp,
        'x-simbank-signature': signNotification(secret, { timestamp, body }),
      },
    })
  }
}

/**
 * `v1=` and the hex HMAC-SHA256 over `<timestamp>.<raw body>`; the key is the UTF-8 text of the secret, the timestamp
 * counts seconds since 1970.
 */
function signNotification(secret: string, signed: { timestamp: string; body: string }): string {
  return `v1=${createHmac('sha256', secret).update(`${signed.timestamp}.${signed.body}`).digest('hex')}`
}
