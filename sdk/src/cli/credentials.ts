import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, type Terminal } from './terminal.ts'

/** Which gateway a command talks to, and as whom. */
export interface Credentials {
  baseUrl: string
  apiKey: string
}

/** Where `npm start` of the gateway leaves the facts of its demo point, from the working directory. */
const demoFile = join('data', 'demo.json')

/**
 * Each value from the option, else from the environment (PASARELA_BASE_URL, PASARELA_API_KEY), else from
 * `data/demo.json` in the working directory. Throws CommandError when one is nowhere.
 */
export function readCredentials(
  options: { 'base-url'?: string | undefined; 'api-key'?: string | undefined },
  { env, cwd }: Pick<Terminal, 'env' | 'cwd'>,
): Credentials {
  const demo = readDemo(join(cwd, demoFile))
  const baseUrl = options['base-url'] || env['PASARELA_BASE_URL'] || demo['base_url']
  const apiKey = options['api-key'] || env['PASARELA_API_KEY'] || demo['api_key']
  if (baseUrl && apiKey) return { baseUrl, apiKey }
  const missing = [baseUrl ? '' : '--base-url or PASARELA_BASE_URL', apiKey ? '' : '--api-key or PASARELA_API_KEY']
  throw new CommandError(
    `Say which gateway and key: ${missing.filter(Boolean).join(', and ')}. ` +
      `Where the gateway was started, ${demoFile} holds those of its demo point; it is not in this folder.`,
    2,
  )
}

function readDemo(path: string): Partial<Record<string, string>> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof content !== 'object' || content === null) return {}
    return Object.fromEntries(Object.entries(content).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}
