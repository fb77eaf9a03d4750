// @ts-check
// Shows on a first start which step runs and for how long. Runs before any package is there, hence with what Node brings.

/** A step that is silent for longer looks like one that hangs. */
const TICK_MS = 5_000

/**
 * True where only the lines of before are wanted: `npm start --quiet` (npm then sets its log level), `--quiet` behind
 * `--`, and machines that build (`CI`).
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 */
export function isQuiet(env, args) {
  if (args.includes('--quiet')) return true
  if (env['CI'] && env['CI'] !== 'false' && env['CI'] !== '0') return true
  return ['silent', 'error', 'warn'].includes(env['npm_config_loglevel'] ?? '')
}

/**
 * Numbers the steps, and says of each what it does, every five seconds that it still runs, and how long it took. Quiet:
 * only what it does.
 * @param {{ steps: number, quiet: boolean, say: (line: string) => void, tickMs?: number }} options
 */
export function progress({ steps, quiet, say, tickMs = TICK_MS }) {
  let number = 0
  /**
   * @template T
   * @param {string} what a sentence without a full stop
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  const step = async (what, work) => {
    number += 1
    if (quiet) {
      say(`${what} …`)
      return await work()
    }
    say(`Step ${number} of ${steps}: ${lowerFirst(what)} …`)
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 1_000)
    const ticking = setInterval(() => say(`  … still at it after ${seconds()} s`), tickMs)
    try {
      const result = await work()
      say(`  done in ${seconds()} s`)
      return result
    } finally {
      clearInterval(ticking)
    }
  }
  return { step }
}

/** @param {string} text */
function lowerFirst(text) {
  return `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`
}
