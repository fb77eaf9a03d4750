import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'
import { readableLine } from './readable-line.ts'

test('a terminal gets one readable line for a request, and no control characters of others', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(readableLine(line)))
  log.info({ method: 'POST', route: '/payments/:id', status: 422, ms: 2.7, request_id: 'req_1' }, 'request')
  log.warn({ url: '\u001b[2Jhttps://x.example' }, 'an address fails')
  log.error({ err: new TypeError('no disk') }, 'not stored')
  const [request, warning, failure] = lines.map((line) => line.slice('00:00:00 '.length))
  assert.equal(request, 'POST /payments/:id 422 in 2.7 ms  request_id=req_1\n')
  assert.equal(warning, 'WARN an address fails  url=?[2Jhttps://x.example\n')
  assert.match(failure ?? '', /^ERROR not stored {2}TypeError: no disk\n {4}at /)
})
