import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { main } from '../../src/entrances/cli/main.ts'
import { gatewayRoot } from '../support/processes.ts'

const readme = readFileSync(join(gatewayRoot, '..', 'README.md'), 'utf8')

test('the README names every setting of the gateway', () => {
  const source = readFileSync(join(gatewayRoot, 'src/platform/config/config.ts'), 'utf8')
  const names = [...source.matchAll(/^ {2}([A-Z_]+): \{ schema/gm)].map(([, name = '']) => name)
  assert.ok(names.length > 20, names.join())
  assert.deepEqual(
    names.filter((name) => !readme.includes(`\`${name}\``)),
    [],
  )
})

test('the README names every command of the operator, and no other', async () => {
  const lines: string[] = []
  await main(['--help'], { env: {}, out: (line) => lines.push(line), err: (line) => lines.push(line) })
  const names = [...lines.join('\n').matchAll(/^ {2}([a-z][a-z-]*(?: [a-z][a-z-]*)*)(?: {2,}|$)/gm)].map(
    ([, name = '']) => name,
  )
  assert.ok(names.length > 20 && names.includes('after-restore'), names.join())
  const [, paragraph = ''] = /^## Commands of the operator\n([\s\S]*?)^## /m.exec(readme) ?? []
  const named = [...paragraph.matchAll(/`([a-z][a-z -]*)`/g)].map(([, name = '']) => name)
  assert.deepEqual(named.filter((name) => !name.startsWith('npx ')).sort(), names.sort())
})
