import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { scenarios } from '../src/cli/scenarios.ts'
import { pasarelaClient } from '../src/client/client.ts'
import { startCli } from './support/cli-process.ts'
import { type GatewayWorld, repoRoot, startGatewayWorld } from './support/gateway-world.ts'

describe('pasarela trigger', () => {
  let world: GatewayWorld
  before(async () => {
    world = await startGatewayWorld()
  })
  after(async () => await world.stop())

  it('brings about every event with a real payment and its callback', async () => {
    const names = Object.keys(scenarios)
    assert.equal(names.length, 9)
    // The world's folder holds data/demo.json, as the folder of a started gateway does.
    const cli = startCli(['trigger', ...names], { cwd: world.folder })
    assert.equal(await cli.ended, 0, cli.err().join('\n'))
    const client = pasarelaClient({ baseUrl: world.url, apiKey: world.demo.api_key })
    const ends = []
    for (const line of cli.out()) {
      const [event, id = '', status, reason] = line.split(/\s+/)
      const { callbacks } = (await client.listCallbacks(id)).data
      assert.ok(
        callbacks.some((callback) => callback.status === status),
        `${line} has no callback`,
      )
      ends.push(`${event} ${status} ${reason}`)
    }
    assert.deepEqual(ends, [
      'payin.completed COMPLETED (paid)',
      'payin.expired EXPIRED (expired)',
      'payin.error ERROR (declined)',
      'payin.underpaid EXPIRED (underpaid)',
      'payout.completed COMPLETED (paid)',
      'payout.error ERROR (declined)',
      'payout.returned ERROR (returned)',
      'card.completed COMPLETED (paid)',
      'card.error ERROR (declined)',
    ])
  })

  it('refuses a live key, an unknown event and none, and says what the gateway refused', async () => {
    const ending = async (args: readonly string[]) => {
      const cli = startCli(['trigger', ...args, '--base-url', world.url], { cwd: tmpdir() })
      return `${await cli.ended} ${cli.err().at(-1)}`
    }
    assert.match(await ending(['payin.completed', '--api-key', 'pas_live_abc']), /^2 trigger .* takes a test key only/)
    assert.match(await ending(['payin.paid', '--api-key', 'pas_test_abc']), /^2 There is no event payin\.paid/)
    assert.match(await ending(['toString', '--api-key', 'pas_test_abc']), /^2 There is no event toString/)
    assert.match(await ending(['--api-key', 'pas_test_abc']), /^2 Say what/)
    assert.match(await ending(['payin.error', '--api-key', 'pas_test_abc']), /^1 .*\(unknown_key, req_/)
  })
})

describe('the program pasarela', () => {
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const program = join(repoRoot, 'sdk', 'bin', 'pasarela.mjs')

  it('knows its own commands and passes all others on to the gateway', () => {
    const help = run(program, '--help')
    assert.match(help.stdout, /pasarela listen[\s\S]*point create/)
    assert.match(run(program, 'listen', '--help').stdout, /--forward URL/)
    assert.match(run(program, 'trigger', '--help').stdout, /payout\.returned/)
    assert.match(run(program, 'key', 'create', '--help').stdout, /Usage: pasarela key create/)
  })

  it('says where the commands of the operator live when it is installed alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-alone-'))
    try {
      const alone = join(folder, 'node_modules', '@pasarela', 'sdk')
      mkdirSync(alone, { recursive: true })
      for (const part of ['package.json', 'bin', join('dist', 'src')]) {
        const from = join(repoRoot, 'sdk', part)
        assert.ok(existsSync(from), `${from} is not compiled`)
        cpSync(from, join(alone, part), { recursive: true })
      }
      const answer = run(join(alone, 'bin', 'pasarela.mjs'), 'key', 'create')
      assert.deepEqual([answer.status, answer.stdout], [2, ''])
      assert.match(answer.stderr, /live with the gateway/)
      assert.match(run(join(alone, 'bin', 'pasarela.mjs'), 'listen', '--help').stdout, /--forward URL/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
