import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from './start-fault.ts'

interface Holder {
  pid: number
  /** When that process began (boot and ticks since boot), so that a reused pid is not taken for the old holder. */
  process_started: string | null
}

/** Two rounds suffice: one to clear a stale lock away, one to take it; more means that others start at the same time. */
const ATTEMPTS_MAX = 5

/**
 * Takes the data folder for this process alone; two banks writing one journal would destroy it.
 * A lock whose process is gone (or whose pid now belongs to another process) is stale and taken over.
 * Returns the function that gives the folder back. Throws StartFault while another bank holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'simbank.lock')
  const mine: Holder = { pid: process.pid, process_started: processStarted(process.pid) }
  const content = JSON.stringify(mine)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (createWhole(path, content)) return () => release(path, content)
    const found = readText(path)
    if (found === undefined) continue
    const holder = readHolder(found)
    if (holder && isRunning(holder)) throw heldBy(dataDir, holder)
    clearStale(path, found)
  }
  throw new StartFault([`The data folder ${dataDir} is being taken by another bank at this moment; try again`])
}

function heldBy(dataDir: string, holder: Holder): StartFault {
  return new StartFault([
    `The data folder ${dataDir} is in use by another simulated bank (process ${holder.pid}). ` +
      'Stop that one, or give this one its own folder with SIMBANK_DATA_DIR',
  ])
}

/** Creates the lock with its content in one step (a link either appears whole or not at all). */
function createWhole(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false
    throw fault
  } finally {
    unlinkSync(draft)
  }
}

/** Moves the stale lock aside; if a faster bank has replaced it meanwhile, its lock is put back. */
function clearStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  try {
    if (readText(aside) !== stale) linkSync(aside, path)
  } finally {
    unlinkSync(aside)
  }
}

function release(path: string, content: string): void {
  if (readText(path) === content) unlinkSync(path)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return undefined
    const started =
      'process_started' in value && typeof value.process_started === 'string' ? value.process_started : null
    return { pid: value.pid, process_started: started }
  } catch {
    return undefined
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (fault) {
    // EPERM: it runs, but belongs to another user.
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EPERM')) return false
  }
  // Killed, but not collected by its parent yet: it writes no more.
  if (/^[ZX]/.test(processFields(holder.pid)?.[0] ?? '')) return false
  const started = processStarted(holder.pid)
  return started === null || holder.process_started === null || started === holder.process_started
}

/** Only Linux has this without starting another program; elsewhere the pid alone decides. */
function processStarted(pid: number): string | null {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim()
  const ticks = processFields(pid)?.[19]
  return boot && ticks ? `${boot}:${ticks}` : null
}

/**
 * The kernel's fields of a process from the third (its state) on. The second is the program's name in brackets and may
 * hold blanks and brackets itself, so counting starts behind the last one.
 */
function processFields(pid: number): string[] | undefined {
  return readText(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
}
