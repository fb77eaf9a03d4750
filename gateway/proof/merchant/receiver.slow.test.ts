import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostAnswer } from '../../src/core/net/post-json.ts'
import { present } from '../../src/core/values/assert.ts'
import { TestStage } from '../stages/virtual/support/test-stage.ts'
import { createReceiver, type SimulatedReceiver } from './receiver.ts'

const minuteMs = 60_000

function callback(reference: string, host = 'plain.example') {
  return {
    environment: 'test' as const,
    url: `https://${host}/callbacks`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transaction_id: 'x', status: 'COMPLETED', reference }),
  }
}

async function post(stage: TestStage, receiver: SimulatedReceiver, sent = callback('a')): Promise<PostAnswer> {
  const heard: { answer?: PostAnswer } = {}
  void (async () => {
    heard.answer = await receiver.poster.post(sent)
  })()
  await stage.pass(minuteMs)
  return present(heard.answer, 'an answer')
}

test('each trouble says what arrived and what the sender hears', async () => {
  const told: Record<string, readonly [string, string | number | null, (number | 'lost')[]]> = {
    slow: ['answer', 200, [200]],
    late_3s: ['answer', 200, [200]],
    late_9s: ['answer', 200, [200]],
    late_25s: ['failure', 'timeout', ['lost']],
    request_lost: ['failure', 'timeout', []],
    no_connection: ['failure', 'connect', []],
    no_such_host: ['failure', 'dns', []],
    no_network: ['failure', 'connect', []],
    answer_lost: ['failure', 'timeout', ['lost']],
    answer_reset: ['failure', 'reset', ['lost']],
    status_500: ['answer', 500, [500]],
    status_410: ['answer', 410, [410]],
    status_429: ['answer', 429, [429]],
    status_302: ['answer', 302, [302]],
    status_201: ['answer', 201, [201]],
  }
  for (const [fate, expected] of Object.entries(told)) {
    const stage = new TestStage({ script: { 'plain.example/a/COMPLETED-1': fate } })
    const receiver = createReceiver(stage)
    const answer = await post(stage, receiver)
    const heard = answer.kind === 'answer' ? answer.status : answer.error
    const answered = receiver.received().map((each) => each.answered)
    assert.deepEqual([answer.kind, heard, answered], expected, fate)
    const isLate = fate === 'answer_lost' || fate === 'late_25s'
    if (isLate) assert.equal(answer.totalMs, 10_000)
    const heldMs = receiver.received().map(({ atMs, heldUntilMs }) => (heldUntilMs ?? 0) - atMs)
    if (fate === 'slow') assert.deepEqual(heldMs, [6_000])
    if (fate === 'answer_lost') assert.deepEqual(heldMs, [9_995])
    if (answer.kind === 'answer') assert.equal(answer.retryAfter, fate === 'status_429' ? '120' : undefined)
  }
})

test('a host that is away takes nothing until it is back, and others are not', async () => {
  const stage = new TestStage({ script: { 'plain.example/phase-1': 'refuses_10m' } })
  const receiver = createReceiver(stage)
  assert.equal((await post(stage, receiver)).kind, 'failure')
  assert.equal((await post(stage, receiver, callback('b'))).kind, 'failure')
  assert.equal((await post(stage, receiver, callback('b', 'fees.example'))).kind, 'answer')
  await stage.pass(10 * minuteMs)
  assert.equal((await post(stage, receiver)).kind, 'answer')
  assert.equal(receiver.received().length, 2)
})

test('the same seed gives the same answers, and no name is used twice', async () => {
  const play = async () => {
    const stage = new TestStage({ seed: 7 })
    const receiver = createReceiver(stage)
    const answers: PostAnswer[] = []
    for (let number = 0; number < 40; number++) {
      answers.push(await post(stage, receiver, callback(`r${number % 5}`)))
    }
    return { answers, decisions: stage.decisions }
  }
  const first = await play()
  assert.deepEqual(await play(), first)
  const names = first.decisions.map((each) => each.split(': ')[0])
  assert.equal(new Set(names).size, names.length)
})
