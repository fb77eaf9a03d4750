import { resolve } from 'node:path'
import type { Delays } from '../orders/scenarios.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { StartFault } from './start-fault.ts'

/** The settings of the bank. */
export interface Config {
  /** 0 lets the system choose. */
  port: number
  /** `127.0.0.1`, or `0.0.0.0` in a container whose network decides who comes in. */
  host: Host
  dataDir: string
  credentials: Credentials
  /** Without a slash at the end; undefined means `http://127.0.0.1:<port>`. */
  publicUrl: string | undefined
  delays: Delays
  /** How long a request that is never answered stays open before its socket is destroyed. */
  hangMs: number
  /**
   * What happens to an order that arrives after its deadline, or after its key was cancelled. `refuse` keeps the bank's
   * promise; `execute` is a bank that breaks it, for tests of what a gateway does then.
   */
  lateOrders: LateOrders
}

export type LateOrders = 'refuse' | 'execute'
export type Host = '127.0.0.1' | '0.0.0.0'

const PORT_DEFAULT = 8421
/** Longer than any sensible caller's time-out (the gateway waits 8 s), so that the caller gives up first. */
const HANG_MS_DEFAULT = 12_000
/** One day: longer waits in a test are made with the control API's clock. */
const DELAY_MS_MAX = 86_400_000

/** Environment variable and default of each waiting time, in milliseconds. */
const DELAYS: Record<keyof Delays, { name: string; defaultMs: number }> = {
  payMs: { name: 'SIMBANK_PAY_DELAY_MS', defaultMs: 3_000 },
  settleMs: { name: 'SIMBANK_SETTLE_DELAY_MS', defaultMs: 5_000 },
  returnMs: { name: 'SIMBANK_RETURN_DELAY_MS', defaultMs: 10_000 },
  holdMs: { name: 'SIMBANK_HOLD_DELAY_MS', defaultMs: 10_000 },
  lateMs: { name: 'SIMBANK_LATE_DELAY_MS', defaultMs: 2_000 },
  againMs: { name: 'SIMBANK_AGAIN_DELAY_MS', defaultMs: 1_000 },
  arrivalMs: { name: 'SIMBANK_ARRIVAL_DELAY_MS', defaultMs: 70_000 },
}

/**
 * Reads SIMBANK_PORT, SIMBANK_HOST, SIMBANK_DATA_DIR, SIMBANK_CREDENTIALS_FILE, SIMBANK_PUBLIC_URL, SIMBANK_HANG_MS, SIMBANK_LATE_ORDERS and the waiting
 * times of the scenarios (SIMBANK_PAY_DELAY_MS and its neighbours above).
 * Throws one StartFault that names every wrong setting.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const port = wholeNumber(env, faults, { name: 'SIMBANK_PORT', defaultValue: PORT_DEFAULT, max: 65_535 })
  const hangMs = delay(env, faults, { name: 'SIMBANK_HANG_MS', defaultMs: HANG_MS_DEFAULT })
  const delays: Delays = {
    payMs: delay(env, faults, DELAYS.payMs),
    settleMs: delay(env, faults, DELAYS.settleMs),
    returnMs: delay(env, faults, DELAYS.returnMs),
    holdMs: delay(env, faults, DELAYS.holdMs),
    lateMs: delay(env, faults, DELAYS.lateMs),
    againMs: delay(env, faults, DELAYS.againMs),
    arrivalMs: delay(env, faults, DELAYS.arrivalMs),
  }
  const host = readHost(env['SIMBANK_HOST'], faults)
  const lateOrders = readLateOrders(env['SIMBANK_LATE_ORDERS'], faults)
  const publicUrl = readPublicUrl(env['SIMBANK_PUBLIC_URL'], faults)
  const dataDir = resolve(env['SIMBANK_DATA_DIR'] || './data/simbank')
  const credentials = readCredentials(env['SIMBANK_CREDENTIALS_FILE'] || resolve(dataDir, 'credentials.json'), faults)
  if (faults.length > 0 || credentials === undefined) throw new StartFault(faults)
  return { port, host, dataDir, credentials, publicUrl, delays, hangMs, lateOrders }
}

function readHost(given: string | undefined, faults: string[]): Host {
  if (given === '0.0.0.0') return given
  if (given !== undefined && given !== '' && given !== '127.0.0.1') {
    faults.push('SIMBANK_HOST must be 127.0.0.1 or 0.0.0.0')
  }
  return '127.0.0.1'
}

function readLateOrders(given: string | undefined, faults: string[]): LateOrders {
  if (given === 'execute') return 'execute'
  if (given !== undefined && given !== '' && given !== 'refuse') {
    faults.push('SIMBANK_LATE_ORDERS must be refuse or execute')
  }
  return 'refuse'
}

function delay(env: NodeJS.ProcessEnv, faults: string[], setting: { name: string; defaultMs: number }): number {
  return wholeNumber(env, faults, { name: setting.name, defaultValue: setting.defaultMs, max: DELAY_MS_MAX })
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  faults: string[],
  setting: { name: string; defaultValue: number; max: number },
): number {
  const given = env[setting.name]
  if (given === undefined || given === '') return setting.defaultValue
  if (/^\d{1,9}$/.test(given) && Number(given) <= setting.max) return Number(given)
  faults.push(`${setting.name} must be a whole number from 0 to ${setting.max}`)
  return setting.defaultValue
}

function readPublicUrl(given: string | undefined, faults: string[]): string | undefined {
  if (given === undefined || given === '') return undefined
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '') {
    return given.replace(/\/+$/, '')
  }
  faults.push('SIMBANK_PUBLIC_URL must be an http or https address without user, query and fragment')
  return undefined
}
