/** What a capability may use besides the code of the gateway. */
export interface Capability {
  /** The folder below `gateway/src`. */
  folder: string
  packages?: readonly string[]
  builtins?: readonly string[] | 'any'
  /** The capabilities whose store an extra may use, because it is about their rows. */
  extends?: readonly string[]
}

/** Packages that every `http` folder may use, and the capabilities that are nothing but HTTP. */
export const httpPackages = ['fastify', 'fastify-type-provider-zod', 'zod', 'qrcode'] as const

/** What serves built pages. */
const ofPages: Omit<Capability, 'folder'> = { packages: httpPackages, builtins: ['crypto', 'fs', 'path'] }

/** The extras in import order: each may import those below it, and the core. */
const extras: Readonly<Record<string, Omit<Capability, 'folder'>>> = {
  console: ofPages,
  documentation: { ...ofPages, packages: [...httpPackages, '@fastify/swagger'] },
  // Options of commands come from the fields of actions.
  cli: { packages: ['@pasarela/bank-statements', 'zod'], builtins: 'any' },
  // What these three share.
  'deps.ts': {},
  'built-files.ts': ofPages,
  demo: { packages: ['zod'], builtins: ['fs'] },
  'simulator-controls': {},
  overview: {},
  // Each action says the fields that it is read from.
  'operator-desk': { packages: ['@pasarela/bank-statements', 'zod'] },
  // Credentials of providers, their certificates among them.
  providers: { builtins: ['crypto', 'timers'], extends: ['core/processing'] },
  alerts: {},
  retention: {},
  // A call to a provider waits for its turn.
  verify: { packages: ['pg', 'prom-client'], builtins: ['timers'], extends: ['core/processing'] },
  // Files of banks are read in a thread of their own.
  'bank-accounts': {
    packages: ['@pasarela/bank-statements'],
    builtins: ['crypto', 'events', 'fs', 'path', 'timers', 'worker_threads'],
    extends: ['core/processing'],
  },
  // Webhook secrets and the names of events.
  'pix-api': { packages: ['zod'], builtins: ['crypto'] },
  cells: { builtins: ['crypto', 'fs'], extends: ['core/processing'] },
  'bank-accounts/connector': { builtins: ['crypto'] },
  restore: {},
  transactions: { builtins: ['stream'], extends: ['core/payments'] },
  'balance-statements': { builtins: ['stream'] },
  'payout-approvals': { extends: ['core/payouts'] },
  // The locale of a request is read from its query.
  spreadsheets: { packages: ['zod'] },
  withdrawals: {},
  refunds: {},
  'signed-payouts': { builtins: ['crypto'], extends: ['core/merchants'] },
  'card-velocity': {},
  'payment-links': { extends: ['core/processing', 'core/merchants'] },
  'payment-page': { builtins: ['crypto'], extends: ['core/merchants'] },
  webhooks: { builtins: ['crypto'], extends: ['core/callbacks'] },
  'request-log': { extends: ['core/merchants'] },
  approvals: {},
  // Passwords need argon2id, which Node has from version 24 on only.
  identity: { packages: ['@node-rs/argon2'], builtins: ['crypto', 'timers'] },
  'audit-log': { builtins: ['crypto'], extends: ['core/audit'] },
  mail: {},
  'point-settings': { extends: ['core/merchants'] },
  'embedded-postgres': { packages: ['pg'], builtins: 'any' },
  replica: { packages: ['pg'], builtins: ['timers'] },
  // Says in the data folder where its gateway listens.
  nodes: { builtins: ['fs', 'path'] },
}

/** The core in import order: each may import those below it, and no extra. */
const core: Readonly<Record<string, Omit<Capability, 'folder'>>> = {
  api: { packages: httpPackages },
  'payer-pages': { packages: httpPackages },
  'provider-notifications': { packages: httpPackages },
  jobs: {},
  payments: { builtins: ['crypto'] },
  // What the core is made of.
  'deps.ts': {},
  payouts: {},
  processing: { builtins: ['crypto'] },
  callbacks: { builtins: ['crypto'] },
  ledger: {},
  cards: {},
  merchants: { builtins: ['crypto'] },
  audit: { builtins: ['crypto'] },
  connectors: { packages: ['zod'], builtins: ['crypto'] },
  'payment-methods': { packages: ['zod'] },
  identifiers: { packages: ['libphonenumber-js', 'iso-3166'] },
  web: { packages: [...httpPackages, 'ipaddr.js'], builtins: ['buffer', 'crypto', 'events', 'http', 'net', 'stream'] },
  texts: {},
  // The only holder of connections to the outside.
  net: { packages: ['undici', 'nodemailer', 'ipaddr.js'], builtins: ['dns', 'net', 'tls', 'crypto'] },
  platform: { packages: ['pg', 'pino', 'prom-client', 'zod', 'ipaddr.js'], builtins: 'any' },
  values: {},
  'texts/messages': {},
}

/**
 * The capabilities in import order: each may import what stands below it. A test holds them to the folders of `core/`
 * and `extras/`. The files beside the folders compose, and stand above all, and so does the `extra.ts` of each extra.
 */
export const capabilities: readonly Capability[] = [
  ...Object.entries(extras).map(([name, uses]) => ({ folder: `extras/${name}`, ...uses })),
  ...Object.entries(core).map(([name, uses]) => ({ folder: `core/${name}`, ...uses })),
]

/** The folders inside a capability, from the outside in: each may import those after it. Files at its root are use cases. */
export const layers = ['http', 'use cases', 'store', 'rules', 'messages'] as const

export type LayerName = (typeof layers)[number]

/** How many files a folder may hold, tests aside. */
export const filesOfFolderMax = 25

/**
 * Code that the dashboard bundles, so that server and pages read and print amounts alike: pure files that import only
 * one another (and types). `scripts/build-stamp.mjs` lists them too.
 */
export const sharedWithPages = [
  'core/texts/translated.ts',
  'core/merchants/rules/brand-colours.ts',
  'core/values/country.ts',
  'core/values/currency.ts',
  'core/values/days.ts',
  'core/values/printed-amount.ts',
  'core/values/safeguards.ts',
  'core/values/typed-amount.ts',
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
