import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { main } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'no-gateway-'))
after(() => rmSync(folder, { recursive: true }))

for (const command of ['verify', 'migrate', 'user list', 'audit verify']) {
  test(`${command} refuses a folder without a gateway and makes nothing in it`, async () => {
    for (const dataDir of [folder, join(folder, 'data')]) {
      const said: string[] = []
      const say = (line: string) => said.push(line)
      const env = { PASARELA_DATA_DIR: dataDir }
      assert.equal(await main(command.split(' '), { env, out: say, err: say }), 1)
      assert.match(
        said.join('\n'),
        new RegExp(`^There is no gateway in the data folder ${dataDir}: .*PASARELA_DATA_DIR`),
      )
      assert.deepEqual(readdirSync(folder), [])
    }
  })
}
