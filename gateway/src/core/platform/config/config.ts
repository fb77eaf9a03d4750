import { resolve } from 'node:path'
import type { z } from 'zod'
import { connectionsDefault } from '../database/database.ts'
import { readDatabaseAddress } from '../database/hosts.ts'
import { failpointVariable } from '../process/failpoint.ts'
import { ConfigError } from './config-error.ts'
import type { Sender, SmtpServer } from './config-mail.ts'
import { belongTogether } from './config-values.ts'
import { databaseConnectionsMax, settings } from './settings.ts'

/** The work of a process: serve requests, run the loops, or both. */
export type Role = 'all' | 'api' | 'worker'

/** All settings of a gateway process. */
export interface Config {
  /** 0: the system chooses a free port. */
  port: number
  host: string
  /** An absolute path. */
  dataDir: string
  /** Undefined: the embedded database. Contains a password. */
  databaseUrl: string | undefined
  /** A physical replica of the database for lists and exports; undefined: none. Contains a password. */
  databaseReadUrl: string | undefined
  /** Maximum number of database connections of this process. */
  databaseConnections: number
  /** The gateway's URL for merchants and payers, without a trailing slash. Undefined: `http://<host>:<port>`. */
  publicUrl: string | undefined
  /** True: the demo merchant and the simulated bank exist. */
  demo: boolean
  /** True: the demo merchant has a point with an own account. */
  demoOwnAccount: boolean
  simulatedBank: { url: string; credentialsFile: string } | undefined
  masterKeyFile: string | undefined
  /** CIDR. The gateway uses X-Forwarded-For of these proxies. */
  trustedProxies: readonly string[]
  tls: { certFile: string; keyFile: string } | undefined
  /** CIDR. Callbacks of test points may go to these networks besides public addresses. */
  callbackAllowCidrs: readonly string[]
  callbackCaFile: string | undefined
  /** CIDR. These networks may read the metrics. Undefined: this machine may, or a request with the token. */
  metricsAllowCidrs: readonly string[] | undefined
  /** A token that gives access to the metrics from any address. A secret. */
  metricsToken: string | undefined
  demoCallbackUrl: string | undefined
  logLevel: string
  /** Undefined: alerts appear only in the dashboard. Contains a password. */
  mail: { smtp: SmtpServer; from: Sender } | undefined
  /** Days after which personal data of finished transactions are removed; 0: never. */
  retentionPersonalDays: number
  /** Seven-digit references of an own account that one point may hold. */
  referencesPerPoint: number
  /** How long an unpaid use of a payment link counts. */
  paymentLinkHoldMinutes: number
  /** Hours after which a payout or refund that waits for a person at the bank raises an alert. */
  toPayAlertHours: number
  /** Number of this cell; undefined: there are no cells. */
  cell: number | undefined
  /** Key of the hashes by which cells are compared. A secret. */
  cellsKey: string | undefined
  /** Whether the start migrates the database. */
  migrate: boolean
  role: Role
  /** Seconds for which a process serves requests after a shutdown signal, so that load balancers can notice. */
  drainSeconds: number
  /** Every test key may move the clock of all merchants. */
  isTestClockShared: boolean
  /** Log sentences about settings without effect. */
  warnings: readonly string[]
}

/** The embedded server accepts 60 connections, and commands beside the gateway need some. */
const embeddedConnectionsMax = 50

type Name = keyof typeof settings
type Values = { [N in Name]?: z.output<(typeof settings)[N]['schema']> }

const portDefault = 8420

/** A tenth of the million of an account. */
export const referencesPerPointDefault = 100_000

/**
 * Ten years. Removed data cannot be restored, and known payment laws require five to ten years. Operators with a
 * shorter duty set fewer days (docs/adr/0012).
 */
const retentionDaysDefault = 3650

/** Long enough to pay at a bank's app, short enough for the next payer. */
const paymentLinkHoldDefault = 60

/** Most transfers of a bank's day are made within it. */
export const toPayHoursDefault = 4

