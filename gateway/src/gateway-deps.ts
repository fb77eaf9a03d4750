import type { EntranceDeps } from './entrances/deps.ts'

/** The dependencies of all capabilities: what the entrances need. Built once in `gateway.ts`; no capability imports it. */
export type Deps = EntranceDeps
