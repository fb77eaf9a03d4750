import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { methods } from '../../src/core/payment-methods/index.ts'
import { gatewayRoot } from '../support/processes.ts'

const readme = readFileSync(join(gatewayRoot, '..', 'README.md'), 'utf8')

test('the README names every service code beside its currency, and no other', () => {
  const [, table = ''] = /^## What it speaks\n([\s\S]*?)^## /m.exec(readme) ?? []
  const rows = table.split('\n').filter((line) => line.includes('`'))
  const named = rows.flatMap((row) => {
    const currency = row.split('|').at(-2)?.trim()
    return [...row.matchAll(/`([A-Z0-9_]+)`/g)].map(([, code]) => `${code} ${currency}`)
  })
  assert.deepEqual(named.toSorted(), methods.map(({ code, currency }) => `${code} ${currency}`).toSorted())
})

test('the README can be read in five minutes', () => {
  assert.ok(readme.trimEnd().split('\n').length <= 120)
})
