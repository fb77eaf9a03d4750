import type { Config } from '../../platform/config/config.ts'
import type { CliDeps } from './deps.ts'

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface CommandOption {
  /** What stands behind the name in the help, for example `UUID`; undefined: the option takes no value. */
  value?: string
  help: string
  required?: boolean
}

export type CommandValues = Readonly<Record<string, string | undefined>>

/** What a command tells its caller: facts for people and scripts, and sentences for people. */
export interface CommandResult {
  facts: Readonly<Record<string, string | undefined>>
  notes?: readonly string[]
  /** Other than 0 where the command ran and found something that must not be. */
  exitCode?: number
}

export interface Command {
  /** `point create` */
  name: string
  summary: string
  options: Readonly<Record<string, CommandOption>>
  /** A flag's value is `yes`. */
  run(surroundings: Surroundings, values: CommandValues): Promise<CommandResult>
}

export interface Surroundings {
  config: Config
  /** For a person who waits, not for scripts. */
  say: (line: string) => void
  /** Runs `work` with an open database whose schema is that of this version, and closes everything after it. */
  withDeps<T>(work: (deps: CliDeps) => Promise<T>): Promise<T>
}
