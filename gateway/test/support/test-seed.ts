import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/**
 * The seed of this run's random data, from `TEST_SEED`. The test command sets it: to the commit's for the first tier, to a
 * random one for the second; a long run by itself takes a random one and prints it.
 */
export const testSeed = Number(process.env['TEST_SEED'] || randomInt(2 ** 31))

fc.configureGlobal({ seed: testSeed })

/** Properties whose values follow from `testSeed`. */
export { fc }
