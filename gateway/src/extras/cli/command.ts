import type { Config } from '../../core/platform/config/config.ts'
import type { CliDeps } from './deps.ts'

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface CommandOption {
  /** Placeholder of the value in the help, for example `UUID`; undefined = the option takes no value. */
  value?: string
  help: string
  required?: boolean
}

export type CommandValues = Readonly<Record<string, string | undefined>>

/** Result of a command: facts for people and scripts, and sentences for people. */
export interface CommandResult {
  facts: Readonly<Record<string, string | undefined>>
  notes?: readonly string[]
  /** What `--json` prints in place of the facts. */
  json?: unknown
  /** Other than 0 if the command found a fault. */
  exitCode?: number
}

export interface Command {
  /** `point create` */
  name: string
  summary: string
  /** What stands after the name without an option: it is needed, and its value has the name of the placeholder. A list takes one or more. */
  argument?: { value: string; help: string; isList?: true }
  options: Readonly<Record<string, CommandOption>>
  /** The options of fields that have another name, for what a refusal names. */
  fieldNames?: Readonly<Record<string, string>>
  /** The value of a flag is `yes`. */
  run(surroundings: Surroundings, values: CommandValues, list: readonly string[]): Promise<CommandResult>
}

export interface Surroundings {
  config: Config
  /** Prints progress for a person, not for scripts. */
  say: (line: string) => void
  /** Runs `work` with an open database whose schema has this version, then closes everything. */
  withDeps<T>(work: (deps: CliDeps) => Promise<T>): Promise<T>
}
