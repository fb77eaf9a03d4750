/** What a capability may use besides the code of the gateway. */
export interface Capability {
  /** The folder below `gateway/src`. */
  folder: string
  packages?: readonly string[]
  builtins?: readonly string[] | 'any'
  /** The specification needs it. Everything else is an extra, which the core never imports. */
  isCore?: true
  /** The capabilities whose store an extra may use, because it is about their rows. */
  extends?: readonly string[]
}

/** Packages that every `http` folder may use, and the capabilities that are nothing but HTTP. */
export const httpPackages = ['fastify', 'fastify-type-provider-zod', 'zod', 'qrcode'] as const

/**
 * The capabilities in import order: each may import what stands below it. ARCHITECTURE.md says what each is for.
 * The files beside the folders (`main.ts`, `gateway.ts`) compose everything and stand above all. `extras/` too:
 * it registers each extra. `start-core.ts` composes the core alone.
 */
export const capabilities: readonly Capability[] = [
  { folder: 'extras/console', packages: httpPackages, builtins: ['crypto', 'fs', 'path'] },
  {
    folder: 'extras/documentation',
    packages: [...httpPackages, '@fastify/swagger'],
    builtins: ['crypto', 'fs', 'path'],
  },
  { folder: 'extras/cli', builtins: 'any' },
  // What the entrances share.
  { folder: 'extras/deps.ts' },
  { folder: 'extras/built-files.ts', packages: ['fastify'], builtins: ['crypto', 'fs', 'path'] },
  { folder: 'demo', packages: ['zod'], builtins: ['fs'] },
  { folder: 'simulator' },
  { folder: 'overview' },
  { folder: 'review' },
  { folder: 'alerts' },
  { folder: 'retention' },
  { folder: 'verify', packages: ['pg'] },
  // Files of banks are read in a thread of their own.
  {
    folder: 'bank-accounts',
    builtins: ['crypto', 'events', 'fs', 'path', 'timers', 'worker_threads'],
    extends: ['processing'],
  },
  // Pure: bytes in, statements out.
  { folder: 'extras/bank-accounts/statements', packages: ['saxes', 'csv-parse', 'zod'], builtins: ['buffer'] },
  { folder: 'restore' },
  { folder: 'transactions', builtins: ['stream'], extends: ['payments'] },
  { folder: 'statements', builtins: ['stream'] },
  { folder: 'payout-approvals', extends: ['payouts'] },
  { folder: 'webhooks', builtins: ['crypto'], extends: ['callbacks'] },
  { folder: 'request-log', extends: ['merchants'] },
  { folder: 'approvals' },
  // Passwords need argon2id, which Node has from version 24 on only.
  { folder: 'identity', packages: ['@node-rs/argon2'], builtins: ['crypto', 'timers'] },
  { folder: 'audit-log', builtins: ['crypto'], extends: ['audit'] },
  { folder: 'mail' },
  { folder: 'point-settings', builtins: ['crypto'], extends: ['merchants', 'cards'] },
  { folder: 'extras/embedded-postgres', packages: ['pg'], builtins: 'any' },
  { folder: 'extras/replica', packages: ['pg'], builtins: ['timers'] },
  { folder: 'extras/nodes' },
  { folder: 'core/api', packages: httpPackages, isCore: true },
  { folder: 'core/payer-pages', packages: httpPackages, isCore: true },
  { folder: 'core/provider-notifications', packages: httpPackages, isCore: true },
  { folder: 'jobs', isCore: true },
  { folder: 'payments', builtins: ['crypto'], isCore: true },
  { folder: 'payouts', isCore: true },
  { folder: 'processing', builtins: ['crypto'], isCore: true },
  { folder: 'callbacks', builtins: ['crypto'], isCore: true },
  { folder: 'ledger', isCore: true },
  { folder: 'cards', isCore: true },
  { folder: 'merchants', builtins: ['crypto'], isCore: true },
  { folder: 'audit', builtins: ['crypto'], isCore: true },
  { folder: 'connectors', packages: ['zod'], builtins: ['crypto'], isCore: true },
  { folder: 'payment-methods', packages: ['zod'], isCore: true },
  { folder: 'identifiers', packages: ['libphonenumber-js', 'iso-3166'], isCore: true },
  {
    folder: 'web',
    packages: [...httpPackages, 'ipaddr.js'],
    builtins: ['buffer', 'crypto', 'http', 'net', 'stream'],
    isCore: true,
  },
  { folder: 'texts', isCore: true },
  // The only holder of connections to the outside.
  {
    folder: 'net',
    packages: ['undici', 'nodemailer', 'ipaddr.js'],
    builtins: ['dns', 'net', 'tls', 'crypto'],
    isCore: true,
  },
  { folder: 'platform', packages: ['pg', 'pino', 'prom-client', 'zod', 'ipaddr.js'], builtins: 'any', isCore: true },
  { folder: 'values', isCore: true },
  // Keys and their texts, which everything above says.
  { folder: 'core/texts/messages', isCore: true },
]

/** Files beside the folders that belong to the core. */
export const coreFiles = ['start-core.ts', 'extra.ts'] as const

/** The folders inside a capability, from the outside in: each may import those after it. Files at its root are use cases. */
export const layers = ['http', 'use cases', 'store', 'rules'] as const

export type LayerName = (typeof layers)[number]

/** How many files a folder may hold, tests aside. */
export const filesOfFolderMax = 25

/**
 * Code that the dashboard bundles, so that server and pages read and print amounts alike: pure files that import only
 * one another (and types). `scripts/build-stamp.mjs` lists them too.
 */
export const sharedWithPages = [
  'core/merchants/rules/brand-colours.ts',
  'core/values/country.ts',
  'core/values/currency.ts',
  'core/values/days.ts',
  'core/values/typed-amount.ts',
  'core/values/printed-amount.ts',
  'core/values/safeguards.ts',
] as const

/** What a folder of the SDK may import. */
export interface SdkFolder {
  modules: readonly string[]
  builtins: readonly string[] | 'any'
}

/** The SDK has no package to run on: everybody's first look is at what it drags along. */
export const sdkFolders: Readonly<Record<string, SdkFolder>> = {
  callbacks: { modules: ['clock.ts'], builtins: ['crypto'] },
  client: { modules: ['clock.ts'], builtins: ['crypto'] },
  cli: { modules: ['client', 'clock.ts'], builtins: 'any' },
  'clock.ts': { modules: [], builtins: [] },
  'sdk.ts': { modules: ['callbacks', 'client'], builtins: [] },
}
