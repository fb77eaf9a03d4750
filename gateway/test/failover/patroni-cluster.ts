import { execFileSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { present } from '../../src/core/values/assert.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import type { Cleanup } from '../support/https-receiver.ts'
import { makeNode, type PatroniNode } from './patroni-node.ts'
import { allGone, type ServerProgram, serverUser, signalAll, startProgram } from './server-program.ts'

/** How Patroni sees one of its nodes. */
interface Member {
  name: string
  role: 'leader' | 'replica' | 'sync_standby'
  state: string
  timeline: number
}

/** Three nodes of Patroni and one etcd on loopback. */
export interface PatroniCluster {
  nodes: readonly PatroniNode[]
  /** Of the logs, and of everything else that a drill writes. */
  folder: string
  startEtcd(): Promise<void>
  killEtcd(): Promise<void>
  /** The node with this role now. */
  nodeOf(role: Member['role']): Promise<PatroniNode>
  /**
   * Resolves when there is one leader, both others stream from it on its timeline and one of them is synchronous. Returns
   * the leader.
   */
  whole(): Promise<PatroniNode>
  /** As a superuser: `database` of this node. */
  query(node: PatroniNode, text: string, database?: string): Promise<Record<string, unknown>[]>
  /** The address of a database that names all three nodes; `proxied`: through the proxies that a partition cuts. */
  url(database: string, how?: 'direct' | 'proxied'): string
}

const nodeNames = ['node1', 'node2', 'node3'] as const

/** An old primary that comes back may have to rewind, and Patroni looks every five seconds. */
const wholeMaxMs = 120_000
const askMaxMs = 1_500
const queryMaxMs = 20_000

/** In a folder that user `postgres` may enter. What runs is ended by `endings`, or when this process exits. */
export async function startCluster(folder: string, programs: string, endings: Cleanup): Promise<PatroniCluster> {
  const printTo = openSync(join(folder, 'logs', 'servers.log'), 'a')
  const etcd = await etcdOf(folder, printTo)
  const nodes: PatroniNode[] = []
  for (const name of nodeNames) nodes.push(await makeNode(name, { folder, printTo, programs, etcdPort: etcd.port }))
  if (serverUser) execFileSync('chown', ['-R', `${serverUser}:`, folder])
  process.once('exit', () => endNow(nodes, etcd))
  endings.after(async () => await stop(nodes, etcd))
  const cluster = clusterOf(nodes, folder, etcd)
  await etcd.start()
  for (const node of nodes) {
    node.start()
    // The first one makes the cluster; the others copy it.
    if (node === nodes[0]) await eventually(async () => await cluster.nodeOf('leader'), 'a first leader', wholeMaxMs)
  }
  const leader = await cluster.whole()
  await cluster.query(leader, 'create role pasarela login createdb createrole')
  await cluster.query(leader, 'create table write_probe (at timestamptz not null)')
  return cluster
}

function clusterOf(nodes: readonly PatroniNode[], folder: string, etcd: Etcd): PatroniCluster {
  const nodeOf = async (role: Member['role']) => {
    const member = (await membersOf(nodes)).find((each) => each.role === role)
    return present(
      nodes.find(({ name }) => name === member?.name),
      `a node that is ${role}`,
    )
  }
  return {
    nodes,
    folder,
    startEtcd: etcd.start,
    killEtcd: etcd.kill,
    nodeOf,
    whole: async () =>
      await eventually(
        async () => {
          if (!isWhole(await membersOf(nodes))) return undefined
          const leader = await nodeOf('leader')
          const [row] = await query(
            leader,
            `select count(*) filter (where state = 'streaming') as streaming,
              count(*) filter (where sync_state = 'sync') as synchronous from pg_stat_replication`,
          )
          return Number(row?.['streaming']) === 2 && Number(row?.['synchronous']) === 1 ? leader : undefined
        },
        'all three nodes are on one timeline, and one standby is synchronous',
        wholeMaxMs,
      ),
    query,
    url: (database, how = 'direct') => {
      const hosts = nodes.map((node) => `127.0.0.1:${how === 'direct' ? node.port : node.proxiedPort}`)
      return `postgres://pasarela@${hosts.join(',')}/${database}`
    },
  }
}

async function stop(nodes: readonly PatroniNode[], etcd: Etcd): Promise<void> {
  const pids = [...nodes.flatMap((node) => Object.values(node.pids()).flat()), ...etcd.pids()]
  endNow(nodes, etcd)
  await allGone(pids)
  for (const node of nodes) await node.closeLinks()
}

/** Patroni is killed, as it would start its server again. A server that ends itself leaves no shared memory. */
function endNow(nodes: readonly PatroniNode[], etcd: Etcd): void {
  for (const { pids } of nodes) {
    const { patroni, server } = pids()
    signalAll(patroni, 'SIGKILL')
    signalAll(server, 'SIGCONT')
    signalAll(server.slice(0, 1), 'SIGQUIT')
  }
  signalAll(etcd.pids(), 'SIGKILL')
}

/** What any of the nodes says; nothing where none answers. */
async function membersOf(nodes: readonly PatroniNode[]): Promise<readonly Member[]> {
  for (const { restUrl } of nodes) {
    const answer = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(askMaxMs) }).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

function isWhole(members: readonly Member[]): boolean {
  const [leader, ...others] = members.toSorted((a, b) => Number(b.role === 'leader') - Number(a.role === 'leader'))
  return (
    leader?.role === 'leader' &&
    others.length === 2 &&
    others.every(({ role }) => role !== 'leader') &&
    members.every(({ state, timeline }) => ['running', 'streaming'].includes(state) && timeline === leader.timeline)
  )
}

async function query(node: PatroniNode, text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port: node.port, user: 'owner', database })
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.connection.stream.destroy(), queryMaxMs)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    clearTimeout(timer)
    client.end().catch(() => undefined)
  }
}

interface Etcd {
  port: number
  start(): Promise<void>
  kill(): Promise<void>
  pids(): number[]
}

async function etcdOf(folder: string, printTo: number): Promise<Etcd> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const args = Object.entries({
    name: 'one',
    'data-dir': join(folder, 'etcd'),
    'enable-v2': 'true',
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `one=${peers}`,
    'log-level': 'warn',
  }).map(([name, value]) => `--${name}=${value}`)
  let etcd: ServerProgram | undefined
  const pids = () => etcd?.tree() ?? []
  return {
    port,
    start: async () => {
      etcd = startProgram({ file: 'etcd', args, folder, printTo })
      await eventually(async () => (await fetch(`${clients}/health`)).ok || undefined, 'etcd answers')
    },
    kill: async () => {
      const ending = pids()
      signalAll(ending, 'SIGKILL')
      await allGone(ending)
    },
    pids,
  }
}
