import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** What `npm start` of Pasarela writes about its demo point; an empty object where there is no such file. */
export type DemoFile = Partial<Readonly<Record<string, string>>>

/** Reads `demo.json` in the data folder of a gateway: PASARELA_DATA_DIR, else `data` in the working directory. */
export function readDemoFile(env: NodeJS.ProcessEnv, cwd: string): DemoFile {
  try {
    const content: unknown = JSON.parse(
      readFileSync(resolve(cwd, env['PASARELA_DATA_DIR'] || 'data', 'demo.json'), 'utf8'),
    )
    if (typeof content !== 'object' || content === null) return {}
    return Object.fromEntries(Object.entries(content).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}
