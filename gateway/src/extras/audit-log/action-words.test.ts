import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageFolder } from '../../core/platform/version.ts'
import { languages } from '../../core/texts/messages/languages.ts'
import { actionIn, actionsIn } from './action-words.ts'

const src = join(packageFolder, 'src')

/** Actions about credentials and people that alerts report (extras/alerts/store/alert-findings.ts). */
const told = /(?<!say\()'((?:api_key|webhook_secret|credential|callback_address|invitation|team|user)\.[a-z_]+)'/g

test('every action that an alert tells of has words in each language', () => {
  const found = new Set(
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|messages/.test(file))
      .flatMap((file) => [...readFileSync(join(src, file), 'utf8').matchAll(told)])
      .map(([, action = '']) => action),
  )
  assert.ok(found.size >= 12, String(found.size))
  for (const action of [...found, 'api_token.stage', 'signed_payouts.demand', 'suspense_accept']) {
    const said = languages.map((language) => actionIn(language, action))
    assert.ok(!said.includes(action), action)
    assert.equal(new Set(said).size, languages.length, action)
  }
})

test('no two actions that a filter offers have the same words', () => {
  for (const language of languages) {
    const said = actionsIn(language).map((each) => each.said)
    assert.deepEqual(
      said.filter((each, index) => said.indexOf(each) !== index),
      [],
    )
  }
})

test('an action without words stays as it is written', () => assert.equal(actionIn('es', 'new.thing'), 'new.thing'))
