import type { Extra } from '../../core/extra.ts'
import { clockRoutes } from './http/clock-routes.ts'
import { fundsRoutes } from './http/funds-routes.ts'
import { simulateRoutes } from './http/simulate-routes.ts'
import type { SimulatorDeps } from './simulate-event.ts'

/** What test points may do that live ones cannot: fund themselves, decide payments, move the clock. */
export function simulatorExtra(deps: SimulatorDeps): Extra {
  return {
    merchantRoutes: (scope) => {
      fundsRoutes(scope, deps)
      simulateRoutes(scope, deps)
      clockRoutes(scope, deps)
    },
  }
}
