import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDemo } from '../demo/create-demo.ts'
import { ensureDemoPeople } from '../demo/create-demo-people.ts'
import { type DemoFile, demoFileName, readDemoFile, writeDemoFile } from '../demo/demo-file.ts'
import { followInDemoFile } from '../demo/follow-rotation.ts'
import { accountAtBank } from '../demo/own-account/account-at-bank.ts'
import { demoAccount } from '../demo/own-account/ensure-own-account.ts'
import { type PlayDeps, playOwnAccount } from '../demo/own-account/play-own-account.ts'
import { readSimulatedBankCredentials } from '../demo/simulated-bank-credentials.ts'
import type { Extra } from '../extra.ts'
import type { Deps } from '../gateway-deps.ts'
import type { LoopSpec } from '../jobs/start-jobs.ts'
import { keyCache } from '../merchants/authenticate-request.ts'
import type { Config } from '../platform/config/config.ts'
import type { Surroundings } from '../start-core.ts'

/**
 * Makes the demo merchant and its people at the start, and writes the file of their keys and passwords, which follows
 * rotations.
 */
export function demoExtra(
  deps: Deps,
  { config, forLoops }: Pick<Surroundings, 'config' | 'forLoops'>,
  made: (file: DemoFile) => void,
): Extra {
  deps.followRotation = followInDemoFile(deps, join(config.dataDir, demoFileName))
  return {
    listening: async () => {
      if (config.demo && config.simulatedBank && config.role !== 'worker') made(await prepareDemo(deps, config))
    },
    loops: () => ({ demoPayers: demoPayers(forLoops(deps), config) }),
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
    shopOf: config.demoPayers ? deps.publicUrl : undefined,
  })
  const people = await ensureDemoPeople(deps, known?.people)
  if (!people) deps.log.warn('a live point exists: demo sign-ins are refused')
  deps.demoPeople = people
  const dashboardUrl = `${deps.publicUrl}/dashboard`
  const file = { ...facts, baseUrl: deps.publicUrl, docsUrl: `${deps.publicUrl}/docs`, dashboardUrl, people }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  writeDemoFile(path, file)
  return file
}

/** Payers of the demo's own bank account, and the job that fetches its statements. */
function demoPayers(deps: PlayDeps, { demo, demoPayers: isOn, simulatedBank }: Config): LoopSpec {
  if (!demo || !isOn || !simulatedBank) return { runOnce: async () => await Promise.resolve(0), idleMs: 3_600_000 }
  const { token } = readSimulatedBankCredentials(simulatedBank.credentialsFile)
  const bank = accountAtBank({ url: simulatedBank.url, token }, demoAccount)
  const keys = keyCache()
  return {
    runOnce: async () => {
      await playOwnAccount(deps, { bank, keys }).catch((err: unknown) => {
        deps.log.warn({ err }, 'the demo account at the simulated bank is left for a minute')
      })
      return 0
    },
    idleMs: 60_000,
    finish: async () => await bank.close(),
  }
}
