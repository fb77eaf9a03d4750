// @ts-check
// The seed of random test data: a gate that fails fails again, because it takes its seed from the commit.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const SEEDS = 2 ** 31

/**
 * @param {string} root the repo's folder
 * @param {string[]} sources of the test files that will run
 * @returns {{ value: number, said: string }} `TEST_SEED` of the environment where it is set; for the first tier the commit's;
 * a random one as soon as a file of the second tier runs
 */
export function seedOf(root, sources) {
  const given = process.env['TEST_SEED']
  if (given) return told(Number(given) % SEEDS, 'of the environment')
  if (sources.some((path) => path.endsWith('.slow.test.ts'))) return told(randomInt(SEEDS), 'random')
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = /^[0-9a-f]{40}/.test(stdout ?? '') ? stdout : '0'.repeat(40)
  return told(Number.parseInt(commit.slice(0, 12), 16) % SEEDS, 'of the commit')
}

/** @param {number} value @param {string} origin */
function told(value, origin) {
  return { value, said: `seed of the tests: ${value} (${origin}); TEST_SEED=${value} repeats it` }
}
