import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { repoRoot } from './support/gateway-world.ts'
import { compilerPath } from './support/type-check.ts'

const program = `
import { PasarelaError, pasarelaClient, verifyCallback, type Callback } from '@pasarela/sdk'

const client = pasarelaClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pas_test_x' })
async function main(): Promise<void> {
  const order = { service_code: 'BT_AR', amount: '10.50', reference: 'order-1', payer_doc_id: '20-26756539-3' } as const
  const page = client.createPayin(order).then(({ data }): string | undefined => data.payment_url)
  const failed = await page.then(() => false, (error: unknown) => error instanceof Error)
  const status: Callback['status'] = 'COMPLETED'
  console.log(typeof verifyCallback, typeof PasarelaError, status, failed)
}
void main()
`

/** How a customer's TypeScript may be set up, each with what its package.json says. */
const projects = [
  { name: 'ECMAScript modules of Node', type: 'module', module: 'node16', moduleResolution: 'node16' },
  { name: 'CommonJS of Node', type: 'commonjs', module: 'node16', moduleResolution: 'node16' },
  { name: 'CommonJS with a bundler’s resolution', type: 'commonjs', module: 'commonjs', moduleResolution: 'bundler' },
]

describe('a customer’s project with the package as it is published', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pasarela-customer-'))
    const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(repoRoot, 'sdk'),
      encoding: 'utf8',
    })
    assert.equal(packed.status, 0, packed.stderr)
    const target = join(folder, 'node_modules', '@pasarela', 'sdk')
    mkdirSync(target, { recursive: true })
    const archive = join(folder, packed.stdout.trim())
    assert.equal(spawnSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']).status, 0)
    symlinkSync(join(repoRoot, 'node_modules', '@types'), join(folder, 'node_modules', '@types'))
    symlinkSync(join(repoRoot, 'node_modules', 'undici-types'), join(folder, 'node_modules', 'undici-types'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const { name, type, ...compilerOptions } of projects) {
    it(`compiles and runs: ${name}`, () => {
      const project = mkdtempSync(join(folder, 'project-'))
      const options = {
        ...compilerOptions,
        target: 'ES2023',
        strict: true,
        types: ['node'],
        outDir: 'out',
        rootDir: '.',
      }
      writeFileSync(join(project, 'package.json'), JSON.stringify({ type }))
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['main.ts'] }))
      writeFileSync(join(project, 'main.ts'), program)
      const compiled = spawnSync(process.execPath, [compilerPath(), '-p', project, '--pretty', 'false'], {
        encoding: 'utf8',
      })
      assert.equal(compiled.stdout + compiled.stderr, '')
      // Without this Node would load an ECMAScript module by `require` too.
      const node = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
        ? ['--no-experimental-require-module']
        : []
      const ran = spawnSync(process.execPath, [...node, join(project, 'out', 'main.js')], { encoding: 'utf8' })
      assert.equal(ran.stdout, 'function function COMPLETED true\n', ran.stderr)
    })
  }
})
