import assert from 'node:assert/strict'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { manifestName, manifestText, writeFileOnto } from './backup-files.ts'
import { restoreEmbeddedPostgres } from './restore.ts'
import { testFolder } from './test-folder.ts'

for (const path of ['../outside', 'postgres/../../outside', 'postgres/../master.key', 'master.key', '/outside']) {
  it(`a backup whose list names ${path} is refused, and nothing is written there`, async (t) => {
    const folder = await testFolder(t)
    const backup = join(folder, 'place', 'backup')
    const dataDir = join(folder, 'data')
    await mkdir(backup, { recursive: true })
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'master.key'), 'the only copy')
    // Where a copy would read it from.
    const source = join(backup, path)
    await mkdir(dirname(source), { recursive: true })
    await mkdir(join(backup, 'postgres'), { recursive: true })
    const file = await writeFileOnto(source, 'foreign')
    const times = { startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:00:01Z' }
    const places = { startLsn: '0/1', stopLsn: '0/2', postgresVersion: '18.4' }
    const text = manifestText({ ...times, ...places, files: [{ path, ...file }] })
    await writeFile(join(backup, manifestName), text)

    await assert.rejects(restoreEmbeddedPostgres(dataDir, backup), /is no file of a backup/)
    assert.equal(await readFile(join(dataDir, 'master.key'), 'utf8'), 'the only copy')
    for (const outside of [join(folder, 'outside'), join(dataDir, 'postgres')]) {
      await assert.rejects(access(outside), { code: 'ENOENT' })
    }
  })
}
