import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallContext, Connector, Order } from './connector.ts'
import { neverThrows } from './never-throws.ts'

const broken = async (): Promise<never> => await Promise.reject(new Error('a bug'))
const manifest = { name: 'broken' } as Connector['manifest']
const context = {} as CallContext
const order = {} as Order

class Broken implements Connector {
  readonly manifest = manifest
  private readonly prefix = 'k'
  keyFor(transactionId: string): string {
    return this.prefix + transactionId
  }
  submit = broken
  inquire = broken
  register = broken
  cancel = broken
  providerRecords = { read: broken, end: broken, byReceipt: { reachMs: 5, find: broken } }
}

describe('a connector that throws', () => {
  it('answers unknown to every call, and the error is reported', async () => {
    const reported: string[] = []
    const connector = neverThrows(new Broken(), (error, call) => reported.push(`${call}: ${(error as Error).message}`))
    const unknown = { kind: 'unknown', why: 'unmapped' }
    assert.deepEqual(await connector.submit(order, 'k', context), unknown)
    assert.deepEqual(await connector.inquire('k', context), unknown)
    assert.deepEqual(await connector.register?.([{ order, key: 'k' }], context), [unknown])
    assert.equal(await connector.cancel?.('k', context), 'unknown')
    const { read, byReceipt } = connector.providerRecords ?? assert.fail()
    assert.equal(await read(0, { ...context, now: new Date() }), undefined)
    assert.equal(await byReceipt?.find('k', { ...context, now: new Date() }), undefined)
    assert.equal(byReceipt?.reachMs, 5)
    assert.deepEqual(
      reported,
      ['submit', 'inquire', 'announce', 'cancel', 'records', 'recordsFind'].map((call) => `${call}: a bug`),
    )
  })

  it('keeps its capabilities and gains none', () => {
    const connector = neverThrows(new Broken(), assert.fail)
    assert.equal(connector.keyFor('1', 1), 'k1')
    assert.equal(connector.manifest, manifest)
    assert.equal(connector.prepare, undefined)
  })
})
