import type { Extra } from '../extra.ts'
import type { SimulatorDeps } from '../simulator/deps.ts'
import { clockRoutes } from '../simulator/http/clock-routes.ts'
import { fundsRoutes } from '../simulator/http/funds-routes.ts'
import { simulateRoutes } from '../simulator/http/simulate-routes.ts'

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
