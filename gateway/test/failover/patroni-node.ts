import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProgram, startProgram, withChildren } from './server-program.ts'

/** One Patroni with its PostgreSQL. The others reach it, and it reaches etcd, through proxies of its own. */
export interface PatroniNode {
  name: string
  /** PostgreSQL's port, and the same port behind the proxy. */
  port: number
  proxiedPort: number
  /** Patroni's REST address, without a proxy. */
  restUrl: string
  configFile: string
  start(): void
  /** What runs now: Patroni, PostgreSQL and their children, parents first. */
  pids(): { patroni: number[]; server: number[] }
  /** Cuts every link to and from this node, or lets new connections through again. */
  cutLinks(): void
  mendLinks(): void
  closeLinks(): Promise<void>
}

export interface NodePlace {
  folder: string
  printTo: number
  /** Of PostgreSQL's programs. */
  programs: string
  etcdPort: number
}

/** The waiting times that were measured (docs/reliability.md); little memory and little disk. */
const dynamicSettings = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  synchronous_node_count: 1,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 120,
      shared_buffers: '64MB',
      wal_keep_size: '128MB',
      max_wal_size: '256MB',
      wal_log_hints: 'on',
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
    },
  },
}

const local = (port: number) => `127.0.0.1:${port}`

export async function makeNode(name: string, place: NodePlace): Promise<PatroniNode> {
  const [port, restPort] = [await freePort(), await freePort()]
  const dataFolder = join(place.folder, name)
  const links = {
    postgres: await faultProxy(`tcp://${local(port)}`),
    rest: await faultProxy(`tcp://${local(restPort)}`),
    etcd: await faultProxy(`tcp://${local(place.etcdPort)}`),
  }
  const configFile = join(place.folder, `${name}.json`)
  const listen = { postgres: local(port), rest: local(restPort) }
  // Every text of JSON is one of YAML.
  writeFileSync(configFile, JSON.stringify(configOf(name, place, { listen, links })))
  let patroni: ServerProgram | undefined
  const all = Object.values(links)
  return {
    name,
    port,
    proxiedPort: Number(new URL(links.postgres.url).port),
    restUrl: `http://${local(restPort)}`,
    configFile,
    start: () => {
      patroni = startProgram({ file: 'patroni', args: [configFile], ...place })
    },
    pids: () => {
      const server = serverOf(dataFolder)
      return { patroni: patroni?.tree().filter((pid) => !server.includes(pid)) ?? [], server }
    },
    cutLinks: () => {
      for (const link of all) link.dropEverything()
    },
    mendLinks: () => {
      for (const link of all) link.letNewConnectionsWork()
    },
    closeLinks: async () => void (await Promise.all(all.map(async (link) => await link.close()))),
  }
}

interface Addresses {
  listen: { postgres: string; rest: string }
  links: { postgres: FaultProxy; rest: FaultProxy; etcd: FaultProxy }
}

function configOf(name: string, { folder, programs }: NodePlace, { listen, links }: Addresses): object {
  const proxied = (link: FaultProxy) => new URL(link.url).host
  return {
    scope: 'pasarela',
    name,
    restapi: { listen: listen.rest, connect_address: proxied(links.rest) },
    // Debian's Patroni 3.0.2 overwrites another's leader key over etcd's v3 API after a pause (mended in Patroni 3.0.3).
    // `use_proxies`: it keeps to this address instead of asking etcd for its own.
    etcd: { host: proxied(links.etcd), use_proxies: true },
    bootstrap: {
      dcs: dynamicSettings,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: listen.postgres,
      connect_address: proxied(links.postgres),
      data_dir: join(folder, name),
      bin_dir: programs,
      pgpass: join(folder, `${name}.pgpass`),
      use_unix_socket: false,
      authentication: { superuser: { username: 'owner' }, replication: { username: 'owner' } },
      parameters: { unix_socket_directories: '' },
    },
  }
}

/** PostgreSQL and its children. The file outlives a killed server: another process may have its number by now. */
function serverOf(dataFolder: string): number[] {
  try {
    const pid = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readlinkSync(`/proc/${pid}/cwd`) === dataFolder ? withChildren(pid) : []
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
