import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { World } from '../support/world.ts'
import { startMigrating } from './next-version.ts'
import type { PatroniCluster } from './patroni-cluster.ts'
import type { PatroniNode } from './patroni-node.ts'
import { signalAll } from './server-program.ts'

/** What a drill plays on: a cluster, a database of its own, and two gateways with a bank and a merchant. */
export interface Stage {
  cluster: PatroniCluster
  database: string
  world: World
}

/** A fault that has happened. */
export interface Fault {
  /** Seconds are counted from here, by `performance.now()`. */
  fromMs: number
  /** Brings back what is away, once the gateways have recovered. */
  repair(): Promise<void>
  /** What else must hold at the end, as sentences about what does not. */
  finish?(): Promise<string[]>
}

export interface Drill {
  name: string
  what: string
  /** The aim for the time until payments are taken again; undefined: only measured. */
  secondsMax: number | undefined
  /** How the gateways reach PostgreSQL: through the proxies only where those are cut. */
  gateways: 'direct' | 'proxied'
  strike(stage: Stage): Promise<Fault>
}

/** How long etcd stays away: twice as long as a leader may go on without it. */
const etcdAwayMs = 40_000

const nothing = async () => undefined

function kill(node: PatroniNode): Fault {
  const { patroni, server } = node.pids()
  const fromMs = performance.now()
  signalAll([...patroni, ...server], 'SIGKILL')
  return { fromMs, repair: async () => node.start() }
}

function freeze(node: PatroniNode): Fault {
  const { patroni, server } = node.pids()
  const all = [...patroni, ...server]
  const fromMs = performance.now()
  signalAll(all, 'SIGSTOP')
  return { fromMs, repair: async () => signalAll(all, 'SIGCONT') }
}

async function cutOff({ cluster }: Stage): Promise<Fault> {
  const primary = await cluster.nodeOf('leader')
  const fromMs = performance.now()
  primary.cutLinks()
  return { fromMs, repair: async () => primary.mendLinks() }
}

export const drills: readonly Drill[] = [
  {
    name: 'kill',
    what: 'kill -9 of the primary: Patroni, PostgreSQL and their children',
    secondsMax: 30,
    gateways: 'direct',
    strike: async ({ cluster }) => kill(await cluster.nodeOf('leader')),
  },
  {
    name: 'stop',
    what: 'SIGSTOP of the primary; SIGCONT when another one serves',
    secondsMax: 30,
    gateways: 'direct',
    strike: async ({ cluster }) => freeze(await cluster.nodeOf('leader')),
  },
  {
    name: 'switchover',
    what: 'patronictl switchover',
    secondsMax: 10,
    gateways: 'direct',
    strike: async ({ cluster }) => {
      const { name, configFile } = await cluster.nodeOf('leader')
      const fromMs = performance.now()
      const args = ['-c', configFile, 'switchover', '--leader', name, '--force']
      await promisify(execFile)('patronictl', args, { env: { ...process.env, HOME: cluster.folder } })
      return { fromMs, repair: nothing }
    },
  },
  {
    name: 'standby',
    what: 'SIGSTOP of the synchronous standby; SIGCONT when the other one took its place',
    secondsMax: undefined,
    gateways: 'direct',
    strike: async ({ cluster }) => freeze(await cluster.nodeOf('sync_standby')),
  },
  {
    name: 'partition',
    what: 'the primary loses etcd, and the other nodes and the gateways lose the primary; nobody is told',
    secondsMax: 30,
    gateways: 'proxied',
    strike: cutOff,
  },
  {
    name: 'island',
    what: 'the same, but the gateways still reach the old primary: it may acknowledge nothing',
    secondsMax: 30,
    gateways: 'direct',
    strike: cutOff,
  },
  {
    name: 'etcd',
    what: `etcd is away for ${etcdAwayMs / 1_000} s; seconds count from its return`,
    secondsMax: 30,
    gateways: 'direct',
    strike: async ({ cluster }) => {
      await cluster.killEtcd()
      await sleep(etcdAwayMs)
      const fromMs = performance.now()
      await cluster.startEtcd()
      return { fromMs, repair: nothing }
    },
  },
  {
    name: 'migration',
    what: 'kill -9 of the primary while the next version builds an index',
    secondsMax: 30,
    gateways: 'direct',
    strike: async (stage) => {
      const primary = await stage.cluster.nodeOf('leader')
      const migrating = await startMigrating(stage, primary)
      return { ...kill(primary), finish: migrating.finish }
    },
  },
]
