import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

/** What machines that build set; a person who sets it to nothing or false is none. */
const isCi = !['', '0', 'false'].includes(process.env['CI'] ?? '')

/**
 * Something that this test needs is not on this machine: it fails in CI, and counts as not tested elsewhere. The end of the run
 * says the sentence again (`scripts/run-test-files.mjs`).
 */
export function notTested(t: TestContext, sentence: string): void {
  console.warn(sentence)
  assert.ok(!isCi, sentence)
  t.skip(sentence)
}
