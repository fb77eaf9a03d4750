/** What a folder may import. */
export interface Layer {
  /** Own modules it may import besides itself. */
  modules: readonly string[]
  packages: readonly string[]
  builtins: readonly string[] | 'any'
}

/** Who may import whom. The table in ARCHITECTURE.md says the same with reasons; a new folder is added to both. */
export const layers: Readonly<Record<string, Layer>> = {
  lib: { modules: [], packages: ['pino', 'prom-client'], builtins: 'any' },
  domain: { modules: ['lib'], packages: [], builtins: ['crypto'] },
  identifiers: { modules: ['lib'], packages: ['libphonenumber-js', 'iso-3166'], builtins: [] },
  'payment-methods': {
    modules: ['domain', 'identifiers', 'lib'],
    packages: ['zod'],
    builtins: [],
  },
  connectors: { modules: ['domain', 'identifiers', 'lib'], packages: ['undici', 'zod'], builtins: ['crypto', 'net'] },
  // Passwords need argon2id, which Node has from version 24 on only.
  accounts: { modules: ['domain', 'lib'], packages: ['@node-rs/argon2'], builtins: ['crypto', 'net'] },
  store: { modules: ['domain', 'lib'], packages: ['pg'], builtins: ['fs', 'crypto'] },
  operations: {
    modules: ['domain', 'identifiers', 'payment-methods', 'accounts', 'store', 'lib', 'connectors/connector.ts'],
    packages: [],
    builtins: ['crypto'],
  },
  callbacks: {
    modules: ['domain', 'store', 'lib'],
    packages: ['undici', 'ipaddr.js'],
    builtins: ['dns', 'net', 'tls', 'crypto'],
  },
  // Apart from callbacks: another protocol, another party, a library of its own.
  mail: {
    modules: ['accounts', 'domain', 'store', 'texts', 'lib'],
    packages: ['nodemailer'],
    builtins: [],
  },
  jobs: { modules: ['operations', 'callbacks', 'store', 'lib', 'domain'], packages: [], builtins: ['crypto'] },
  http: {
    modules: ['operations', 'payment-methods', 'domain', 'accounts', 'texts', 'lib', 'store/reads'],
    packages: [
      'fastify',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'fastify-type-provider-zod',
      'zod',
      'qrcode',
      'ipaddr.js',
    ],
    builtins: ['crypto', 'fs', 'http', 'https', 'net', 'path', 'url', 'module', 'stream', 'util', 'buffer'],
  },
  // The kinds of alerts: their names are the keys of the texts.
  texts: { modules: ['domain', 'accounts/alert-kinds.ts'], packages: [], builtins: [] },
  boot: { modules: ['store', 'domain', 'lib'], packages: ['pg', 'zod', 'ipaddr.js'], builtins: 'any' },
  cli: {
    modules: ['operations', 'store', 'boot', 'lib', 'domain', 'accounts', 'connectors/index.ts'],
    packages: [],
    builtins: 'any',
  },
}

/**
 * Code that the dashboard bundles, so that server and pages read and print amounts alike: pure files that import only
 * one another (and types). `scripts/build-stamp.mjs` lists them too.
 */
export const sharedWithPages = [
  'domain/currency.ts',
  'domain/typed-amount.ts',
  'domain/printed-amount.ts',
  'domain/safeguards.ts',
] as const

/** The same for the SDK, which has no package to run on: everybody's first look is at what it drags along. */
export const sdkLayers: Readonly<Record<string, Layer>> = {
  callbacks: { modules: ['clock.ts'], packages: [], builtins: ['crypto'] },
  client: { modules: ['clock.ts'], packages: [], builtins: ['crypto'] },
  cli: { modules: ['client', 'clock.ts'], packages: [], builtins: 'any' },
  'clock.ts': { modules: [], packages: [], builtins: [] },
  'sdk.ts': { modules: ['callbacks', 'client'], packages: [], builtins: [] },
}

/** The entry of the process, the composition root and the version: they may import everything. */
export const rootFiles = new Set(['main.ts', 'gateway.ts', 'version.ts'])
