import assert from 'node:assert/strict'
import { test } from 'node:test'
import { householdOf } from './ip-network.ts'

test('one household has one key in every notation of its address', () => {
  for (const [address, household] of [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2002:cb00:7107:1:2:3:4:5', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['::203.0.113.7', '203.0.113.7'],
    ['::ffff:0:203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b:0:1::203.0.113.7', '64:ff9b:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:a:b:c:d:203.0.113.7', '2001:db8:a:b::/64'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['Localhost', 'localhost'],
  ] as const) {
    assert.equal(householdOf(address), household, address)
  }
})