/**
 * Parses the environment variables of `settings`. An empty variable counts as not set. Throws one ConfigError that
 * names every fault with an example. Values are never quoted: any of them may be a secret in the wrong variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const { values, faults } = readValues(given)
  faults.push(...contradictions(given))
  if (values.TLS_CERT_FILE !== undefined && values.TLS_KEY_FILE !== undefined) {
    if (!belongTogether(values.TLS_CERT_FILE, values.TLS_KEY_FILE)) {
      faults.push('TLS_KEY_FILE does not hold the key of the first certificate in TLS_CERT_FILE.')
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  const isEmbedded = values.DATABASE_URL === undefined
  const demo = values.PASARELA_DEMO === '1' || (isEmbedded && values.PASARELA_DEMO !== '0')
  return {
    port: values.PORT ?? portDefault,
    host: values.HOST ?? '127.0.0.1',
    dataDir: resolve(values.PASARELA_DATA_DIR ?? './data'),
    databaseUrl: withPassword(values.DATABASE_URL, values.DATABASE_PASSWORD_FILE),
    databaseReadUrl: withPassword(values.DATABASE_READ_URL, values.DATABASE_PASSWORD_FILE),
    databaseConnections: values.DATABASE_CONNECTIONS ?? connectionsDefault,
    publicUrl: values.PUBLIC_URL,
    demo,
    demoOwnAccount: demo && (values.DEMO_OWN_ACCOUNT ?? (isEmbedded ? '1' : '0')) === '1',
    simulatedBank: pair(values.SIMBANK_URL, values.SIMBANK_CREDENTIALS_FILE, (url, credentialsFile) => ({
      url,
      credentialsFile,
    })),
    masterKeyFile: values.MASTER_KEY_FILE,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    tls: pair(values.TLS_CERT_FILE, values.TLS_KEY_FILE, (certFile, keyFile) => ({ certFile, keyFile })),
    callbackAllowCidrs: values.CALLBACK_ALLOW_CIDRS ?? [],
    callbackCaFile: values.CALLBACK_CA_FILE,
    metricsAllowCidrs: values.METRICS_ALLOW_CIDRS,
    metricsToken: values.METRICS_TOKEN_FILE,
    demoCallbackUrl: values.DEMO_CALLBACK_URL,
    logLevel: values.LOG_LEVEL ?? 'info',
    mail: pair(values.SMTP_URL, values.MAIL_FROM, (smtp, from) => ({ smtp, from })),
    retentionPersonalDays: values.RETENTION_PERSONAL_DAYS ?? retentionDaysDefault,
    referencesPerPoint: values.REFERENCES_PER_POINT ?? referencesPerPointDefault,
    paymentLinkHoldMinutes: values.PAYMENT_LINK_HOLD_MINUTES ?? paymentLinkHoldDefault,
    toPayAlertHours: values.TO_PAY_ALERT_HOURS ?? toPayHoursDefault,
    cell: values.CELL,
    cellsKey: values.CELLS_KEY,
    migrate: values.MIGRATE !== 'off',
    role: values.PASARELA_ROLE ?? 'all',
    drainSeconds: values.DRAIN_SECONDS ?? 0,
    isTestClockShared: values.TEST_CLOCK === 'anybody',
    warnings: warningsFor(given, demo),
  }
}

function readValues(given: Record<string, string | undefined>): { values: Values; faults: string[] } {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, { schema, example }] of Object.entries(settings)) {
    const text = given[name]
    if (text === undefined) continue
    const read = schema.safeParse(text)
    if (read.success) values[name] = read.data
    else faults.push(`${name} ${read.error.issues[0]?.message ?? 'is wrong'}, for example ${name}=${example}.`)
  }
  return { values: values as Values, faults }
}

/** Faults of settings that need other settings. */
function contradictions(given: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  for (const [one, other] of [
    ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
    ['SIMBANK_URL', 'SIMBANK_CREDENTIALS_FILE'],
    ['SMTP_URL', 'MAIL_FROM'],
  ] as const) {
    const set = [one, other].filter((name) => given[name] !== undefined)
    const missing = set[0] === one ? other : one
    if (set.length === 1) {
      faults.push(
        `${missing} is missing: ${set[0]} works only with it, for example ${missing}=${settings[missing].example}.`,
      )
    }
  }
  if (given['DATABASE_URL'] !== undefined && given['MASTER_KEY_FILE'] === undefined) {
    faults.push(
      'MASTER_KEY_FILE is missing: with DATABASE_URL the master key must come from a file outside the database, ' +
        `for example MASTER_KEY_FILE=${settings.MASTER_KEY_FILE.example}. Make one with: ` +
        'openssl rand -base64 32 > FILE && chmod 400 FILE.',
    )
  }
  if (given['DATABASE_READ_URL'] !== undefined && given['DATABASE_URL'] === undefined) {
    faults.push(
      'DATABASE_URL is missing: DATABASE_READ_URL names a replica of that database, ' +
        `for example DATABASE_URL=${settings.DATABASE_URL.example}.`,
    )
  }
  faults.push(...passwordFaults(given))
  const connections = Number(given['DATABASE_CONNECTIONS'])
  const isTooMuch = connections > embeddedConnectionsMax && connections <= databaseConnectionsMax
  if (given['DATABASE_URL'] === undefined && isTooMuch) {
    faults.push(
      `DATABASE_CONNECTIONS above ${embeddedConnectionsMax} needs DATABASE_URL: the embedded database takes 60, for example DATABASE_CONNECTIONS=20.`,
    )
  }
  faults.push(...roleFaults(given))
  if (given[failpointVariable] !== undefined && given['PASARELA_DEMO'] !== '1') {
    faults.push(
      `${failpointVariable} ends the process on purpose: it is for tests, and works only with PASARELA_DEMO=1.`,
    )
  }
  return faults
}

