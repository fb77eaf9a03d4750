import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { freePort } from '../support/free-port.ts'
import { gatewayRoot } from '../support/processes.ts'
import { eventually, openWorld } from '../support/world.ts'

describe('SIGUSR1', () => {
  let inspectorPort: number
  const world = openWorld(async () => {
    // A port of its own: Node's usual one, 9229, belongs to the whole machine.
    inspectorPort = await freePort()
    return { env: { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}` } }
  })

  it('opens the debugger of an ordinary Node process: the probe of this test can see one', async () => {
    const port = await freePort()
    const program = `setInterval(() => {}, 1000); console.log('runs')`
    const ordinary = spawn(process.execPath, [`--inspect-port=127.0.0.1:${port}`, '-e', program])
    await once(ordinary.stdout, 'data')
    ordinary.kill('SIGUSR1')
    await eventually(async () => ((await isOpen(port)) ? true : undefined), 'the debugger of an ordinary process')
    ordinary.kill('SIGKILL')
  })

  it('opens no debugger of the gateway, which serves on', async () => {
    process.kill(world.gatewayPid(), 'SIGUSR1')
    await eventually(async () => (world.output().includes('SIGUSR1 is ignored') ? true : undefined), 'its line')
    assert.equal((await fetch(`${world.url}/healthz`)).status, 200)
    assert.equal(await isOpen(inspectorPort), false)
    assert.doesNotMatch(world.output(), /Debugger listening/)
    process.kill(world.gatewayPid(), 'SIGUSR1')
    assert.equal((await fetch(`${world.url}/readyz`)).status, 200)
    assert.equal(await isOpen(inspectorPort), false)
  })

  it('closes one that a signal opened while the files were being read, unless the operator asked for it', async () => {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const folder = extension === 'ts' ? join(gatewayRoot, 'src') : join(gatewayRoot, 'dist', 'src')
    const module = pathToFileURL(join(folder, 'core', 'platform', 'process', `refuse-debugger.${extension}`)).href
    const opened = `const inspector = await import('node:inspector'); inspector.open(0); `
    const asks = `await import(${JSON.stringify(module)}); console.log(String(inspector.url()).slice(0, 5))`
    assert.equal(await printed(['--input-type=module', '-e', opened + asks]), 'undef')
    const asked = `const inspector = await import('node:inspector'); `
    assert.equal(await printed(['--inspect=127.0.0.1:0', '--input-type=module', '-e', asked + asks]), 'ws://')
  })
})

async function isOpen(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  return await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

async function printed(args: readonly string[]): Promise<string> {
  const tsx = import.meta.url.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...tsx, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(child, 'close')
  return text.trim()
}
