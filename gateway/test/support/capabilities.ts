/** What a capability may use besides the code of the gateway. */
export interface Capability {
  /** The folder below `gateway/src`. */
  folder: string
  packages?: readonly string[]
  builtins?: readonly string[] | 'any'
}

/** Packages that every `http` folder may use, and the capabilities that are nothing but HTTP. */
export const httpPackages = ['fastify', 'fastify-type-provider-zod', 'zod', 'qrcode'] as const

/**
 * The capabilities in import order: each may import what stands below it. ARCHITECTURE.md says what each is for.
 * The files beside the folders (`main.ts`, `gateway.ts`) compose everything and stand above all.
 */
export const capabilities: readonly Capability[] = [
  { folder: 'entrances/api', packages: [...httpPackages, '@fastify/swagger'] },
  { folder: 'entrances/console', packages: httpPackages, builtins: ['crypto', 'fs', 'path'] },
  { folder: 'entrances/docs', packages: [...httpPackages, '@fastify/swagger', '@fastify/swagger-ui'] },
  { folder: 'entrances/payer-pages', packages: httpPackages },
  { folder: 'entrances/provider-notifications', packages: httpPackages },
  { folder: 'entrances/cli', builtins: 'any' },
  // What the entrances share.
  { folder: 'entrances' },
  { folder: 'jobs' },
  { folder: 'demo', packages: ['zod'], builtins: ['fs'] },
  { folder: 'simulator' },
  { folder: 'overview' },
  { folder: 'review' },
  { folder: 'alerts' },
  { folder: 'retention' },
  { folder: 'verify', packages: ['pg'] },
  { folder: 'bank-accounts' },
  { folder: 'payments', builtins: ['crypto', 'stream'] },
  { folder: 'payouts' },
  { folder: 'processing', builtins: ['crypto'] },
  { folder: 'callbacks', builtins: ['crypto'] },
  { folder: 'ledger' },
  { folder: 'cards' },
  { folder: 'approvals' },
  // Passwords need argon2id, which Node has from version 24 on only.
  { folder: 'identity', packages: ['@node-rs/argon2'], builtins: ['crypto'] },
  { folder: 'merchants', builtins: ['crypto'] },
  { folder: 'audit', builtins: ['crypto'] },
  { folder: 'mail' },
  { folder: 'connectors', packages: ['zod'], builtins: ['crypto'] },
  { folder: 'payment-methods', packages: ['zod'] },
  { folder: 'identifiers', packages: ['libphonenumber-js', 'iso-3166'] },
  { folder: 'web', packages: [...httpPackages, 'ipaddr.js'], builtins: ['buffer', 'crypto', 'http', 'net', 'stream'] },
  { folder: 'texts' },
  // The only holder of connections to the outside.
  { folder: 'net', packages: ['undici', 'nodemailer', 'ipaddr.js'], builtins: ['dns', 'net', 'tls', 'crypto'] },
  { folder: 'platform', packages: ['pg', 'pino', 'prom-client', 'zod', 'ipaddr.js'], builtins: 'any' },
  { folder: 'values' },
]

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
  'values/country.ts',
  'values/currency.ts',
  'values/typed-amount.ts',
  'values/printed-amount.ts',
  'values/safeguards.ts',
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