/** A password is set once, so that a new one in the file is the one that counts. */
function passwordFaults(given: Record<string, string | undefined>): string[] {
  if (given['DATABASE_PASSWORD_FILE'] === undefined) return []
  if (given['DATABASE_URL'] === undefined) {
    return [
      'DATABASE_URL is missing: DATABASE_PASSWORD_FILE holds the password of that database, ' +
        `for example DATABASE_URL=${settings.DATABASE_URL.example}.`,
    ]
  }
  return ['DATABASE_URL', 'DATABASE_READ_URL'].flatMap((name) => {
    const address = given[name]
    const first = readDatabaseAddress(address ?? '')?.url
    if (first === undefined) return []
    const { hostname, password, searchParams } = new URL(first)
    if (password !== '' || searchParams.has('password'))
      return `${name} holds a password, and DATABASE_PASSWORD_FILE another one: leave one of them out.`
    // An address cannot hold a password without a host, so it would be lost.
    return hostname === '' ? `${name} needs a host where DATABASE_PASSWORD_FILE is set.` : []
  })
}

/** A single process must have the role `all`. Several processes need the URLs of the others. */
function roleFaults(given: Record<string, string | undefined>): string[] {
  const role = given['PASARELA_ROLE']
  if (role !== 'api' && role !== 'worker') return []
  const faults: string[] = []
  if (given['DATABASE_URL'] === undefined) {
    faults.push(
      `PASARELA_ROLE=${role} needs DATABASE_URL: the embedded database serves one process, which needs the role all.`,
    )
  }
  if (role === 'worker' && given['PUBLIC_URL'] === undefined) {
    faults.push(
      'PUBLIC_URL is missing: a worker serves no requests, so it must know the URL of the gateway that does, ' +
        `for example PUBLIC_URL=${settings.PUBLIC_URL.example}.`,
    )
  }
  return faults
}

function warningsFor(given: Record<string, string | undefined>, demo: boolean): string[] {
  const warnings = Object.keys(given)
    .filter((name) => name.startsWith('PASARELA_') && !(name in settings) && name !== failpointVariable)
    .map((name) => `${name} is not a setting of Pasarela and has no effect.`)
  if (given[failpointVariable] !== undefined) {
    warnings.push(`${failpointVariable} is set: this process ends itself by SIGKILL on purpose.`)
  }
  const isHttps = given['PUBLIC_URL']?.startsWith('https:') === true
  if (isHttps && given['TLS_CERT_FILE'] === undefined && given['TRUSTED_PROXIES'] === undefined) {
    warnings.push(
      'PUBLIC_URL is https, and this process serves plain HTTP: set TRUSTED_PROXIES to the proxy that ends TLS, else credentials of live points are refused.',
    )
  }
  if (!demo) {
    for (const name of ['SIMBANK_URL', 'DEMO_CALLBACK_URL']) {
      if (given[name] !== undefined) warnings.push(`${name} has no effect without the demo: set PASARELA_DEMO=1.`)
    }
  }
  return warnings
}

function withPassword(address: string | undefined, password: string | undefined): string | undefined {
  if (address === undefined || password === undefined) return address
  // The address may name several hosts, which a URL cannot.
  return address.replace(
    /^([^/]*:\/\/)(?:([^@:/?#]*):?@)?/,
    (_all, scheme: string, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  )
}

function pair<A, B, T>(one: A | undefined, other: B | undefined, both: (one: A, other: B) => T): T | undefined {
  return one === undefined || other === undefined ? undefined : both(one, other)
}
