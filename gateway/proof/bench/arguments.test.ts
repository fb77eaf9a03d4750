import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ArgumentError, readArguments } from './arguments.ts'
import { pathNames } from './parts.ts'

const read = (...typed: string[]) => readArguments(typed)
const plain = { growth: false, names: pathNames, seconds: 2, rows: 0, saveTo: undefined, compareWith: undefined }

describe('the arguments of the bench', () => {
  it('mean the whole table where there are none', () => assert.deepEqual(read(), plain))

  it('name lines and options in any order', () => {
    const typed = 'list --save a.json --seconds 0.5 payout --compare b.json --rows 9'
    const wanted = { names: ['payout', 'list'], seconds: 0.5, rows: 9, saveTo: 'a.json', compareWith: 'b.json' }
    assert.deepEqual(read(...typed.split(' ')), { ...plain, ...wanted })
    assert.ok(read('--quick').seconds < 2)
    assert.deepEqual(read('growth', 'list', '--rows', '7'), { ...plain, growth: true, names: ['list'], rows: 7 })
  })

  for (const [typed, message] of [
    ['payuot', /^There is no line payuot. There are: create-bt-ar, .*, list.$/],
    ['list growth', /^There is no line growth/],
    ['growth apply-outcome', /^There is no line apply-outcome/],
    ['--fast', /^Unknown option '--fast'/],
    ['--save', /^Option '--save <value>' argument missing/],
    ['--save --quick', /'--save' argument is ambiguous/],
    ['--seconds 0', /^--seconds is a number above 0 and up to 60, not 0.$/],
    ['--seconds two', /not two.$/],
    ['--seconds 61', /not 61.$/],
    ['--rows 0', /^--rows is a number above 0/],
    ['--quick --seconds 3', /^--quick and --seconds exclude each other.$/],
    ['growth --save a.json', /takes neither --save nor --compare/],
  ] as const) {
    it(`are refused in a sentence: ${typed}`, () => {
      assert.throws(
        () => read(...typed.split(' ')),
        (error) => error instanceof ArgumentError && message.test(error.message),
      )
    })
  }
})
