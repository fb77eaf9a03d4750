// @ts-check
// Which failures of a run are tried once more, alone, and what may not be forgiven even if it passes then.

/** More files than these do not fail by chance. */
const FILES_MAX = 3

/** What these prove fails for no other reason than that it does not hold. By a part of the path from the root. */
export const NEVER_FORGIVEN = {
  'the values': ['/src/core/values/'],
  'the rules of each subject': ['/rules/'],
  'the ledger and the proof of the books': [
    '/ledger/',
    'faults/verify',
    'verify-audit',
    'audit-money',
    'extras/operator-desk/close-review',
  ],
  'planted faults of money': ['/money-bugs/'],
  isolation: ['journeys/isolation', 'console/roles', 'console/separate-people'],
  'card data': [
    'card-canary',
    'core/values/card',
    'core/identifiers/card-number',
    'read-card',
    'stray-card',
    'faults/no-debugger',
  ],
  'nothing accepted is lost, nothing is paid twice': [
    'nothing-lost',
    'operations-once',
    'repeated-reference',
    'simbank/test/crash',
  ],
  'callbacks: order and survival': ['callback-order', 'callbacks-survive', 'callback-recovery'],
  recovery: ['/recovery.slow'],
  'orders that are executed late': ['late-execution'],
  'writes in groups, and outcomes': ['write-groups', 'apply-outcome'],
  'the simulator, which gives the same run for the same seed': ['gateway/proof/stages/virtual/'],
}

/** What `pasarela verify` says of an invariant that does not hold. */
const BROKEN_INVARIANT = /\bBROKEN [1-9]\d* times\b|(?<![\d.])[1-9]\d* violations\b/

/** @typedef {import('./failed-files.mjs').FailedFile} FailedFile */

/**
 * Runs each failed file once more, alone. The first that fails again ends it.
 * @param {{ failed: FailedFile[], unexplained: string[] }} failures of a run
 * @param {object} run
 * @param {(file: string) => Promise<{ code: number, output: string }>} run.runAlone
 * @param {(text: string) => void} run.say
 * @returns {Promise<{ unstable?: string }>} `unstable`: both outputs of each file, where all passed alone; the run is green then
 */
export async function giveSecondChance({ failed, unexplained }, { runAlone, say }) {
  const reasons = reasonsToStayRed(failed, unexplained)
  if (reasons.length > 0) {
    say(`\nNothing is run once more:\n${reasons.join('\n')}`)
    return {}
  }
  const reports = []
  for (const { file, output } of failed) {
    say(`\n== ${file} failed; it is run once more, alone`)
    const again = await runAlone(file)
    if (again.code !== 0) {
      say(`\n${file} failed twice.`)
      return {}
    }
    reports.push(
      [`== UNSTABLE: ${file}`, '-- beside others it failed:', output, '-- alone it passed:', again.output].join('\n'),
    )
  }
  return { unstable: reports.join('\n\n') }
}

/**
 * @param {FailedFile[]} failed
 * @param {string[]} unexplained
 * @returns {string[]} why no file is run once more, one sentence each
 */
function reasonsToStayRed(failed, unexplained) {
  const many = failed.length > FILES_MAX ? [`${failed.length} files failed; chance fails ${FILES_MAX} at most.`] : []
  const none = failed.length === 0 && unexplained.length === 0 ? ['The run failed without a failed file.'] : []
  return [...unexplained, ...none, ...many, ...failed.flatMap(neverForgiven)]
}

/** @param {FailedFile} failed */
function neverForgiven({ file, output }) {
  const proofs = Object.entries(NEVER_FORGIVEN).filter(([, parts]) => parts.some((part) => file.includes(part)))
  const reasons = proofs.map(([what]) => `${file} proves ${what}: it is never forgiven.`)
  return BROKEN_INVARIANT.test(output) ? [...reasons, `${file} found an invariant of the books broken.`] : reasons
}
