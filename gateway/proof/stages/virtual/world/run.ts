import pg from 'pg'
import type { Poster } from '../../../../src/core/net/post-json.ts'
import type { Config } from '../../../../src/core/platform/config/config.ts'
import { chanceOf } from '../engine/chance.ts'
import { inContext, newContext } from '../engine/context.ts'
import { type Decider, type Decision, drawnDecider, repeatedDecider, saidAloud } from '../engine/decisions.ts'
import { type Fate, type FatedItem, isTrouble, Scheduler } from '../engine/scheduler.ts'
import { Sessions } from '../engine/sessions.ts'
import { Trace } from '../engine/trace.ts'
import { realPause, resetDraws, useVirtual } from '../engine/virtual-globals.ts'
import { VirtualTime } from '../engine/virtual-time.ts'
import type { Act, Observations, SimulatedConnectors, Violation } from '../parts.ts'
import { type Counts, countRun } from './counts.ts'
import { Gateways, placeOf } from './gateways.ts'
import { checkCalls, checkLeases, type SentCall } from './lease-watch.ts'
import type { TemplateFacts } from './points.ts'
import { drawProfile, outsideScale, type Profile } from './profile.ts'
import { Rounds } from './rounds.ts'
import { SimulatedStage } from './stage.ts'

/** What the run of one seed does besides the seed's own. */
export interface RunPlan {
  seed: number
  /** So many steps may meet a fault before the run becomes quiet. */
  events: number
  /** Undefined: drawn by the seed. A repeated run gives what was decided before, and which acts there are. */
  repeat: { decisions: readonly Decision[]; acts: readonly string[] } | undefined
  keepLines: boolean
}

/** Who stands outside: made anew for each run. */
export interface Outside {
  connectors: SimulatedConnectors
  poster: Poster
  acts: readonly Act[]
  witnesses(): Omit<Observations, 'lastFaultAtMs'>
  /** Sentences about keys that came to a provider again with another order. */
  conflicts(): readonly string[]
  /** Orders as gateways sent them. */
  calls(): readonly SentCall[]
}

export interface RunSurroundings {
  /** The run's own database, cloned from the template. */
  databaseUrl: string
  facts: TemplateFacts
  config: Config
  /** Virtual milliseconds since 1970 of the beginning: behind everything in the template. */
  beginAtMs: number
  outside(stage: SimulatedStage, seed: number): Outside
  check(given: {
    db: pg.Client
    facts: TemplateFacts
    witnesses: Observations
    connectors: SimulatedConnectors
  }): Promise<readonly Violation[]>
}

export interface RunResult {
  seed: number
  violations: readonly Violation[]
  decisions: readonly Decision[]
  /** The names of the acts that took place. */
  acts: readonly string[]
  steps: number
  /** Steps until the run became quiet. */
  busySteps: number
  digest: string
  lines: readonly string[] | undefined
  log: readonly string[]
  counts: Counts
}

/** So long after the last fault everything must be final or wait for a person. */
const quietMs = 5 * 86_400_000

/** A busy part that waits for something far away becomes quiet then. */
const busyMaxMs = 4 * 86_400_000

/** A run that makes more steps than this will never end. */
const stepsMax = 12_000

/** Steps between two looks at what is due while other things go on. */
const lookEverySteps = 12

/** A request or a round that takes longer never ends: the longest limit inside is the database's 18 s, several times over. */
const hangingMs = 15 * 60_000

/** By then what was broken by the last fault has ended: the longest limit is a database connection's. */
const recoveryMs = 120_000

/** While a gateway starts, virtual time stands: it may read files. */
const startPauseMs = 1
const startPausesMax = 60_000

/** One run from its first step to its judgement. */
export async function runOnce(plan: RunPlan, surroundings: RunSurroundings): Promise<RunResult> {
  const db = new pg.Client({ connectionString: surroundings.databaseUrl, application_name: 'simulator' })
  db.on('error', () => undefined)
  await db.connect()
  const run = new Run(plan, surroundings, db)
  try {
    return await run.whole()
  } finally {
    await run.end()
    await db.end()
  }
}

class Run {
  private readonly plan: RunPlan
  private readonly given: RunSurroundings
  private readonly db: pg.Client
  private readonly time: VirtualTime
  private readonly trace: Trace
  private readonly decider: Decider
  private readonly profile: Profile
  private readonly sessions: Sessions
  private readonly scheduler: Scheduler
  private readonly gateways: Gateways
  private readonly stage: SimulatedStage
  private readonly rounds: Rounds
  private readonly outside: Outside
  private readonly log: string[] = []
  private readonly faults: string[] = []
  private readonly leftTransactions: string[] = []
  private readonly doneActs: string[] = []
  private readonly openActs = new Set<string>()
  private quietSinceMs: number | undefined
  /** Steps until the first gateways had started. */
  private startSteps = 0
  private busySteps = 0
  private troubledSteps = 0

