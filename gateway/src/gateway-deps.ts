import type { EntranceDeps } from './entrances/deps.ts'
import type { SimulatorDeps } from './simulator/deps.ts'

/** The dependencies of all capabilities. Built once in `gateway.ts`; no capability imports it. */
export type Deps = EntranceDeps & SimulatorDeps
