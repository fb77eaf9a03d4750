import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostChecker } from './check-host.ts'
import { DnsFailure, type HostAddress } from './resolve-host.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'mixed.example': ['93.184.216.34', '10.0.0.5'],
  'loop.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'sixtofour.example': ['2002:7f00:1::'],
  'ula.example': ['fd00:ec2::254'],
  'cgnat.example': ['100.64.0.9'],
}

async function resolve(host: string): Promise<readonly HostAddress[]> {
  if (host === 'silent.example') throw new DnsFailure(host, 'ETIMEOUT', true)
  const found = names[host]
  if (!found) throw new DnsFailure(host, 'ENOTFOUND', false)
  return await Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }) as const))
}

describe('the host of a callback address, when it is saved', () => {
  const found = hostChecker({ allowCidrs: ['127.0.0.0/8'], resolve })
  const check = async (...of: Parameters<typeof found>) => {
    const fault = await found(...of)
    return fault && `${fault.kind}: ${fault.message}`
  }

  it('is accepted only if all its addresses are public', async () => {
    assert.equal(await check('https://public.example/hook', 'live'), undefined)
    for (const name of Object.keys(names).filter((each) => each !== 'public.example')) {
      assert.match((await check(`https://${name}/`, 'live')) ?? '', /^refused: .*not a public address/, name)
    }
  })

  it('may, on a test point, be in a network that the operator allowed', async () => {
    assert.equal(await check('https://loop.example/', 'test'), undefined)
    assert.match(
      (await check('https://metadata.example/', 'test')) ?? '',
      /169\.254\.169\.254, which is not a public address\.$/,
    )
    assert.match((await check('https://loop.example/', 'live')) ?? '', /127\.0\.0\.1/)
  })

  it('is accepted with a warning if it does not resolve, because it may resolve later', async () => {
    assert.match(
      (await check('https://nowhere.example/', 'live')) ?? '',
      /^warning: No name server knows nowhere\.example/,
    )
    assert.equal(await check('https://silent.example/', 'live'), undefined)
  })

  it('may be an IP address, which is checked directly', async () => {
    assert.match((await check('https://[::1]/', 'live')) ?? '', /not a public address/)
    assert.equal(await check('https://127.0.0.1:8443/', 'test'), undefined)
  })
})
