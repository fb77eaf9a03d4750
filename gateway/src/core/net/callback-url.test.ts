import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCallbackUrl as check, type UrlRules } from './callback-url.ts'

const checkCallbackUrl = (url: string, rules: UrlRules) => check(url, rules)?.toString()

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
    'https:/shop.example.com/',
    'https:shop.example.com',
    'https:///shop.example.com/',
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

test('an address of the own machine or network gets the command that brings callbacks there, on test points only', () => {
  const own = [
    'http://localhost:4242/hook',
    'https://localhost:4242/hook',
    'http://127.0.0.1:3000/',
    'http://0.0.0.0:3000/',
    'http://192.168.1.20/callbacks',
    'http://10.0.0.5:8080/x',
    'http://shop.local/hook',
    'http://host.docker.internal:3000/hook',
  ]
  for (const url of own) {
    const said = checkCallbackUrl(url, closedTest) ?? ''
    assert.ok(said.endsWith(`, run npx pasarela listen --forward ${url}`), `${url}: ${said}`)
    assert.ok(!(checkCallbackUrl(url, live) ?? 'listen').includes('listen'), url)
  }
  assert.match(
    checkCallbackUrl('http://localhost:4242/hook', openTest) ?? '',
    /go to https:\/\/ only.*listen --forward/,
  )
  for (const url of [
    ...['http://shop.example.com/', 'https://1.1.1.1/', 'ftp://localhost/'],
    ...['http://169.254.169.254/', 'http://[::ffff:169.254.169.254]/', 'http://[fd00:ec2::254]/'],
  ]) {
    assert.ok(!(checkCallbackUrl(url, closedTest) ?? 'listen').includes('listen'), url)
  }
})

test('the command can be pasted into a shell whatever the address holds', () => {
  const said = (url: string) => checkCallbackUrl(url, closedTest) ?? ''
  assert.ok(
    said("http://localhost/a'b?x=$(id)&y=;1").endsWith(
      "run npx pasarela listen --forward 'http://localhost/a%27b?x=$(id)&y=;1'",
    ),
  )
  assert.ok(said('http://[::1]:3000/hook').endsWith("run npx pasarela listen --forward 'http://[::1]:3000/hook'"))
  assert.ok(!said('http://localhost/4111111111111111').includes('4111'))
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
