import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedAddress, parseNetworks } from './address-guard.ts'

test('ordinary addresses of the internet are allowed', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1']) {
    assert.ok(isAllowedAddress(address, []), address)
  }
})

test('every special address is refused, in whatever form it hides', () => {
  const special = [
    '0.0.0.0',
    '10.0.0.5',
    '100.64.0.9',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '127.1',
    '2130706433',
    '1.1.1.1.',
  ]
  for (const address of special) assert.equal(isAllowedAddress(address, []), false, address)
})

test('an allowed network opens itself and nothing beside it', () => {
  const allowed = parseNetworks(['127.0.0.0/8', 'fd00::/8'])
  assert.ok(isAllowedAddress('127.0.0.1', allowed))
  assert.ok(isAllowedAddress('::ffff:127.0.0.1', allowed))
  assert.ok(isAllowedAddress('fd00:ec2::254', allowed))
  for (const address of ['10.0.0.1', '::1', '169.254.169.254', 'fe80::1']) {
    assert.equal(isAllowedAddress(address, allowed), false, address)
  }
  assert.throws(() => parseNetworks(['127.0.0.0/33']))
  assert.throws(() => parseNetworks(['127.0.0.1']))
})
