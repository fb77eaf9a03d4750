import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ArgumentError, readArguments } from './arguments.ts'

const known = ['payout', 'list']
const read = (...typed: string[]) => readArguments(typed, known)

describe('the arguments of the bench', () => {
  it('mean the whole table where there are none', () => {
    assert.deepEqual(read(), { names: [], seconds: 2, saveTo: undefined, compareWith: undefined })
  })

  it('name parts and options in any order', () => {
    assert.deepEqual(read('list', '--save', 'a.json', '--seconds', '0.5', 'payout', '--compare', 'b.json'), {
      names: ['list', 'payout'],
      seconds: 0.5,
      saveTo: 'a.json',
      compareWith: 'b.json',
    })
    assert.ok(read('--quick').seconds < 2)
  })

  for (const [typed, message] of [
    ['payuot', 'There is no part payuot. There are: payout, list.'],
    ['--fast', 'There is no option --fast. There are: --quick, --seconds, --save, --compare.'],
    ['--save', '--save needs a value behind it.'],
    ['--save --quick', '--save needs a value behind it.'],
    ['--seconds 0', '--seconds is a number above 0 and up to 60, not 0.'],
    ['--seconds two', '--seconds is a number above 0 and up to 60, not two.'],
    ['--seconds 61', '--seconds is a number above 0 and up to 60, not 61.'],
    ['--quick --seconds 3', '--quick and --seconds exclude each other.'],
  ] as const) {
    it(`are refused in a sentence: ${typed}`, () => {
      assert.throws(
        () => read(...typed.split(' ')),
        (error) => error instanceof ArgumentError && error.message === message,
      )
    })
  }
})
