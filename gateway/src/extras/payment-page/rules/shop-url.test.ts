import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readShopUrl } from './shop-url.ts'

const isRefused = (text: string, environment: 'live' | 'test') => 'fault' in readShopUrl(text, environment)

describe('the address of a shop', () => {
  it('is a page of the internet by HTTPS, written as browsers write it', () => {
    for (const environment of ['live', 'test'] as const) {
      assert.deepEqual(readShopUrl('https://Shop.Example', environment), { url: 'https://shop.example/' })
      assert.deepEqual(readShopUrl('https://shop.example:8443/a?b=c#d', environment), {
        url: 'https://shop.example:8443/a?b=c#d',
      })
      assert.deepEqual(readShopUrl('https://café.example/', environment), { url: 'https://xn--caf-dma.example/' })
    }
  })

  it('may stand on the developer’s own machine for a test point only', () => {
    for (const text of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:8080/', 'https://localhost/']) {
      assert.deepEqual(readShopUrl(text, 'test'), { url: text })
      assert.ok(isRefused(text, 'live'), text)
    }
  })

  it('is no script, no file, no other scheme, and hides no other host', () => {
    for (const text of [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      ' https://shop.example/',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://shop.example/',
      'http://shop.example/',
      'http://localhost.evil.example/',
      '//evil.example/',
      '/path',
      'shop.example',
      '',
      'https://',
      'https:/shop.example',
      'https://shop.example@evil.example/',
      'https://user:secret@shop.example/',
      'https:\\\\evil.example',
      'https://192.0.2.1/',
      'https://0xc0000201/',
      'https://[2001:db8::1]/',
      'https://intranet/',
      'https://shop.example./',
      'https://shop.example/4111111111111111',
      `https://shop.example/${'a'.repeat(2048)}`,
      `https://shop.example/${'é'.repeat(1000)}`,
    ])
      for (const environment of ['live', 'test'] as const) assert.ok(isRefused(text, environment), text)
  })
})
