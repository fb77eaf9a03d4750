import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { packageFolder } from '../../../core/platform/version.ts'
import { actionNames, fieldsOf } from '../actions.ts'

describe('an action of the operator', () => {
  it('has a word for each of its fields in the dashboard, in each language', () => {
    const texts = resolve(packageFolder, '..', 'dashboard', 'src', 'texts')
    const named = (path: string) => readFileSync(join(texts, path), 'utf8')
    const fields = actionNames.flatMap((action) => Object.keys(fieldsOf(action).shape))
    for (const path of ['es/operator-words.json', 'pt/operator-words.json']) {
      const words = JSON.parse(named(path)).fields as Record<string, string>
      assert.deepEqual(
        fields.filter((field) => words[field] === undefined),
        [],
        path,
      )
    }
    const english = named('en/operator-words.ts')
    assert.deepEqual(
      fields.filter((field) => !english.includes(`\n    ${field}: `)),
      [],
    )
  })
})
