import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyBook } from '../book/apply-entry.ts'
import { Journal } from '../book/journal.ts'
import { replay } from '../book/replay.ts'
import type { Config } from '../boot/config.ts'
import { StartFault } from '../boot/start-fault.ts'
import { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Arrival, type Bank, type DueTimer, record } from './bank.ts'
import { FaultQueue } from './faults.ts'
import { fireTimer } from './fire-timer.ts'
import { submitOrder } from './submit-order.ts'
import { TimerQueue } from './timer-queue.ts'

/**
 * Reads the book of a locked data folder and makes the bank ready; nothing happens by itself before `startTimers`.
 * Throws StartFault when the journal is damaged. `onFailure`: the journal cannot be written any more.
 */
export async function openBank(
  config: Config,
  { log, onFailure }: { log: Log; onFailure: (fault: unknown) => void },
): Promise<Bank> {
  const path = join(config.dataDir, 'journal.jsonl')
  const clock = new Clock()
  const book = emptyBook()
  const { cutOffBytes, ...end } = await replay(path, book)
  clock.setOffset(book.clockOffsetMs)
  const journal = await Journal.open({ path, end, realMs: () => clock.realMs(), onFailure })
  const bank: Bank = {
    book,
    journal,
    clock,
    timers: new TimerQueue<DueTimer>({
      nowMs: () => clock.nowMs(),
      onDue: ({ order, timer }) => fireTimer(bank, order, timer),
    }),
    arrivals: new TimerQueue<Arrival>({
      nowMs: () => clock.nowMs(),
      onDue: ({ key, body }) => void submitOrder(bank, key, { body, channel: 'delayed' }),
    }),
    faults: new FaultQueue(),
    delays: config.delays,
    contentKey: readOrMakeContentKey(config.dataDir),
    dataDir: config.dataDir,
    hangMs: config.hangMs,
    lateOrders: config.lateOrders,
    log,
    publicUrl: config.publicUrl ?? '',
    notify: () => undefined,
  }
  if (cutOffBytes > 0) log.info(`the last line of ${path} was torn by a crash; ${cutOffBytes} bytes were cut off`)
  record(bank, { type: 'bank_started', pid: process.pid, cut_off_bytes: cutOffBytes })
  return bank
}

/** Takes up the timers of the book; what was due while the bank was down happens now. */
export function startTimers(bank: Bank): void {
  for (const order of bank.book.byNumber)
    for (const timer of order.timers) bank.timers.add(timer.at_ms, { order, timer })
  bank.timers.start()
  bank.arrivals.start()
}

/** Shifts bank time (absolute offset in milliseconds) and looks again at what is due. */
export function shiftClock(bank: Bank, offsetMs: number): void {
  record(bank, { type: 'clock_set', offset_ms: offsetMs })
  bank.clock.setOffset(offsetMs)
  bank.timers.rearm()
  bank.arrivals.rearm()
}

const KEY_BYTES = 32

/**
 * The key of the hashes by which a repeated order is recognised. It lives in its own file beside the journal and not
 * in the credentials, so that new credentials do not turn every repetition into a conflict.
 */
function readOrMakeContentKey(dataDir: string): Buffer {
  const path = join(dataDir, 'content.key')
  if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flush: true })
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new StartFault([`${path} is damaged: it must hold ${KEY_BYTES * 2} hex digits`])
  return key
}
