import { parseArgs } from 'node:util'
import { ConfigError } from './config-error.ts'

const roles = ['all', 'api', 'worker']

/**
 * Settings from the gateway's command line: `--role` sets PASARELA_ROLE and takes precedence over it. Throws
 * ConfigError for any other argument.
 */
export function readArguments(args: readonly string[]): Record<string, string> {
  const role = roleOf(args)
  if (role === undefined) return {}
  if (roles.includes(role)) return { PASARELA_ROLE: role }
  throw new ConfigError([`--role must be one of ${roles.join(', ')}, for example --role worker.`])
}

function roleOf(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { role: { type: 'string' } }, allowPositionals: false }).values.role
  } catch (error) {
    throw new ConfigError([
      `The gateway takes --role ${roles.join('|')} and no other argument. ${error instanceof Error ? error.message : ''}`.trim(),
    ])
  }
}
