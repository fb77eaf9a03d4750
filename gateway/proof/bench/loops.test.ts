import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openLoop, type Time } from './loops.ts'

/** A clock that moves only when everybody sleeps: the same story plays the same way on every machine. */
function playedTime() {
  let nowMs = 0
  let sleepers: { untilMs: number; wake: () => void }[] = []
  const time: Time = {
    nowMs: () => nowMs,
    sleep: (ms) => new Promise((wake) => sleepers.push({ untilMs: nowMs + ms, wake })),
  }
  const play = async <T>(story: Promise<T>): Promise<T> => {
    let ended = false
    const end = () => {
      ended = true
    }
    story.then(end, end)
    while (!ended) {
      await new Promise((resolve) => setImmediate(resolve))
      const next = Math.min(...sleepers.map(({ untilMs }) => untilMs))
      if (!Number.isFinite(next)) continue
      nowMs = Math.max(nowMs, next)
      const due = sleepers.filter(({ untilMs }) => untilMs <= nowMs)
      sleepers = sleepers.filter(({ untilMs }) => untilMs > nowMs)
      for (const { wake } of due) wake()
    }
    return await story
  }
  return { time, play }
}

/** A server that takes 2 ms, and answers nothing between these moments. */
function stallingServer(time: Time, stall: { fromMs: number; untilMs: number }) {
  return async () => {
    const nowMs = time.nowMs()
    const stalls = nowMs >= stall.fromMs && nowMs < stall.untilMs
    await time.sleep((stalls ? stall.untilMs - nowMs : 0) + 2)
  }
}

describe('the open loop', () => {
  const run = { perSecond: 100, seconds: 10 }

  it('counts every item once, at the rate that was asked for', async () => {
    const { time, play } = playedTime()
    const work = stallingServer(time, { fromMs: 0, untilMs: 0 })
    const measured = await play(openLoop({ ...run, inFlightMax: 10, work }, time))
    assert.equal(measured.items, 1_000)
    assert.equal(measured.p99Ms, 2)
    assert.ok(Math.abs(measured.perSecond - 100) < 1, `${measured.perSecond}`)
  })

  for (const inFlightMax of [1, 1_000]) {
    it(`charges a stall to all that it kept waiting, with ${inFlightMax} in flight at most`, async () => {
      const { time, play } = playedTime()
      const work = stallingServer(time, { fromMs: 5_000, untilMs: 6_000 })
      const measured = await play(openLoop({ ...run, inFlightMax, work }, time))
      assert.equal(measured.items, 1_000)
      // A tenth of all items fell due in that second: whoever sent nothing meanwhile would have seen one slow answer.
      assert.ok(measured.p99Ms > 850, `p99 ${measured.p99Ms} ms`)
      assert.ok(measured.p95Ms > 400, `p95 ${measured.p95Ms} ms`)
      assert.equal(measured.p50Ms, 2)
    })
  }

  it('has no more in flight than was allowed', async () => {
    const { time, play } = playedTime()
    let inFlight = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inFlight)
      await time.sleep(100)
      inFlight--
    }
    await play(openLoop({ ...run, seconds: 1, inFlightMax: 7, work }, time))
    assert.equal(most, 7)
  })

  it('ends with the first failure', async () => {
    const { time, play } = playedTime()
    let sent = 0
    const work = async () => {
      await time.sleep(1)
      if (++sent === 3) throw new Error('answered 500')
    }
    await assert.rejects(play(openLoop({ ...run, inFlightMax: 5, work }, time)), /answered 500/)
    assert.ok(sent < 10)
  })
})
