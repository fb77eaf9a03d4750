import type pg from 'pg'
import { setDatabaseTime } from './shadow-functions.ts'
import type { SimulatedStream } from './simulated-stream.ts'
import { real, realPause } from './virtual-globals.ts'

/** A statement that has not answered after this real time may be waiting for a lock: 2 ms, on a busy machine longer. */
const askAfterMs = { least: 2, most: 16 } as const

/** A session that does not go although it was told to. */
const endTriesMax = 2_000

/** A statement that neither answers nor waits for a lock for so long is a fault of the simulator. */
const answerMaxMs = 60_000

/**
 * The server's side of the connections: which of them wait for a lock, and how they end. Sessions that wait are stopped
 * (SIGSTOP), because two that one commit wakes would race in the server. Needs the right to signal the server's processes.
 */
export class Sessions {
  private readonly db: pg.Client
  private readonly stopped = new Set<SimulatedStream>()
  private toldMs = Number.NaN
  private askAfterMs: number = askAfterMs.least

  /** `db`: an ordinary connection of a superuser to the run's database. */
  constructor(db: pg.Client) {
    this.db = db
  }

  async setTime(ms: number): Promise<void> {
    if (ms === this.toldMs) return
    await setDatabaseTime(this.db, ms)
    this.toldMs = ms
  }

  async answeredOrBlocked(stream: SimulatedStream): Promise<'answered' | 'blocked'> {
    const sinceMs = real.nowMs()
    const answer = stream.answered().then(() => 'answered' as const)
    for (;;) {
      const first = await Promise.race([answer, realPause(this.askAfterMs)])
      if (first === 'answered' || stream.state !== 'open') return 'answered'
      if ((await this.blockers(stream.pid)).length > 0 && stream.answer === undefined) {
        this.halt(stream)
        this.askAfterMs = Math.max(askAfterMs.least, this.askAfterMs / 2)
        return 'blocked'
      }
      // Asked in vain: the machine is busy, and asking makes it busier.
      this.askAfterMs = Math.min(askAfterMs.most, this.askAfterMs * 1.5)
      if (real.nowMs() - sinceMs > answerMaxMs) throw new Error(`${stream.name} has no answer and waits for nobody`)
    }
  }

  private async blockers(pid: number): Promise<number[]> {
    const found = await this.db.query<{ by: number[] }>({
      name: 'blockers',
      text: 'select pg_blocking_pids($1) as by',
      values: [pid],
    })
    return found.rows[0]?.by ?? []
  }

  /** Those of these waiting sessions whose lock was given to them, in the given order. */
  async granted(streams: readonly SimulatedStream[]): Promise<SimulatedStream[]> {
    const waiting = await this.graph(streams)
    return streams.filter(({ pid }) => (waiting.get(pid) ?? []).length === 0)
  }

  private async graph(streams: readonly SimulatedStream[]): Promise<ReadonlyMap<number, number[]>> {
    const found = await this.db.query<{ pid: number; by: number[] }>({
      name: 'graph',
      text: 'select p as pid, pg_blocking_pids(p) as by from unnest($1::int[]) p',
      values: [streams.map(({ pid }) => pid)],
    })
    return new Map(found.rows.map(({ pid, by }) => [pid, by]))
  }

  /** Sessions that wait for one another in a circle. */
  async circle(streams: readonly SimulatedStream[]): Promise<SimulatedStream[] | undefined> {
    const waiting = await this.graph(streams)
    const reaches = (from: number, to: number, seen: Set<number>): boolean =>
      (waiting.get(from) ?? []).some((pid) => {
        if (pid === to) return true
        if (seen.has(pid)) return false
        seen.add(pid)
        return reaches(pid, to, seen)
      })
    const inCircle = streams.filter(({ pid }) => reaches(pid, pid, new Set()))
    return inCircle.length > 0 ? inCircle : undefined
  }

  async cancel(stream: SimulatedStream): Promise<void> {
    await this.db.query('select pg_cancel_backend($1)', [stream.pid])
  }

  /** Ends the session and waits until it is gone, with its locks. */
  async end(stream: SimulatedStream): Promise<void> {
    this.resume(stream)
    if (stream.pid === 0) return
    await this.db.query({ name: 'end', text: 'select pg_terminate_backend($1)', values: [stream.pid] })
    for (let tries = 0; tries < endTriesMax; tries++) {
      const found = await this.db.query({
        name: 'is-there',
        text: 'select from pg_stat_activity where pid = $1',
        values: [stream.pid],
      })
      if (found.rowCount === 0) return
      await realPause(1)
    }
    throw new Error(`the session of ${stream.name} does not end`)
  }

  private halt(stream: SimulatedStream): void {
    if (process.platform === 'win32') return
    process.kill(stream.pid, 'SIGSTOP')
    this.stopped.add(stream)
  }

  resume(stream: SimulatedStream): void {
    if (!this.stopped.delete(stream)) return
    process.kill(stream.pid, 'SIGCONT')
  }
}
