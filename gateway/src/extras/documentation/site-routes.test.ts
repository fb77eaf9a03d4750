import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { createLog } from '../../core/platform/log/log.ts'
import { createMetrics } from '../../core/platform/log/metrics.ts'
import { createBaseServer } from '../../core/web/base-server.ts'
import { siteReader } from './built-site.ts'
import { siteRoutes } from './site-routes.ts'

const inline = "document.documentElement.classList.add('ready')"

describe('the documentation site', () => {
  let folder: string
  let app: FastifyInstance
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pasarela-site-'))
    app = server(folder)
  })
  after(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('says so while it is not built, with a policy', async () => {
    const missing = await app.inject('/docs/')
    assert.equal(missing.statusCode, 503)
    assert.equal(missing.headers['retry-after'], '30')
    assert.match(missing.body, /is being built/)
    assert.match(String(missing.headers['content-security-policy']), /^default-src 'none'; style-src 'nonce-/)
  })

  it('is served as soon as it is built, by addresses without endings', async () => {
    writeSite(folder, 'first')
    for (const [path, text] of [
      ['/docs/', 'start first'],
      ['/docs/guides/payouts', 'payouts first'],
      ['/docs/methods/', 'methods first'],
      ['/docs/methods', 'methods first'],
    ] as const) {
      const page = await app.inject(path)
      assert.equal(page.statusCode, 200, path)
      assert.ok(page.body.includes(text), path)
      assert.match(String(page.headers['content-type']), /^text\/html/)
    }
    const bare = await app.inject('/docs')
    assert.deepEqual([bare.statusCode, bare.headers['location']], [308, '/docs/'])
  })

  it('allows the inline scripts of its pages by their hashes and no others', async () => {
    const policy = String((await app.inject('/docs/guides/payouts')).headers['content-security-policy'])
    const hash = createHash('sha256').update(inline).digest('base64')
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  it('lets files with a hash in their name be kept, and asks about pages each time', async () => {
    const script = await app.inject({ url: '/docs/assets/app.1.js', headers: { 'accept-encoding': 'gzip' } })
    assert.match(String(script.headers['cache-control']), /immutable/)
    assert.equal(script.headers['content-encoding'], 'gzip')
    const page = await app.inject('/docs/guides/payouts')
    assert.equal(page.headers['cache-control'], 'no-cache')
    const again = await app.inject({
      url: '/docs/guides/payouts',
      headers: { 'if-none-match': String(page.headers['etag']) },
    })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    const tags = `"another", ${String(page.headers['etag'])}`
    const ofMany = await app.inject({ url: '/docs/guides/payouts', headers: { 'if-none-match': tags } })
    assert.equal(ofMany.statusCode, 304)
    assert.match(String(page.headers['etag']), /^W\//, 'one tag for all encodings is a weak one')
  })

  it('is read again at the next request where a build took its place while it was read', () => {
    let reads = 0
    const reader = siteReader(folder, () => {
      reads++
      if (reads === 1) throw Object.assign(new Error('gone'), { code: 'ENOENT' })
      return { files: new Map(), pages: [], policy: 'whole' }
    })
    assert.equal(reader(), undefined)
    assert.equal(reader()?.policy, 'whole')
    reader()
    assert.equal(reads, 2)
  })

  it('shows its own page for unknown addresses, and no file outside', async () => {
    writeFileSync(join(folder, '..', 'pasarela-outside.js'), 'secret')
    for (const path of ['/docs/nothing', '/docs/assets/old.js', '/docs/..%2fpasarela-outside.js', '/docs/.hidden']) {
      const page = await app.inject(path)
      assert.equal(page.statusCode, 404, path)
      assert.match(page.body, /no such page/, path)
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/)
    }
    rmSync(join(folder, '..', 'pasarela-outside.js'))
  })

  it('leads an address with a code as it is written to the page', async () => {
    for (const path of ['/docs/guides/PAYOUTS', '/docs/Guides/Payouts']) {
      const { statusCode, headers } = await app.inject(path)
      assert.deepEqual([statusCode, headers['location']], [308, '/docs/guides/payouts'], path)
    }
    assert.equal((await app.inject('/docs/methods/PIX_BR')).headers['location'], '/docs/methods/pix-br')
  })

  it('gives the Postman collection with the address of the gateway', async () => {
    const { variable } = (await app.inject('/docs/downloads/pasarela.postman_collection.json')).json()
    assert.deepEqual(variable, [
      { key: 'url', value: 'https://pay.example' },
      { key: 'key', value: '' },
    ])
  })

  it('is read again after it was built again, and served on meanwhile', async () => {
    rmSync(join(folder, 'site.json'))
    assert.ok((await app.inject('/docs/')).body.includes('start first'))
    writeSite(folder, 'second')
    utimesSync(join(folder, 'site.json'), new Date(), new Date(Date.now() + 5_000))
    assert.ok((await app.inject('/docs/')).body.includes('start second'))
  })
})

function server(folder: string): FastifyInstance {
  let url = ''
  const deps = { metrics: createMetrics(), log: createLog('silent'), site: { url: () => url, localUrl: () => url } }
  const app = createBaseServer(deps, { trustedProxies: [], isShuttingDown: () => false })
  siteRoutes(app, siteReader(folder), deps)
  // Without PUBLIC_URL the address is known once the server listens.
  url = 'https://pay.example'
  return app
}

function writeSite(folder: string, version: string): void {
  for (const name of ['guides', 'methods', 'assets', 'downloads']) mkdirSync(join(folder, name), { recursive: true })
  const page = (text: string) =>
    `<script src="/docs/assets/app.1.js"></script><script>${inline}</script><p>${text} ${version}</p>`
  writeFileSync(join(folder, 'index.html'), page('start'))
  writeFileSync(join(folder, '404.html'), page('no such page'))
  writeFileSync(join(folder, 'guides', 'payouts.html'), page('payouts'))
  writeFileSync(join(folder, 'methods', 'index.html'), page('methods'))
  writeFileSync(join(folder, 'methods', 'pix-br.html'), page('Pix'))
  const variable = [
    { key: 'url', value: 'http://127.0.0.1:8420' },
    { key: 'key', value: '' },
  ]
  writeFileSync(join(folder, 'downloads', 'pasarela.postman_collection.json'), JSON.stringify({ variable }))
  writeFileSync(join(folder, '.hidden'), 'secret')
  writeFileSync(join(folder, 'assets', 'app.1.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'app.1.js.gz'), gzipSync('export {}'))
  const pages = [{ path: '', title: 'Start', description: 'The start.', language: 'en' }]
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ pages }))
}
