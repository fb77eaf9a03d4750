import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Extra } from '../../core/extra.ts'
import type { Config } from '../../core/platform/config/config.ts'
import type { Surroundings } from '../../core/start-core.ts'
import type { Deps } from '../deps.ts'
import { ensureDemo, ensureOwnPoint, readSimulatedBankCredentials } from './create-demo.ts'
import { ensureDemoPeople } from './create-demo-people.ts'
import { type DemoFile, demoFileName, readDemoFile, writeDemoFile } from './demo-file.ts'
import { ensureOwnAccount } from './own-account/ensure-own-account.ts'
import { ownAccountPlayer } from './own-account/play-own-account.ts'

/**
 * Makes the demo merchant and its people at the start, and writes the file of their keys and passwords, which follows
 * rotations.
 */
export function demoExtra(deps: Deps, { config, forLoops }: Surroundings, made: (file: DemoFile) => void): Extra {
  return {
    listening: async () => {
      if (config.demo && config.simulatedBank && config.role !== 'worker') made(await prepareDemo(deps, config))
    },
    loops: () => {
      const { simulatedAccounts: accounts } = deps
      if (!config.demoOwnAccount || !accounts) return {}
      return { demoAccount: { runOnce: ownAccountPlayer(forLoops(deps), accounts), idleMs: 60_000 } }
    },
  }
}

async function prepareDemo(deps: Deps, config: Config): Promise<DemoFile> {
  const path = join(config.dataDir, demoFileName)
  const bank = config.simulatedBank
  const known = readDemoFile(path)
  const facts = await ensureDemo(deps, {
    simulatedBank: { url: bank?.url, ...readSimulatedBankCredentials(bank?.credentialsFile ?? '') },
    known,
    callbackUrl: config.demoCallbackUrl,
  })
  const own = config.demoOwnAccount ? await ensureOwnPoint(deps, known?.ownAccountKey) : undefined
  if (own) await ensureOwnAccount(deps, own.pointId)
  const people = await ensureDemoPeople(deps, known?.people)
  if (!people) deps.log.warn('a live point exists: demo sign-ins are refused')
  const dashboardUrl = `${deps.site.url()}/dashboard`
  const addresses = { baseUrl: deps.site.url(), docsUrl: `${deps.site.url()}/docs`, dashboardUrl }
  const file = { ...facts, ...addresses, people, ownAccountKey: own?.apiKey }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  writeDemoFile(path, file)
  return file
}