  constructor(plan: RunPlan, given: RunSurroundings, db: pg.Client) {
    const { seed } = plan
    this.plan = plan
    this.given = given
    this.db = db
    this.time = new VirtualTime(given.beginAtMs)
    useVirtual(this.time, seed)
    resetDraws()
    this.trace = new Trace(plan.keepLines, given.beginAtMs)
    this.profile = drawProfile(seed)
    const scale = outsideScale(seed, this.profile)
    const decider = plan.repeat
      ? repeatedDecider(plan.repeat.decisions)
      : drawnDecider(seed, (choice) => (isTrouble(choice) ? 1 : scale(choice)))
    const say = (what: string) => this.trace.say(this.time.nowMs, what)
    this.decider = saidAloud(decider, say)
    this.sessions = new Sessions(db)
    this.scheduler = this.createScheduler()
    const stage: { now?: SimulatedStage } = {}
    const outsideOf = () => {
      if (!stage.now) throw new Error('Bug! no stage')
      return stage.now
    }
    this.gateways = new Gateways({
      ...{ config: given.config, databaseUrl: given.databaseUrl, scheduler: this.scheduler },
      outside: () => this.outside,
      hear: (gateway, line) => this.log.push(`${gateway} ${line}`),
    })
    const { time, scheduler, gateways } = this
    stage.now = new SimulatedStage({ ...{ seed, time, scheduler, gateways }, decider: this.decider, say })
    this.stage = outsideOf()
    this.outside = given.outside(this.stage, seed)
    this.rounds = new Rounds({
      ...{ db, scheduler, time, gateways },
      chance: (name) => chanceOf(seed, name),
      decide: (name, usual, others) => this.decider.decide(name, usual, others) as 'one' | 'both',
      setTime: async () => await this.sessions.setTime(this.time.nowMs),
    })
    gateways.whenStopped((name) => this.rounds.forget(name))
  }

  private createScheduler(): Scheduler {
    const { seed } = this.plan
    return new Scheduler({
      ...{ sessions: this.sessions, time: this.time, trace: this.trace },
      fate: (item) => this.fateOf(item),
      holdSteps: (name) => 1 + chanceOf(seed, `hold/${name}`).int(chanceOf(seed, `far/${name}`).bool(0.3) ? 60 : 12),
      holdMs: (name) => chanceOf(seed, `hold/${name}`).pick([300, 4_000, 9_000, 18_000, 32_000, 75_000]),
      stopGateway: async (name) => await this.stopGateway(name),
      isStopped: (name) => this.gateways.isStopped(name),
      serverEnded: (what, sinceMs) => {
        if (sinceMs > this.calmSinceMs()) this.leftTransactions.push(what)
      },
    })
  }

  private fateOf({ name, kind, gateway, task, weight, ofCommit }: FatedItem): Fate {
    if (gateway !== undefined && this.gateways.isStarting(gateway)) return 'go'
    const { heldAMoment, heldForLong, lost, lostCommits, lostGroups, silent, stopped, troubled } = this.profile
    if (!chanceOf(this.plan.seed, `troubled/${task}`).bool(troubled)) return 'go'
    this.troubledSteps += 1
    const isDatabase = kind === 'statement' || kind === 'answer'
    return this.decider.decide(`${name}/fate`, 'go', {
      'held a moment': heldAMoment,
      'held for long': heldForLong * weight,
      lost: isDatabase
        ? lost * weight + { single: lostCommits, group: lostCommits + lostGroups, none: 0 }[ofCommit || 'none']
        : 0,
      silent: isDatabase ? silent * weight : 0,
      stopped: gateway === undefined ? 0 : stopped * weight,
    }) as Fate
  }

  /** From then on nothing is explained by a fault any more; infinite while faults may come. */
  private calmSinceMs(): number {
    return (this.quietSinceMs ?? Number.POSITIVE_INFINITY) + recoveryMs
  }

  private async stopGateway(name: string): Promise<void> {
    await this.gateways.stop(name)
    const place = placeOf(name)
    const afterMs = chanceOf(this.plan.seed, `restart/${name}`).pick([1, 500, 5_000, 40_000])
    this.scheduler.later({
      ...{ name: `${place} starts after ${name}`, afterMs, context: undefined },
      run: () => this.gateways.start(place),
    })
  }

  async whole(): Promise<RunResult> {
    for (const place of ['G1', 'G2']) this.gateways.start(place)
    await this.startAll()
    this.scheduleActs()
    await this.play()
    const violations = await this.judge()
    return {
      ...{ seed: this.plan.seed, violations, decisions: [...this.decider.made()], acts: this.doneActs },
      ...{ steps: this.trace.steps, busySteps: this.busySteps, digest: this.trace.digest() },
      ...{ lines: this.trace.lines, log: this.log, counts: await countRun(this.db, this.decider.made()) },
    }
  }

  /** The first gateways start in peace: nothing else is there yet. */
  private async startAll(): Promise<void> {
    for (let pauses = 0; this.gateways.isStarting(); ) {
      if (await this.scheduler.step()) continue
      pauses += 1
      if (pauses > startPausesMax) throw new Error('the gateways do not start')
      await realPause(startPauseMs)
    }
    if (this.gateways.failures.length > 0) throw new Error(this.gateways.failures.join('\n'))
  }

