import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { siteAt } from '../../core/platform/deps.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { createMetrics } from '../../core/platform/log/metrics.ts'
import { createBaseServer } from '../../core/web/base-server.ts'
import { dashboardPageRoutes } from './page-routes.ts'

const script = 'export const answer = 42\n'

describe('the dashboard’s page', () => {
  it('answers every deep link with a new nonce that page and policy share', async () => {
    const app = server(builtFolder())
    const id = 'a'.repeat(36)
    const nonces = new Set<string>()
    for (const path of ['/dashboard/', '/dashboard/sign-in', `/dashboard/p/${id}/payments/${id}/callbacks/${id}?a=1`]) {
      const reply = await app.inject(path)
      assert.equal(reply.statusCode, 200, path)
      assert.equal(reply.headers['cache-control'], 'no-store')
      const nonce = /content="([^"]+)"/.exec(reply.body)?.[1] ?? ''
      assert.match(String(reply.headers['content-security-policy']), /script-src 'self';/)
      assert.ok(String(reply.headers['content-security-policy']).includes(`'nonce-${nonce}'`))
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 3)
  })

  it('serves its files in a compression that the client accepts, cacheable for a year', async () => {
    const app = server(builtFolder())
    const plain = await app.inject('/dashboard/assets/a-1.js')
    assert.equal(plain.body, script)
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.match(String(plain.headers['cache-control']), /immutable/)
    const packed = await app.inject({ url: '/dashboard/assets/a-1.js', headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), script)
    const refused = await app.inject({ url: '/dashboard/assets/a-1.js', headers: { 'accept-encoding': 'br;q=0' } })
    assert.equal(refused.body, script)
  })

  it('serves no file outside the build, for any spelling of its path', async () => {
    const app = server(builtFolder())
    assert.equal((await app.inject('/dashboard/assets/old-0.js')).statusCode, 404)
    const ways = ['/dashboard/../secret.js', '/dashboard/%2e%2e/secret.js', '/dashboard/..%2fsecret.js']
    for (const path of ways) assert.doesNotMatch((await app.inject(path)).body, /secret/, path)
    assert.doesNotMatch((await app.inject('/dashboard/manifest.json')).body, /hidden/)
  })

  it('sends a policy with every answer: pages, files, redirects and refusals', async () => {
    for (const folder of [builtFolder(), join(tmpdir(), 'no-such-folder')]) {
      const app = server(folder)
      for (const path of [
        '',
        '/',
        '/sign-in',
        '/p/1/overview',
        '/assets/a-1.js',
        '/assets/old-0.js',
        '/%2e%2e/secret.js',
      ]) {
        const reply = await app.inject(`/dashboard${path}`)
        const policy = String(reply.headers['content-security-policy'])
        assert.match(policy, /default-src 'none'/, path)
        assert.doesNotMatch(policy, /unsafe|https?:|\*/, path)
        assert.equal(reply.headers['x-content-type-options'], 'nosniff', path)
      }
    }
  })

  it('names the command that builds it if it is missing', async () => {
    const app = server(join(tmpdir(), 'no-such-folder'))
    for (const path of ['/dashboard/', '/dashboard/p/1/overview']) {
      const reply = await app.inject(path)
      assert.equal(reply.statusCode, 503)
      assert.match(reply.body, /npm run build -w dashboard/)
    }
  })
})

function server(folder: string) {
  const site = { log: createLog('silent'), metrics: createMetrics(), site: siteAt('http://localhost') }
  const app = createBaseServer(site, { trustedProxies: [], isShuttingDown: () => false })
  dashboardPageRoutes(app, folder)
  return app
}

/** A built dashboard beside a file that must not be served. */
function builtFolder(): string {
  const around = mkdtempSync(join(tmpdir(), 'dashboard-'))
  const folder = join(around, 'dist')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(around, 'secret.js'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<meta name="style-nonce" content="%STYLE_NONCE%">')
  writeFileSync(join(folder, 'manifest.json'), '"hidden"')
  writeFileSync(join(folder, 'assets', 'a-1.js'), script)
  writeFileSync(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(script))
  return folder
}
