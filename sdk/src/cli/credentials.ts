import { readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { CommandError, type Terminal } from './terminal.ts'

/** Which gateway a command talks to, and as whom. */
export interface Credentials {
  baseUrl: string
  apiKey: string
}

/** Where `npm start` of the gateway leaves the facts of its demo point: in its data folder, from the working directory. */
function demoFileOf({ env, cwd }: Pick<Terminal, 'env' | 'cwd'>): string {
  return resolve(cwd, env['PASARELA_DATA_DIR'] || 'data', 'demo.json')
}

/**
 * Each value from the option, else from the environment (PASARELA_BASE_URL, PASARELA_API_KEY), else from `demo.json` in
 * the data folder of the gateway: PASARELA_DATA_DIR, else `data` in the working directory. Throws CommandError when one
 * is nowhere.
 */
export function readCredentials(
  options: { 'base-url'?: string | undefined; 'api-key'?: string | undefined },
  terminal: Pick<Terminal, 'env' | 'cwd'>,
): Credentials {
  const { env, cwd } = terminal
  const demoFile = demoFileOf(terminal)
  const demo = readDemo(demoFile)
  const baseUrl = options['base-url'] || env['PASARELA_BASE_URL'] || demo['base_url']
  const apiKey = options['api-key'] || env['PASARELA_API_KEY'] || demo['api_key']
  if (baseUrl && apiKey) return { baseUrl, apiKey }
  const missing = [baseUrl ? '' : '--base-url or PASARELA_BASE_URL', apiKey ? '' : '--api-key or PASARELA_API_KEY']
  throw new CommandError(
    `Say which gateway and key: ${missing.filter(Boolean).join(', and ')}. ` +
      `Where the gateway was started, demo.json in its data folder holds those of its demo point. ` +
      `There is no ${shown(demoFile, cwd)} here: go to that folder, or set PASARELA_DATA_DIR to its data folder.`,
    2,
  )
}

/** As the user would write it: relative where it lies below the working directory. */
function shown(path: string, cwd: string): string {
  const short = relative(cwd, path)
  return short.startsWith('..') || isAbsolute(short) ? path : short
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
