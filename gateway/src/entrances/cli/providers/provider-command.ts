import { readFile } from 'node:fs/promises'
import type { SetBy } from '../../../audit/dual-approval.ts'
import { createConnectors } from '../../../connectors/index.ts'
import type { EntranceDeps } from '../../deps.ts'
import { type CommandValues, type Surroundings, UsageError } from '../command.ts'
import type { CliDeps } from '../deps.ts'
import type { Alone } from '../people.ts'

/** What the commands about provider accounts and routes use. The local address is of no use to a command. */
export type ProviderCliDeps = CliDeps & Pick<EntranceDeps, 'connectors' | 'localUrl'>

/** Runs `work` with the connectors of this deployment's settings. */
export async function withProviderDeps<T>(
  { config, withDeps }: Pick<Surroundings, 'config' | 'withDeps'>,
  work: (deps: ProviderCliDeps) => Promise<T>,
): Promise<T> {
  const connectors = createConnectors({ simulatedBankUrl: config.simulatedBank?.url, onThrown: () => undefined })
  return await withDeps(async (deps) => await work({ ...deps, connectors, localUrl: deps.publicUrl }))
}

export function setByOf({ operator, evidence, breakGlass }: Alone): SetBy {
  return { actor: operator, ...(evidence === '' ? {} : { evidence }), breakGlass }
}

/**
 * The credentials from a JSON file or standard input (`-`), with the PEM files that are named beside it. They are never
 * part of the command line, which other users of the machine can read. No message quotes the file.
 */
export async function credentialsOf(
  values: CommandValues,
  { readInput }: Pick<Surroundings, 'readInput'>,
): Promise<Readonly<Record<string, unknown>>> {
  const path = values['credentials'] ?? ''
  const given = jsonOf(path === '-' ? await readInput() : await contentOf(path))
  const pems = await Promise.all(
    (values['pem'] ?? '')
      .split(',')
      .filter((part) => part.trim() !== '')
      .map(async (part) => {
        const [, field, file] = /^\s*([a-z0-9_]+)=(.+?)\s*$/.exec(part) ?? []
        if (field === undefined || file === undefined) throw new UsageError('--pem is FIELD=FILE, several with commas')
        return [field, await contentOf(file)] as const
      }),
  )
  return { ...given, ...Object.fromEntries(pems) }
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new UsageError(`${path} cannot be read: ${code}`)
  }
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which holds secrets.
    throw new UsageError('The credentials are no valid JSON.')
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  throw new UsageError('The credentials are a JSON object: see pasarela connector fields.')
}
