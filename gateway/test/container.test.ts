import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gatewayRoot } from './support/processes.ts'

const root = join(gatewayRoot, '..')
const program = join(root, 'scripts', 'container.mjs')
const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } })

describe('the program of the image', () => {
  it('makes the secrets that are missing, for their readers only, and never another one in place of one', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-secrets-'))
    t.after(() => rmSync(folder, { recursive: true }))
    assert.equal(run(['secrets', folder]).status, 0)
    const modes = Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )
    assert.deepEqual(modes, { 'database-password': '444', 'master.key': '400', 'simbank.json': '400' })
    assert.equal(Buffer.from(readFileSync(join(folder, 'master.key'), 'utf8'), 'base64').length, 32)
    const bank = JSON.parse(readFileSync(join(folder, 'simbank.json'), 'utf8'))
    assert.deepEqual(
      Object.entries<string>(bank).map(([name, { length }]) => `${name} ${length}`),
      ['token 43', 'notification_secret 43'],
    )
    const texts = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const before = texts()
    rmSync(join(folder, 'simbank.json'))
    assert.match(run(['secrets', folder]).stdout, /^made .*simbank\.json\n$/)
    assert.deepEqual(
      texts().map((text, index) => text === before[index]),
      [true, true, false],
    )
  })

  it('says that nothing is healthy where nothing answers', () => {
    assert.equal(run(['healthy'], { PORT: '9' }).status, 1)
  })

  it('passes commands of the operator on', () => {
    const { status, stdout } = run(['key', 'create', '--help'])
    assert.equal(status, 0)
    assert.match(stdout, /^Usage: pasarela key create /)
  })

  it('stands with everything else that the image copies', () => {
    const docker = readFileSync(join(root, 'Dockerfile'), 'utf8')
    const copied = /cp --parents -r ([\s\S]*?) \/app /.exec(docker)?.[1]?.split(/[\s\\]+/) ?? []
    assert.ok(copied.length >= 10, copied.join())
    for (const path of copied) statSync(join(root, path))
  })
})
