import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedAddress, parseNetworks } from './address-guard.ts'

test('ordinary addresses of the internet are allowed', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1']) {
    assert.ok(isAllowedAddress(address, []), address)
  }
})

test('every special address is refused in every notation', () => {
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

test('an allowed network allows its own addresses and no others', () => {
  const allowed = parseNetworks(['127.0.0.0/8', 'fd00::/8'])
  assert.ok(isAllowedAddress('fd00::254', allowed))
  assert.ok(isAllowedAddress('127.0.0.1', allowed))
  assert.ok(isAllowedAddress('::ffff:127.0.0.1', allowed))
  for (const address of ['10.0.0.1', '::1', '169.254.169.254', 'fe80::1']) {
    assert.equal(isAllowedAddress(address, allowed), false, address)
  }
  assert.throws(() => parseNetworks(['127.0.0.0/33']))
  assert.throws(() => parseNetworks(['127.0.0.1']))
})

/** Metadata addresses, as each cloud's documentation gives them. */
const metadata = [
  ['AWS, Google, Azure, OpenStack, Oracle, DigitalOcean, Hetzner', '169.254.169.254'],
  ['AWS, names', '169.254.169.253'],
  ['AWS, tasks of ECS', '169.254.170.2'],
  ['AWS, pods of EKS', '169.254.170.23'],
  ['Tencent', '169.254.0.23'],
  ['Scaleway', '169.254.42.42'],
  ['the Azure host', '168.63.129.16'],
  ['Alibaba', '100.100.100.200'],
  ['Oracle, classic', '192.0.0.192'],
  ['Equinix Metal', '192.80.8.124'],
] as const

for (const [whose, address] of metadata) {
  test(`the metadata address of ${whose} is refused in every form, whatever networks are allowed`, () => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
    const forms = [
      address,
      `::ffff:${address}`,
      `::ffff:${high}:${low}`,
      `::ffff:0:${address}`,
      `::${address}`,
      `64:ff9b::${address}`,
      `64:ff9b::${high}:${low}`,
      `64:ff9b:1::${high}:${low}`,
      `2002:${high}:${low}::1`,
    ]
    const everything = parseNetworks(['0.0.0.0/0', '::/0'])
    for (const form of forms) {
      assert.equal(isAllowedAddress(form, []), false, form)
      assert.equal(isAllowedAddress(form, everything), false, form)
    }
  })
}

test('IPv6 metadata addresses of clouds are refused, whatever networks are allowed', () => {
  const everything = parseNetworks(['::/0'])
  const addresses = [
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fe80::a9fe:a9fe',
  ]
  for (const address of [...addresses, 'fe80::a9fe:a9fe%eth0']) {
    assert.equal(isAllowedAddress(address, []), false, address)
    assert.equal(isAllowedAddress(address, everything), false, address)
  }
  assert.ok(
    isAllowedAddress('2606:4700::a9fe:a9fe', []),
    'an ordinary address whose last groups equal a metadata address',
  )
})
