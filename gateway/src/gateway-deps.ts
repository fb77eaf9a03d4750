import type { EntranceDeps } from './extras/deps.ts'
import type { SimulatorDeps } from './extras/simulator-controls/deps.ts'

/** The dependencies of all capabilities. Built once in `gateway.ts`; no capability imports it. */
export type Deps = Readonly<EntranceDeps & SimulatorDeps>
