import { parseApiKey } from '../../core/merchants/rules/api-key.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Rotated } from '../point-settings/rotate-api-key.ts'
import { isTestDemoPoint, readDemoSecrets } from './create-demo.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'

type FollowDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'log'>

/**
 * Keeps the file of the demo point true when one of its credentials is replaced, in the dashboard or by a command. Only
 * a file of this deployment's own demo point is written, and only credentials of a test point enter it. A file that
 * cannot be written is logged: the rotation itself has happened.
 */
export function followInDemoFile(deps: FollowDeps, path: string): (rotated: Rotated) => Promise<void> {
  // One after another, so that of two rotations the later one is what stays in the file.
  let last: Promise<void> = Promise.resolve()
  return async (rotated) => {
    last = last.then(async () => await follow(deps, path, rotated))
    await last
  }
}

async function follow(deps: FollowDeps, path: string, { pointId, apiKey }: Rotated): Promise<void> {
  try {
    if (readDemoFile(path)?.authPointId !== pointId || !(await isTestDemoPoint(deps.database.engine, pointId))) return
    const secrets = await readDemoSecrets(deps, pointId)
    const known = readDemoFile(path)
    if (known?.authPointId !== pointId) return
    writeDemoFile(path, { ...known, ...secrets, ...(apiKey && replaced(known, apiKey)) })
  } catch (error) {
    deps.log.warn({ err: error }, 'demo.json does not hold the rotated credential: the next start writes it')
  }
}

/** The key that stood in the file; other keys of the point are not its business. */
function replaced(
  known: DemoFile,
  { oldKeyId, key }: { oldKeyId: string; key: string },
): Partial<Pick<DemoFile, 'apiKey' | 'settingsKey'>> {
  if (parseApiKey(key)?.environment !== 'test') return {}
  const names = (['apiKey', 'settingsKey'] as const).filter((name) => parseApiKey(known[name])?.keyId === oldKeyId)
  return Object.fromEntries(names.map((name) => [name, key]))
}
