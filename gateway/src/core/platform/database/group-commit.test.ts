import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMetrics } from '../log/metrics.ts'
import { isDatabaseAway, UnprovenCommitError } from './database-away.ts'
import { groupWriter } from './group-commit.ts'

interface Item {
  key: string
  value: number
}

describe('group commit', () => {
  it('gives each item its own result, groups queued items, and never has one key twice in a group', async () => {
    const groups: (readonly Item[])[] = []
    const writer = groupWriter<Item, string>({
      keyOf: (item) => item.key,
      writeGroup: async (items) => {
        groups.push(items)
        await nextTurn()
        return items.map((item) => `${item.key}:${item.value}`)
      },
    })
    const items = Array.from({ length: 200 }, (_, index) => ({ key: `k${index % 7}`, value: index }))
    const results = await Promise.all(items.map(async (item) => await writer.write(item)))
    assert.deepEqual(
      results,
      items.map((item) => `${item.key}:${item.value}`),
    )
    assert.ok(groups.length < 200, `${groups.length} groups`)
    for (const group of groups) {
      const keys = group.map((item) => item.key)
      assert.equal(new Set(keys).size, keys.length)
      assert.deepEqual(keys, [...keys].sort())
      assert.ok(group.length <= 32)
    }
  })

  it('fails only the bad item of a group', async () => {
    const writer = groupWriter<Item, number>({
      keyOf: (item) => item.key,
      writeGroup: async (items) => {
        await nextTurn()
        if (items.some((item) => item.value === 13)) throw new Error('poison')
        return items.map((item) => item.value)
      },
    })
    const settled = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, value) => await writer.write({ key: String(value), value })),
    )
    assert.equal(settled.filter((each) => each.status === 'rejected').length, 1)
    assert.equal(settled[13]?.status, 'rejected')
  })

  it('fails a group whose commit may stand nowhere else at once: repeated, its rows would be found', async () => {
    const sizes: number[] = []
    const writer = groupWriter<Item, number>({
      keyOf: (item) => item.key,
      writeGroup: async (items) => {
        sizes.push(items.length)
        throw new UnprovenCommitError()
      },
    })
    const writes = [1, 2, 3].map(async (value) => await writer.write({ key: String(value), value }))
    const settled = await Promise.allSettled(writes)
    assert.ok(settled.every((each) => each.status === 'rejected' && isDatabaseAway(each.reason)))
    assert.deepEqual(sizes, [3])
  })

  it('refuses what waits too long for the groups before it, and nothing that was sent', async () => {
    let release: () => void = () => undefined
    const mayEnd = new Promise<void>((resolve) => {
      release = resolve
    })
    const writer = groupWriter<Item, number>({
      keyOf: (item) => item.key,
      waitMaxMs: 20,
      writeGroup: async (items) => {
        await mayEnd
        return items.map((item) => item.value)
      },
    })
    const write = async (value: number) => await writer.write({ key: 'one', value })
    const [first, second, third] = [write(1), write(2), write(3)]
    await assert.rejects(third, { code: 'unavailable' })
    release()
    assert.deepEqual(await Promise.all([first, second]), [1, 2])
    await writer.drain()
    assert.equal(await write(4), 4)
  })

  it('retries each item alone, and fails all remaining ones when no connection is available', async () => {
    const sizes: number[] = []
    const writer = groupWriter<Item, number>({
      keyOf: (item) => item.key,
      writeGroup: async (items) => {
        sizes.push(items.length)
        await nextTurn()
        if (items.length > 1) throw new Error('Connection terminated unexpectedly')
        if (items[0]?.value === 0) return [0]
        throw new Error('timeout exceeded when trying to connect')
      },
    })
    const settled = await Promise.allSettled(
      Array.from({ length: 32 }, async (_, value) => await writer.write({ key: `${100 + value}`, value })),
    )
    assert.deepEqual(
      sizes,
      [32, 1, 1],
      'the group, the item whose commit lost only its answer, and the item without a connection',
    )
    assert.equal(settled.filter((each) => each.status === 'rejected').length, 31)
  })

  it('refuses with `unavailable` when its queue is full, and drains accepted items', async () => {
    let release: () => void = () => undefined
    const groupMayEnd = new Promise<void>((resolve) => {
      release = resolve
    })
    const metrics = createMetrics()
    const writer = groupWriter<Item, number>({
      keyOf: (item) => item.key,
      writeGroup: async (items) => {
        await groupMayEnd
        return items.map((item) => item.value)
      },
      watched: { metrics, name: 'create' },
    })
    const writes = Array.from({ length: 2_500 }, async (_, value) => await writer.write({ key: String(value), value }))
    const settled = Promise.allSettled(writes)
    await nextTurn()
    const shown = await metrics.registry.metrics()
    assert.match(shown, /^refused_total\{why="group_create"\} 500$/m)
    assert.match(shown, /^queue_length\{queue="group_create"\} 1936$/m, 'two groups of 32 are in flight')
    release()
    const refused = (await settled).filter((each) => each.status === 'rejected')
    assert.equal(refused.length, 500)
    assert.equal((refused[0] as PromiseRejectedResult).reason.code, 'unavailable')
    await writer.drain()
  })
})
