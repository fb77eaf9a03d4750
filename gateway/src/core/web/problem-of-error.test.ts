import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import pg from 'pg'
import { Problem } from '../values/problem.ts'
import { problemOf } from './reply-problem.ts'

const withCode = (code: string) => Object.assign(new Error('no'), { code })

describe('a thrown value', () => {
  it('that is a problem stays unchanged', () => {
    const problem = new Problem('not_found')
    assert.equal(problemOf(problem), problem)
  })

  for (const code of [
    '08006',
    '57P01',
    '57P03',
    '53300',
    '57014',
    '40P01',
    '55P03',
    '25006',
    'ECONNREFUSED',
    'ECONNRESET',
  ]) {
    it(`with ${code} is unavailable: try again in a second`, () => {
      const problem = problemOf(withCode(code))
      assert.equal(problem.code, 'unavailable')
      assert.equal(problem.retryAfterSeconds, 1)
      assert.equal(problemOf(new Error('wrapped', { cause: withCode(code) })).code, 'unavailable')
    })
  }

  it('by the driver for a closed port or a silent server is unavailable', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as { port: number }
    const connect = async (toPort: number) => {
      const pool = new pg.Pool({ host: '127.0.0.1', port: toPort, user: 'x', connectionTimeoutMillis: 100 })
      return await pool.query('select 1').then(
        () => assert.fail('it answered'),
        (error: unknown) => problemOf(error),
      )
    }
    assert.equal((await connect(port)).code, 'unavailable')
    silent.close()
    assert.equal((await connect(1)).code, 'unavailable')
  })

  for (const error of [withCode('23505'), withCode('42P01'), new TypeError('x is not a function'), 'text', undefined]) {
    it(`as ${String(error)} ${error instanceof Error && 'code' in error ? error.code : ''} is our own fault`, () => {
      const problem = problemOf(error)
      assert.equal(problem.code, 'internal_error')
      assert.equal(problem.cause, error)
      assert.ok(!problem.message.includes('function'))
    })
  }
})
