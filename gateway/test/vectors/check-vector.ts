import assert from 'node:assert/strict'
import type { Checked } from '../../src/core/identifiers/checked.ts'

/** A vector of an identifier: what goes in and what must come of it. */
export interface IdentifierVector {
  type: string
  input: string
  valid: boolean
  normalised?: string
  outcome: 'accept' | 'flag' | 'reject'
  fails?: 'shape' | 'check_digit'
  note?: string
}

/**
 * Asserts the outcome: accept = nothing found, flag = only soft findings, reject = a hard one. A bank that is missing
 * from a list is left aside, as the vectors are about the numbers alone.
 */
export function checkVector(vector: IdentifierVector, result: Checked): void {
  const findings = result.findings.filter((finding) => finding.code !== 'unknown_bank')
  const hard = findings.filter((finding) => finding.severity === 'hard')
  const what = `${vector.type} ${vector.input}: ${JSON.stringify(result)}`
  if (vector.normalised !== undefined) assert.equal(result.normalised, vector.normalised, what)
  if (vector.outcome === 'accept') assert.deepEqual(findings, [], what)
  if (vector.outcome === 'flag') assert.ok(findings.length > 0 && hard.length === 0, what)
  if (vector.outcome === 'reject') assert.ok(hard.length > 0, what)
  if (vector.fails === 'shape') assert.equal(findings[0]?.code, 'invalid_format', what)
  if (vector.fails === 'check_digit') {
    assert.equal(findings[0]?.code, 'invalid_check_digit', what)
    assert.match(String(findings[0]?.message), /should be/, what)
  }
}
