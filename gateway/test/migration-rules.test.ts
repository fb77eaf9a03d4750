import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMigrations } from '../src/core/platform/database/migrate.ts'
import { migrationFaults } from './support/migration-rules.ts'

const all = readMigrations()

describe('the migrations', () => {
  it('have numbers of their own, use the gateway clock, and keep no floating-point number', () => {
    for (const { name, sql } of all) {
      assert.match(name, /^\d{4}_[a-z0-9_]+$/)
      const bare = sql.replace(/--.*$/gm, '')
      assert.doesNotMatch(bare, /(?<!gateway_)\bnow\(\)|current_timestamp/i, name)
      assert.doesNotMatch(bare, /\b(real|double precision|float\d*|money)\b/i, `${name} has a column of floating point`)
    }
  })

  it('run while the version before serves: they add, and never hold a table', () => {
    assert.deepEqual(
      all.flatMap(({ name, sql }) => migrationFaults(sql).map((fault) => `${name}: ${fault}`)),
      [],
    )
  })
})

describe('the rule for migrations', () => {
  const stops: readonly string[] = [
    'alter table transactions drop column details',
    'alter table transactions alter column amount_minor type numeric',
    'alter table transactions rename column details to facts',
    'alter table transactions add column extra text not null',
    "alter table transactions add column extra text generated always as (details ->> 'x') stored",
    'alter table transactions alter column extra set not null',
    'alter table transactions add constraint short check (length(reference) < 10)',
    'alter table transactions add constraint one unique (reference)',
    'create index extra on transactions (created_at)',
    'create index concurrently if not exists extra on transactions (created_at)',
    'drop table transactions',
    '-- pasarela: outside a transaction\ncreate index concurrently extra on transactions (created_at)',
  ]
  const passes: readonly string[] = [
    'alter table transactions add column extra text check (length(extra) <= 10)',
    'alter table transactions add column extra int not null default 0',
    'alter table transactions add constraint short check (length(reference) < 10) not valid',
    '-- pasarela: outside a transaction\nalter table transactions validate constraint short',
    '-- pasarela: outside a transaction\ncreate index concurrently if not exists extra on transactions (created_at)',
    'create table extra (id bigint not null); create index extra_id on extra (id); alter table extra drop column id',
  ]
  for (const sql of stops) it(`refuses ${sql.replace(/\n/g, ' ')}`, () => assert.ok(migrationFaults(sql).length > 0))
  for (const sql of passes) it(`takes ${sql.replace(/\n/g, ' ')}`, () => assert.deepEqual(migrationFaults(sql), []))
})
