import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../../../test/support/set-up.ts'
import { openDatabase } from '../../../core/platform/database/database.ts'
import { unsafeColumns } from './schema-checks.ts'
import { gapsInIsolation, readableTables } from './tenant-isolation-checks.ts'

const { database, url } = await setUp({ after })
const { owner } = database

async function findings(db = owner) {
  const [columns, tables] = [await unsafeColumns(db), await readableTables(db)]
  return [...columns.violations, ...(await gapsInIsolation(db, tables))].map(({ id, what }) => `${id} ${what}`)
}

test('relations of extensions are not counted, and the same ones of nobody are', async () => {
  assert.deepEqual(await findings(), [])
  await owner.query({ text: 'create table of_extension (share double precision)' })
  await owner.query({ text: 'grant select on of_extension to pasarela_reader' })
  assert.equal((await findings()).length, 2)
  await owner.query({ text: 'create extension citext' })
  await owner.query({ text: 'alter extension citext add table of_extension' })
  assert.deepEqual(await findings(), [])
})

test('tables in another schema than public are named instead of none being looked at', async () => {
  await owner.query({ text: 'alter schema public rename to shop' })
  await owner.query({ text: 'create schema public' })
  await owner.query({ text: `alter database "${new URL(url).pathname.slice(1)}" set search_path = shop, public` })
  const elsewhere = openDatabase(url, () => undefined)
  try {
    const what = 'transactions stands in the schema shop, and only public is checked'
    const found = await findings(elsewhere.owner)
    assert.equal(found.filter((each) => each === what).length, 2, found.join('\n'))
  } finally {
    await elsewhere.close()
  }
})
