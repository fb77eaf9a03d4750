import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { methods } from '../../src/core/payment-methods/index.ts'
import { readPayin, readPayout } from '../../src/core/payment-methods/read-request.ts'
import { chanceOf } from '../stages/virtual/engine/chance.ts'
import type { Act, SimulatedReply, SimulatedRequest, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts, TemplateFacts } from '../stages/virtual/world/points.ts'
import { drawWorkload, type Theme, themes, type Workload } from './workload.ts'

const beginMs = Date.parse('2027-03-01T12:00:00Z')

function point(name: PointFacts['name'], more: Partial<PointFacts> = {}): PointFacts {
  const services = methods.flatMap((method) =>
    (['payin', 'payout'] as const)
      .filter((payType) => payType in method)
      .map((payType) => ({ serviceCode: method.code, payType, currency: method.currency })),
  )
  const currencies = [...new Set(services.map(({ currency }) => currency))]
  return {
    ...{ name, pointId: `point-${name}`, environment: 'test' },
    ...{ apiKeys: [`key-1-${name}`, `key-2-${name}`], settingsKey: `settings-${name}`, authApiToken: 't' },
    ...{ webhookSecret: 'whsec_x', webhookUrl: null, connector: 'sim_tombstone', connectorAccountId: `a-${name}` },
    services,
    funds: currencies.map((currency) => ({ currency, availableMinor: '30000' })),
    ...{ approvalAboveMinor: null, singleMinor: null, dailyMinor: null, limitsCurrency: null },
    ...more,
  }
}

const facts: TemplateFacts = {
  points: [
    point('plain'),
    point('fees', { approvalAboveMinor: '15000', limitsCurrency: 'ARS' }),
    point('strict', { environment: 'live' }),
    point('byhand', { environment: 'live', connector: 'own-account' }),
    point('inboxed'),
  ],
  masterKey: '',
  operators: [
    { userId: 'u1', name: 'Olga' },
    { userId: 'u2', name: 'Otto' },
  ],
}

interface Sent {
  name: string
  request: SimulatedRequest
}

/** A stage without gateways: every payment is accepted, every other request is not. Events run in the order of their time. */
function fakeStage(seed: number, answer: (name: string) => SimulatedReply) {
  const events: { atMs: number; place: number; run(): void }[] = []
  const sent: Sent[] = []
  const names = new Set<string>()
  let nowMs = beginMs
  const unique = (name: string) => {
    assert.ok(!names.has(name), `${name} happens twice`)
    names.add(name)
  }
  const later = (name: string, afterMs: number, run: () => void) => {
    unique(name)
    events.push({ atMs: nowMs + afterMs, place: names.size, run })
  }
  const stage: Stage = {
    nowMs: () => nowMs,
    chance: (name) => chanceOf(seed, name),
    decide: (_name, usual) => usual,
    task: () => 'fake',
    gateway: () => undefined,
    later: ({ name, afterMs, run }) => later(name, afterMs, run),
    request: async (name, request) => {
      sent.push({ name, request })
      await new Promise<void>((resolve) => later(name, 10, resolve))
      return answer(name)
    },
    operate: async (name) => {
      await new Promise<void>((resolve) => later(name, 10, resolve))
      return { kind: 'broken' }
    },
  }
  return {
    stage,
    sent,
    play: async (acts: readonly Act[]) => {
      const running: Promise<void>[] = []
      for (const act of acts) {
        later(act.name, act.atMs, () => void running.push(act.run(stage)))
      }
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        events.sort((one, other) => one.atMs - other.atMs || one.place - other.place)
        const next = events.shift()
        if (!next) break
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
      }
      await Promise.all(running)
    },
  }
}

const accepted = (name: string): SimulatedReply => ({
  kind: 'reply',
  status: 200,
  body: JSON.stringify({ status: 'success', data: { transaction_id: `id of ${name}`, status: 'PENDING' } }),
})

const draw = (seed: number, theme?: Theme): Workload =>
  drawWorkload({
    chance: (name) => chanceOf(seed, name),
    facts,
    count: 12,
    providerOrders: () => [],
    ...(theme ? { theme } : {}),
  })

async function played(seed: number, options: { theme?: Theme; without?: string; answer?: typeof accepted } = {}) {
  const workload = draw(seed, options.theme)
  const { stage, sent, play } = fakeStage(seed, options.answer ?? accepted)
  await play(workload.acts.filter(({ name }) => name !== options.without))
  return { workload, stage, sent }
}

const isCreation = ({ request }: Sent) => /\/payments\/pay(in|out)_hth$/.test(request.path)

describe('a workload', () => {
  test('names every act once', () => {
    for (let seed = 0; seed < 200; seed++) {
      const names = draw(seed).acts.map(({ name }) => name)
      assert.equal(new Set(names).size, names.length)
    }
  })

  test('asks for the same as before in every other act when one is left out', async () => {
    for (const seed of [4, 5, 6, 7]) {
      const whole = await played(seed)
      const left = whole.workload.acts[seed % 5]?.name ?? ''
      const less = await played(seed, { without: left })
      const others = whole.sent.filter(({ name }) => !name.startsWith(left))
      const creations = less.sent.filter((each) => isCreation(each) && !each.name.startsWith(left))
      assert.deepEqual(creations, others.filter(isCreation))
      assert.ok(less.sent.every(({ name }) => !name.startsWith(`${left}.`)))
    }
  })

  test('sends bodies that a strict point takes without a problem', async () => {
    const seen = new Set<string>()
    for (const theme of themes) {
      for (let seed = 0; seed < 12; seed++) {
        for (const { request } of (await played(seed, { theme })).sent.filter(isCreation)) {
          const body: unknown = JSON.parse(request.body ?? '')
          const read = request.path.endsWith('payin_hth') ? readPayin : readPayout
          const result = read(body, { checks: 'strict', now: new Date(beginMs - 1) })
          assert.ok(result.ok, result.ok ? '' : `${request.body} ${JSON.stringify(result.problems)}`)
          seen.add(`${request.path.slice(-8)} ${result.request.serviceCode}`)
        }
      }
    }
    assert.ok(seen.size > 20, `only ${[...seen].join(', ')}`)
  })
})
