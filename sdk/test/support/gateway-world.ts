import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const isCompiled = here.includes(`${join('dist', 'test')}`)

/** The repo's root, from the sources and from dist alike. */
export const repoRoot = resolve(here, isCompiled ? '../../../..' : '../../..')

/** As much of the gateway's own test world as is used here (gateway/test/support/world.ts). */
export interface GatewayWorld {
  url: string
  folder: string
  demo: {
    base_url: string
    api_key: string
    auth_point_id: string
    auth_api_token: string
    webhook_secret: string
    settings_key: string
  }
  /** `kill -9`, with `ownProcess`. */
  killGateway(): Promise<void>
  /** Starts it again, on the same port. */
  startGateway(): Promise<void>
  /** A second process on the same database and bank; ends with the world. */
  anotherGateway(): Promise<{ url: string }>
  stop(): Promise<void>
  /** Runs an operator's command that must succeed; the facts it printed. */
  facts(...args: string[]): Promise<Record<string, string>>
}

/** A real gateway with its simulated bank. It is found at run time: the SDK shares no code with the gateway. */
export async function startGatewayWorld(options: { ownProcess?: boolean; docs?: boolean } = {}): Promise<GatewayWorld> {
  const file = isCompiled ? ['dist', 'test', 'support', 'world.js'] : ['test', 'support', 'world.ts']
  const module = (await import(pathToFileURL(join(repoRoot, 'gateway', ...file)).href)) as {
    openWorldFor(t: { after(work: () => Promise<void>): void }, options: object): Promise<Omit<GatewayWorld, 'stop'>>
  }
  const endings: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const world = await module.openWorldFor({ after: (end) => void endings.push(end) }, options)
    return Object.assign(world, { stop })
  } catch (error) {
    await stop()
    throw error
  }
}

/** The SDK's sources, which are there when the compiled tests run too. */
export function sdkSource(...path: string[]): string {
  const file = join(repoRoot, 'sdk', 'src', ...path)
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  return file
}

/** Asks again until there is something, for a minute at most. */
export async function soon<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let turn = 0; turn < 600; turn++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error('it never came')
}
