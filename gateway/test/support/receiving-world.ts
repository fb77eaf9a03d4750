import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueCertificate, testAuthority } from './certificates.ts'
import { type Cleanup, type HttpsReceiver, httpsReceiver } from './https-receiver.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

/**
 * A world whose demo point sends its callbacks to a merchant's server on 127.0.0.1, which the gateway trusts. What it
 * opens is handed to `after` in the order in which it was opened: close it backwards.
 */
export async function startReceivingWorld(
  t: Cleanup,
  options: WorldOptions = {},
): Promise<{ world: World; receiver: HttpsReceiver }> {
  const authority = await testAuthority()
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-ca-'))
  t.after(async () => rmSync(folder, { recursive: true, force: true }))
  const authorityFile = join(folder, 'ca.pem')
  writeFileSync(authorityFile, authority.cert)
  const receiver = await httpsReceiver(t, await issueCertificate(authority))
  const world = await startWorld({
    ...options,
    env: {
      ...options.env,
      DEMO_CALLBACK_URL: `${receiver.url}/callbacks`,
      CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
      CALLBACK_CA_FILE: authorityFile,
    },
  })
  t.after(async () => await world.stop())
  return { world, receiver }
}
