import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCallbackUrl } from './callback-url.ts'

const live = { environment: 'live', allowLoopback: true, ownHost: 'pay.example.com' } as const
const closedTest = { environment: 'test', allowLoopback: false } as const
const openTest = { environment: 'test', allowLoopback: true } as const

test('an ordinary HTTPS address is accepted everywhere', () => {
  for (const rules of [live, closedTest, openTest]) {
    assert.equal(checkCallbackUrl('https://shop.example.com/callbacks?x=1', rules), undefined)
    assert.equal(checkCallbackUrl('https://shop.example.com:8443/', rules), undefined)
  }
})

test('other schemes, credentials, fragments, spaces and too long texts are refused', () => {
  const refused = [
    'http://shop.example.com/',
    'ftp://shop.example.com/',
    'shop.example.com',
    '//shop.example.com/',
    'https://user:word@shop.example.com/',
    'https://user@shop.example.com/',
    'https://:word@shop.example.com/',
    'https://shop.example.com/#top',
    'https://shop.example.com/#',
    ' https://shop.example.com/',
    'https://shop.example.com/a b',
    'https://',
    '',
    `https://shop.example.com/${'a'.repeat(2048)}`,
  ]
  for (const url of refused) {
    assert.ok(checkCallbackUrl(url, openTest), url)
    assert.ok(checkCallbackUrl(url, live), url)
  }
})

test('IP addresses in every notation and localhost are refused, unless the operator allowed networks for test points', () => {
  const local = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://1.1.1.1/',
    'https://192.168.100.200/',
    'https://[::1]/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
  ]
  for (const url of local) {
    assert.ok(checkCallbackUrl(url, live), url)
    assert.ok(checkCallbackUrl(url, closedTest), url)
    assert.equal(checkCallbackUrl(url, openTest), undefined, url)
  }
})

test('live callbacks use port 443 or 8443 and never the gateway’s own host; test callbacks use any port', () => {
  assert.ok(checkCallbackUrl('https://shop.example.com:9443/', live))
  assert.equal(checkCallbackUrl('https://shop.example.com:9443/', closedTest), undefined)
  assert.ok(checkCallbackUrl('https://shop.example.com:0/', closedTest))
  assert.ok(checkCallbackUrl('https://PAY.example.com/', live))
  assert.ok(checkCallbackUrl('https://pay.example.com./', live))
})

test('a host name that begins like an IP address is a host name', () => {
  assert.equal(checkCallbackUrl('https://192.168.100.200.example.com/', live), undefined)
})

test('the longest address has 2048 characters', () => {
  const start = 'https://shop.example.com/'
  const longest = start + 'a'.repeat(2048 - start.length)
  assert.equal(checkCallbackUrl(longest, live), undefined)
  assert.match(checkCallbackUrl(`${longest}a`, live) ?? '', /longer than 2048/)
})

test('a refusal says which ports a live callback may have', () => {
  assert.match(checkCallbackUrl('https://shop.example.com:9443/', live) ?? '', /443 or 8443/)
})

test('the gateway’s own host is refused only on live points, and only where it is configured', () => {
  const ours = 'https://pay.example.com/'
  assert.match(checkCallbackUrl(ours, live) ?? '', /our own/)
  assert.equal(checkCallbackUrl(ours, { environment: 'live', allowLoopback: false }), undefined)
  assert.equal(checkCallbackUrl(ours, { ...closedTest, ownHost: 'pay.example.com' }), undefined)
})

test('host names of cloud metadata are refused, whatever networks the operator allowed', () => {
  const names = [
    'metadata.google.internal',
    'METADATA.goog.',
    'metadata',
    'instance-data.ec2.internal',
    'metadata.tencentyun.com',
  ]
  for (const name of names) {
    for (const rules of [live, closedTest, openTest]) assert.ok(checkCallbackUrl(`https://${name}/`, rules), name)
  }
})