  private scheduleActs(): void {
    const { repeat } = this.plan
    const chosen = this.outside.acts.filter(({ name }) => !repeat || repeat.acts.includes(name))
    for (const act of chosen) {
      const context = newContext(undefined, act.name)
      this.scheduler.later({
        ...{ name: act.name, afterMs: act.atMs, context },
        run: () => {
          this.doneActs.push(act.name)
          this.openActs.add(act.name)
          inContext(context, () => act.run(this.stage)).then(
            () => this.openActs.delete(act.name),
            (error: unknown) =>
              this.faults.push(`${act.name}: ${error instanceof Error ? error.stack : String(error)}`),
          )
        },
      })
    }
  }

  private async play(): Promise<void> {
    this.startSteps = this.trace.steps
    for (let pauses = 0; ; ) {
      const busy = this.quietSinceMs === undefined
      if (this.trace.steps > stepsMax) {
        this.faults.push(`more than ${stepsMax} steps`)
        return
      }
      if (busy && this.isBusyOver()) this.quieten()
      if (this.faults.length > 0) return
      if (await this.scheduler.step()) {
        if (busy && this.trace.steps % lookEverySteps === 0) {
          await this.rounds.offer()
          this.rounds.lookBetween(this.trace.steps)
        }
        continue
      }
      if (this.gateways.isStarting()) {
        pauses += 1
        if (pauses > startPausesMax) throw new Error('a gateway does not start')
        await realPause(startPauseMs)
        continue
      }
      if (!(await this.passTime())) return
    }
  }

  private isBusyOver(): boolean {
    return this.troubledSteps >= this.plan.events || this.time.nowMs - this.time.beganAtMs > busyMaxMs
  }

  private quieten(): void {
    this.quietSinceMs = this.time.nowMs
    this.busySteps = this.trace.steps - this.startSteps
    this.decider.quieten()
    this.trace.add(this.time.nowMs, 'no faults from here on')
  }

  /** Goes to the next instant at which something is due; false where the run is over. */
  private async passTime(): Promise<boolean> {
    const circle = await this.scheduler.deadlock()
    if (circle !== undefined) {
      this.faults.push(`deadlock: ${circle}`)
      return false
    }
    const { offered, nextMs, nextLoop } = await this.rounds.offer()
    if (offered > 0) return true
    const next = Math.max(this.time.nowMs + 1, Math.min(nextMs, this.scheduler.nextDueMs()))
    const part = this.quietSinceMs === undefined ? 'busy' : 'quiet'
    if (Number.isFinite(next) && this.rounds.lookBefore(next, nextLoop, part)) return true
    if (this.quietSinceMs === undefined) {
      if (Number.isFinite(next)) this.time.nowMs = next
      else this.quieten()
      return true
    }
    // The run ends when all of the quiet days have passed, whether or not something happened in them.
    const endMs = this.quietSinceMs + quietMs
    if (this.time.nowMs >= endMs && next > endMs) return false
    this.time.nowMs = Math.min(next, endMs)
    return true
  }

  private async judge(): Promise<readonly Violation[]> {
    const own: Violation[] = [
      ...this.faults.map((what) => ({ rule: ruleOfFault(what), what })),
      ...[...this.openActs].map((name) => ({ rule: 'act-hangs', what: `${name} is not over` })),
      ...this.rounds.broken(this.calmSinceMs()).map((what) => ({ rule: 'round-broke', what })),
      ...this.log.filter(isOfBrokenCode).map((what) => ({ rule: 'code-broke', what: what.slice(0, 600) })),
      ...this.leftTransactions.map((what) => ({ rule: 'transaction-left', what })),
      ...this.stage.hanging(hangingMs).map((name) => ({ rule: 'request-hangs', what: `${name} got no answer` })),
      ...this.rounds.hanging(hangingMs).map((name) => ({ rule: 'round-hangs', what: `${name} does not end` })),
      ...this.outside.conflicts().map((what) => ({ rule: 'key-of-two-orders', what })),
      ...this.gateways.failures.map((what) => ({ rule: 'start-failed', what })),
    ]
    if (own.length > 0) return own
    const nowMs = this.time.nowMs
    await this.sessions.setTime(nowMs)
    const witnesses: Observations = { ...this.outside.witnesses(), lastFaultAtMs: this.quietSinceMs ?? nowMs }
    const { facts } = this.given
    const { db } = this
    const leases = await checkLeases(db, (pid) => this.scheduler.gatewayOf(pid))
    const calls = await checkCalls(db, this.outside.calls())
    return [
      ...leases,
      ...calls,
      ...(await this.given.check({ db, facts, witnesses, connectors: this.outside.connectors })),
    ]
  }

  async end(): Promise<void> {
    await this.gateways.stopAll()
  }
}

function ruleOfFault(what: string): string {
  if (what.startsWith('deadlock')) return 'deadlock'
  return what.startsWith('more than') ? 'endless' : 'act-threw'
}

/** Lines of a gateway's log that no fault of the outside explains. */
function isOfBrokenCode(line: string): boolean {
  return /Bug!|"(TypeError|ReferenceError|RangeError|AssertionError|SyntaxError)"/.test(line)
}
