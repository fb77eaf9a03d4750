import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { WishesError } from './arguments.ts'
import { buildOfCode, type DoneSeed, noteDone, openDone } from './done-seeds.ts'

const folder = mkdtempSync(join(tmpdir(), 'pasarela-done-'))
after(() => rmSync(folder, { recursive: true }))

const header = { events: 200, planted: null, build: 'abc' }
const done = (seed: number, more: Partial<DoneSeed> = {}): DoneSeed => ({
  ...{ seed, steps: 10, busySteps: 5, seconds: 1, digest: 'd', counts: { 'payin COMPLETED': 1 }, rules: [] },
  ...more,
})

describe('the file of seeds that are done', () => {
  it('gives back what broke a rule or was another run, and the last word on each seed', () => {
    const file = join(folder, 'kept')
    assert.deepEqual(openDone(file, header), [])
    const all = [done(1), done(2, { rules: ['ledger'] }), done(3, { sameTwice: false })]
    for (const each of [done(1, { rules: ['old'] }), ...all]) noteDone(file, each)
    assert.deepEqual(openDone(file, header), all)
  })

  it('forgets a line that was being written when the process ended', () => {
    const file = join(folder, 'torn')
    openDone(file, header)
    noteDone(file, done(1))
    const whole = readFileSync(file, 'utf8')
    appendFileSync(file, '{"seed":2,"st')
    assert.deepEqual(openDone(file, header), [done(1)])
    assert.equal(readFileSync(file, 'utf8'), whole)
    writeFileSync(file, '{"events":2')
    assert.deepEqual(openDone(file, header), [])
    assert.deepEqual(openDone(file, header), [])
  })

  it('is refused where it is of other runs, or no such file, and is left as it is', () => {
    const file = join(folder, 'other')
    openDone(file, header)
    for (const other of [{ events: 100 }, { planted: 'x' }, { build: 'def' }])
      assert.throws(() => openDone(file, { ...header, ...other }), WishesError)
    for (const text of ['a letter', '{"events":1}\n', `${JSON.stringify(header)}\n{}\n`]) {
      writeFileSync(file, text)
      assert.throws(() => openDone(file, header), WishesError)
      assert.equal(readFileSync(file, 'utf8'), text)
    }
  })

  it('is of the code that runs', () => {
    assert.match(buildOfCode(), /^[0-9a-f]{16}$/)
    assert.equal(buildOfCode(), buildOfCode())
  })
})
