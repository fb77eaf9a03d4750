import assert from 'node:assert/strict'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { testFolder } from '../../src/extras/embedded-postgres/test-folder.ts'
import { type Child, gatewayRoot, runCommand, startChild } from '../support/processes.ts'

it('a copy of the data folder of a stopped gateway, and the master key kept elsewhere, bring everything back', async (t) => {
  const folder = await testFolder(t)
  const [dataDir, copy, keyCopy] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'master-key-copy')]
  const env = { PASARELA_DATA_DIR: dataDir, PASARELA_DEMO: '0' }
  const printed: string[] = []
  let gateway: Child | undefined
  t.after(async () => await gateway?.stop())
  const start = async () => {
    gateway = startChild(gatewayRoot, { ...env, PORT: '0', LOG_LEVEL: 'warn' }, printed)
    await gateway.ready
  }

  await start()
  const merchantBefore = await merchantOfNewPoint(env)
  await gateway?.stop()
  await cp(dataDir, copy, { recursive: true, preserveTimestamps: true })
  await rename(join(copy, 'master.key'), keyCopy)
  await rm(dataDir, { recursive: true })

  await cp(copy, dataDir, { recursive: true, preserveTimestamps: true })
  const withoutKey = await runCommand(env, ['after-restore'])
  assert.equal(withoutKey.code, 1)
  assert.match(withoutKey.output, /master\.key is missing, but the database holds secrets that only it opens/)
  await cp(keyCopy, join(dataDir, 'master.key'))
  const settled = await runCommand(env, ['after-restore', '--json'])
  assert.equal(settled.code, 0, settled.output)
  assert.match(settled.output, /"order_numbers_from":"50\d{5}"/)
  await start()
  assert.equal(await merchantOfNewPoint(env), merchantBefore)
})

/** The merchant's id: made with the first point, found by its name with the next one. */
async function merchantOfNewPoint(env: Record<string, string>): Promise<string> {
  const options = ['--merchant', 'Tienda', '--environment', 'test', '--name', 'Web', '--json']
  const { code, output } = await runCommand(env, ['point', 'create', ...options])
  assert.equal(code, 0, output)
  const [, merchantId = ''] = /"merchant_id":"([0-9a-f-]{36})"/.exec(output) ?? []
  assert.notEqual(merchantId, '')
  return merchantId
}
