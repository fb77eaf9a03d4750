import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { link, mkdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../core/platform/config/config-error.ts'
import { processStart, processState } from './processes.ts'

/** Each round fails because another process was faster. Two gateways collide at most a few times. */
const MAX_ROUNDS = 10
const NEXT_ROUND_AFTER_MS = 50

export interface DataFolderLock {
  /** Idempotent. A process that dies without calling it leaves a lock that the next process recognises as stale. */
  release(): Promise<void>
}

/** The holder of a data folder's lock. */
export interface DataFolderHolder {
  pid: number
  /** ISO 8601, UTC. */
  since: string
  /** The holder is in another container, or on another machine that shares the folder. */
  elsewhere: boolean
}

interface LockRecord {
  pid: number
  /** Start of the process. The pair of process id and start is unique; ids alone are reused. */
  processStart: string | null
  /** Boot id. The process ids are valid only for it and for the pid namespace. */
  boot: string
  pidNamespace: string
  host: string
  /** Unique for each acquisition of the lock. */
  nonce: string
}

/**
 * Allows one gateway per data folder. Throws a ConfigError that names the holder if there is one. The lock is the file
 * `gateway.lock`, which names its creator. On Linux the process also holds a kernel lock on it: another container
 * cannot see this process, but it can test the kernel lock.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = lockPath(dataDir)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const lock = await tryToTake(path)
    if (lock !== undefined) return lock
    const holder = await dataFolderHolder(dataDir)
    if (holder !== undefined) throw new ConfigError([refusal(dataDir, holder)])
    await removeStale(path)
    await sleep(NEXT_ROUND_AFTER_MS * Math.random())
  }
  throw new Error(`the lock ${path} changes its holder again and again; does a script start Pasarela in a loop?`)
}

/** The gateway that is using the data folder, or undefined. */
export async function dataFolderHolder(dataDir: string): Promise<DataFolderHolder | undefined> {
  const path = lockPath(dataDir)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined || (await isStale(path, text))) return undefined
  const record = parsed(text)
  const made = await stat(path).catch(() => undefined)
  if (record === undefined || made === undefined) return undefined
  return { pid: record.pid, since: made.mtime.toISOString(), elsewhere: !(await isOurs(record)) }
}

/** The file gets its name only when it is written and locked, so that no process finds an incomplete one. */
async function tryToTake(path: string): Promise<DataFolderLock | undefined> {
  const record: LockRecord = { ...(await ownNumbering()), ...(await ourselves()) }
  const part = `${path}.${record.nonce}`
  // A plain descriptor: a garbage-collected file handle would be closed, and the kernel lock lost.
  const descriptor = openSync(part, 'wx', 0o600)
  try {
    writeSync(descriptor, `${JSON.stringify(record)}\n`)
    fsyncSync(descriptor)
    takeKernelLock(descriptor)
    await link(part, path)
  } catch (error) {
    closeSync(descriptor)
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  } finally {
    await rm(part, { force: true })
  }
  return { release: releaseOf(path, descriptor, record.nonce) }
}

function releaseOf(path: string, descriptor: number, nonce: string): () => Promise<void> {
  let released: Promise<void> | undefined
  const release = async () => {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (parsed(text)?.nonce === nonce) await rm(path, { force: true })
    closeSync(descriptor)
  }
  return () => {
    released ??= release()
    return released
  }
}

/**
 * Moves the stale file away and checks it again. If another process replaced it meanwhile, the new file is put back.
 */
async function removeStale(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined || !(await isStale(path, text))) return
  const aside = `${path}.stale-${randomBytes(8).toString('hex')}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

async function isStale(path: string, text: string): Promise<boolean> {
  const record = parsed(text)
  if (record === undefined) return true
  if (await isOurs(record)) {
    if ((await processState(record.pid)) !== 'alive') return true
    const start = await processStart(record.pid)
    return record.processStart !== null && start !== undefined && start !== record.processStart
  }
  const kernel = await askKernelLock(path)
  if (kernel !== undefined) return kernel === 'free'
  // Without a kernel lock, a lock of the same machine is stale after a reboot. A process on another machine may still
  // run.
  return record.host === hostname() && record.boot !== (await ownNumbering()).boot
}

/** Whether the record's process ids are from this boot and pid namespace. */
async function isOurs(record: LockRecord): Promise<boolean> {
  const own = await ownNumbering()
  return record.boot === own.boot && record.pidNamespace === own.pidNamespace
}

async function ownNumbering(): Promise<{ boot: string; pidNamespace: string }> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const pidNamespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return { boot: boot.trim(), pidNamespace }
}

async function ourselves(): Promise<Omit<LockRecord, 'boot' | 'pidNamespace'>> {
  const start = await processStart(process.pid)
  const nonce = randomBytes(8).toString('hex')
  return { pid: process.pid, processStart: start ?? null, host: hostname(), nonce }
}

/** The lock belongs to the open file, which only this process holds. It ends with this process in any case. */
function takeKernelLock(descriptor: number): 'free' | 'held' | undefined {
  if (process.platform !== 'linux') return undefined
  const { status } = spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  return status === 0 ? 'free' : status === 1 ? 'held' : undefined
}

async function askKernelLock(path: string): Promise<'free' | 'held' | undefined> {
  try {
    const descriptor = openSync(path, 'r')
    const answer = takeKernelLock(descriptor)
    closeSync(descriptor)
    return answer
  } catch {
    return undefined
  }
}

function parsed(text: string): LockRecord | undefined {
  try {
    const record = JSON.parse(text) as LockRecord
    return typeof record.pid === 'number' && typeof record.nonce === 'string' ? record : undefined
  } catch {
    return undefined
  }
}

function refusal(dataDir: string, { pid, since, elsewhere }: DataFolderHolder): string {
  const where = elsewhere ? ' in another container or on another machine' : ''
  const ifGone = elsewhere ? ` If it is surely gone, remove ${lockPath(dataDir)}.` : ''
  return (
    `Another gateway (process ${pid}${where}, since ${since}) is using the data folder ${dataDir}. ` +
    `Stop it first, or choose another folder with PASARELA_DATA_DIR.${ifGone}`
  )
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'gateway.lock')
}
