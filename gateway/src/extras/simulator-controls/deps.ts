import type { SimulatorControls } from '../../core/connectors/simulated-bank/simulator-controls.ts'
import type { PayoutsDeps } from '../../core/payouts/deps.ts'

export interface SimulatorDeps extends PayoutsDeps {
  /** Controls of simulated banks by the name of their connector. */
  simulatorControls: ReadonlyMap<string, SimulatorControls>
  /** Keys may move the clock although it is the clock of other merchants too (`TEST_CLOCK`). */
  isTestClockShared: boolean
}
