import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../values/problem.ts'
import { type NameLimits, unauthenticatedLimits } from './unauthenticated-limits.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest

function limitsAt(given: NameLimits = {}) {
  const clock = { ms: 0 }
  const limits = unauthenticatedLimits(given, () => clock.ms)
  const refused = (ip: string, name: string): number => {
    try {
      limits.enter(from(ip), name)
      return 0
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === 'rate_limited')
      return error.retryAfterSeconds ?? 0
    }
  }
  const drain = (ip: string) => {
    let passed = 0
    while (passed < 1_000 && refused(ip, `made up ${passed}`) === 0) passed++
    return passed
  }
  return { clock, limits, refused, drain }
}

describe('the limit of unauthenticated routes', () => {
  it('allows one address 50 unknown names a second and a burst of two seconds, and sets Retry-After', () => {
    const { clock, refused, drain } = limitsAt()
    assert.equal(drain('192.0.2.1'), 100)
    assert.equal(refused('192.0.2.1', 'x'), 1)
    assert.equal(refused('192.0.2.2', 'x'), 0, 'another address')
    clock.ms += 1_000
    assert.equal(drain('192.0.2.1'), 50)
  })

  it('counts an IPv6 network as one address, and an IPv4 address written as IPv6 as itself', () => {
    const { refused, drain } = limitsAt()
    assert.equal(drain('2001:db8:1:2::1'), 100)
    assert.ok(refused('2001:db8:1:2:ffff::9', 'x') > 0)
    assert.equal(refused('2001:db8:1:3::1', 'x'), 0)
    assert.equal(drain('::ffff:192.0.2.1'), 100)
    assert.ok(refused('192.0.2.1', 'x') > 0)
    assert.equal(refused('192.0.2.2', 'x'), 0)
  })

  it('does not count existing names, and serves known names while unknown ones from the same address are refused', () => {
    const { limits, refused, drain } = limitsAt()
    for (let i = 0; i < 500; i++) {
      assert.equal(refused('192.0.2.1', `known ${i}`), 0)
      limits.confirmKnown(from('192.0.2.1'), `known ${i}`)
    }
    assert.equal(drain('192.0.2.1'), 100)
    for (let i = 0; i < 500; i++) assert.equal(refused('192.0.2.1', 'known 7'), 0)
    assert.ok(refused('192.0.2.1', 'unknown') > 0)
  })

  it('has its own limit for one known name, where the route sets one', () => {
    const { clock, limits, refused } = limitsAt({ perName: 10 })
    limits.enter(from('192.0.2.1'), 'page')
    limits.confirmKnown(from('192.0.2.1'), 'page')
    const passed = Array.from({ length: 100 }, (_, i) => refused(`192.0.2.${i}`, 'page') === 0).filter(Boolean)
    assert.equal(passed.length, 20)
    clock.ms += 1_000
    assert.equal(refused('192.0.2.1', 'page'), 0)
  })

  it('leaves most of one name’s limit to other addresses', () => {
    const { limits, refused } = limitsAt({ perName: 40, perAddress: 10 })
    limits.confirmKnown(from('192.0.2.1'), 'page')
    const passed = Array.from({ length: 100 }, () => refused('192.0.2.1', 'page') === 0).filter(Boolean)
    assert.equal(passed.length, 20)
    assert.equal(refused('192.0.2.2', 'page'), 0)
  })

  it('removes the least recently used known name when there are too many', () => {
    const { limits, refused, drain } = limitsAt()
    for (let i = 0; i <= 10_000; i++) limits.confirmKnown(from('192.0.2.1'), `known ${i}`)
    drain('192.0.2.1')
    assert.ok(refused('192.0.2.1', 'known 0') > 0)
    assert.equal(refused('192.0.2.1', 'known 1'), 0)
  })
})
