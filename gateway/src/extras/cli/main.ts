import { parseArgs } from 'node:util'
import { readConfig } from '../../core/platform/config/config.ts'
import { Problem } from '../../core/values/problem.ts'
import { accountCommands } from './account-commands.ts'
import { optionOf } from './action-command.ts'
import { auditCommands } from './audit-commands.ts'
import { bankCommands } from './bank-commands.ts'
import { type Command, type CommandResult, type CommandValues, UsageError } from './command.ts'
import { type CliDeps, withDeps } from './deps.ts'
import { commandHelp, overview } from './help.ts'
import { keyCommands } from './key-commands.ts'
import { afterRestoreCommand, cellCommands, migrateCommand, verifyCommand } from './machine-commands.ts'
import { moneyCommands } from './money-commands.ts'
import { pointCommands } from './point-commands.ts'
import { providerCommands } from './provider-commands.ts'
import { retentionCommands } from './retention-commands.ts'
import { reviewCommands } from './review-commands.ts'
import { statementCommands } from './statement-commands.ts'
import { userCommands } from './user-commands.ts'
import { visible, visibleJson } from './visible.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...pointCommands,
  ...keyCommands,
  ...accountCommands,
  ...providerCommands,
  ...bankCommands,
  ...statementCommands,
  ...moneyCommands,
  ...reviewCommands,
  ...userCommands,
  ...auditCommands,
  ...retentionCommands,
  afterRestoreCommand,
  verifyCommand,
  migrateCommand,
  ...cellCommands,
]

export interface Terminal {
  env: NodeJS.ProcessEnv
  /** Facts, for people and scripts. */
  out: (line: string) => void
  /** Everything else. */
  err: (line: string) => void
}

/**
 * Runs one of the operator's commands. `args` without the program's name. Returns the exit code: 0 done, 1 failed, 2
 * invalid command line. Never throws.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = commandOf(args)
  if (!command) {
    const asked = args.length === 0 || args.includes('--help') || args[0] === 'help'
    ;(asked ? terminal.out : terminal.err)(overview(commands))
    return asked ? 0 : 2
  }
  try {
    const { values, list, json, help } = readOptions(command, args)
    if (help) {
      terminal.out(commandHelp(command))
      return 0
    }
    const result = await run(command, { values, list }, terminal)
    show(result, json, terminal)
    return result.exitCode ?? 0
  } catch (error) {
    for (const line of sentences(error, command)) terminal.err(visible(line))
    if (!(error instanceof UsageError)) return 1
    terminal.err(`See: pasarela ${command.name} --help`)
    return 2
  }
}

async function run(
  command: Command,
  { values, list }: { values: CommandValues; list: readonly string[] },
  { env, err }: Terminal,
): Promise<CommandResult> {
  const config = readConfig(env)
  const say = (line: string) => err(visible(line))
  for (const warning of config.warnings) say(warning)
  const surroundings = {
    config,
    say,
    withDeps: async <T>(work: (deps: CliDeps) => Promise<T>) => await withDeps(config, say, work),
  }
  return await command.run(surroundings, values, list)
}

function commandOf(args: readonly string[]): Command | undefined {
  return commands.find((command) => command.name.split(' ').every((word, index) => args[index] === word))
}

function readOptions(command: Command, args: readonly string[]) {
  const texts = Object.entries(command.options).map(
    ([name, { value }]) => [name, value ? 'string' : 'boolean'] as const,
  )
  const types = Object.fromEntries([...texts, ['help', 'boolean'] as const, ['json', 'boolean'] as const])
  const own = args.slice(command.name.split(' ').length)
  const { positionals, help, json, ...given } = parsed(own, types, command.argument !== undefined)
  if (command.argument) {
    const [argument, ...others] = positionals
    if (others.length > 0 && !command.argument.isList)
      throw new UsageError(`One ${command.argument.value} is taken, and there are ${positionals.length}.`)
    if (argument === undefined && !help) throw new UsageError(`Missing: ${command.argument.value}`)
    given[command.argument.value] = argument
  }
  const missing = Object.entries(command.options).filter(
    ([name, { required }]) => required && given[name] === undefined,
  )
  if (missing.length > 0 && !help) throw new UsageError(`Missing: ${missing.map(([name]) => `--${name}`).join(', ')}`)
  const values = Object.entries(given).map(([name, value]) => [name, value === true ? 'yes' : value])
  return {
    values: Object.fromEntries(values) as CommandValues,
    list: positionals,
    json: json === true,
    help: help === true,
  }
}

function parsed(
  args: string[],
  types: Readonly<Record<string, 'string' | 'boolean'>>,
  allowPositionals: boolean,
): Record<string, unknown> & { positionals: string[] } {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  try {
    const { values, positionals } = parseArgs({ args: withNegativeNumbers(args, types), options, allowPositionals })
    return { ...values, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.')
  }
}

/**
 * `--amount -20.50` as `--amount=-20.50`. The parser reads text after a dash as an option, and no option is a number.
 */
function withNegativeNumbers(args: readonly string[], types: Readonly<Record<string, string>>): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1)
    const takesValue = before?.startsWith('--') === true && types[before.slice(2)] === 'string'
    if (takesValue && /^-[\d.]/.test(arg)) joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  return joined
}

function show(result: CommandResult, json: boolean, { out, err }: Terminal): void {
  const facts = Object.entries(result.facts).filter(([, value]) => value !== undefined)
  const width = Math.max(...facts.map(([name]) => name.length))
  if (json) out(visibleJson(result.json ?? Object.fromEntries(facts)))
  else for (const [name, value] of facts) out(visible(`${name.padEnd(width)}  ${value}`))
  for (const note of result.notes ?? []) err(visible(note))
}

/** Several failed attempts to connect become an AggregateError without a message of its own. */
function sentences(error: unknown, command: Command): string[] {
  if (error instanceof Problem && error.fields.length > 0) {
    return error.fields.map(({ param, message }) => `${optionNamed(param, command)}: ${message}`)
  }
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.flatMap((each) => sentences(each, command))
  }
  return [error instanceof Error ? error.message : String(error)]
}

/** The option that holds a field of a page. */
function optionNamed(param: string, { options, fieldNames }: Command): string {
  const option = param === 'evidence' ? 'note' : optionOf(param, fieldNames)
  return option in options ? `--${option}` : param
}
