import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowList, readNetwork } from './network.ts'

test('an address inside one of the networks is allowed and its neighbours are not', () => {
  const allows = allowList(['203.0.113.8/29', '198.51.100.7/32', '2001:db8:1::/48'])
  for (const inside of ['203.0.113.8', '203.0.113.15', '198.51.100.7', '2001:db8:1::', '2001:db8:1:ffff:ffff::1']) {
    assert.equal(allows(inside), true, inside)
  }
  for (const outside of ['203.0.113.7', '203.0.113.16', '198.51.100.6', '2001:db8:2::', '2001:db8::1', '::1']) {
    assert.equal(allows(outside), false, outside)
  }
})

test('an IPv4 caller on an IPv6 socket is matched as IPv4', () => {
  const allows = allowList(['203.0.113.0/24'])
  assert.equal(allows('::ffff:203.0.113.9'), true)
  assert.equal(allows('::FFFF:cb00:7109'), true)
  assert.equal(allows('::ffff:203.0.114.9'), false)
})

test('an IPv4 network does not match IPv6 addresses with the same bits', () => {
  assert.equal(allowList(['0.0.0.0/0'])('2001:db8::1'), false)
  assert.equal(allowList(['::/0'])('203.0.113.1'), false)
  assert.equal(allowList(['0.0.0.0/0'])('203.0.113.1'), true)
})

test('a text that is not an address is never allowed', () => {
  const allows = allowList(['0.0.0.0/0', '::/0'])
  for (const text of ['', 'unknown', '203.0.113', '203.0.113.256', '203.0.113.1, 10.0.0.1', '1::2::3']) {
    assert.equal(allows(text), false, JSON.stringify(text))
  }
  assert.equal(allows('fe80::1%eth0'), true, 'a zone is not part of the address')
})

test('a network is parsed with its prefix, a single address as itself', () => {
  assert.deepEqual(readNetwork(' 10.0.0.0/8 '), { ok: true, network: '10.0.0.0/8' })
  assert.deepEqual(readNetwork('203.0.113.9'), { ok: true, network: '203.0.113.9/32' })
  assert.deepEqual(readNetwork('2001:db8::5'), { ok: true, network: '2001:db8::5/128' })
  assert.deepEqual(readNetwork('::/0'), { ok: true, network: '::/0' })
})

test('bits behind the prefix, wrong prefixes and mapped forms are refused', () => {
  for (const wrong of [
    '10.0.0.7/8',
    '2001:db8::1/32',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::ffff:10.0.0.0/104',
    'fe80::%eth0/64',
    'example.com',
    '',
  ]) {
    assert.equal(readNetwork(wrong).ok, false, wrong)
  }
})
