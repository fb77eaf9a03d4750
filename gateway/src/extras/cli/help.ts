import type { Command } from './command.ts'

/** All commands with one line each. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Usage: pasarela COMMAND [OPTIONS]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command has --help, and --json for scripts. The database is the one of the same settings as the gateway:',
    'DATABASE_URL, or the embedded database in PASARELA_DATA_DIR.',
  ].join('\n')
}

/** One command with its options, required options first. */
export function commandHelp(command: Command): string {
  const argument = command.argument && {
    ...command.argument,
    left: `${command.argument.value}${command.argument.isList ? '…' : ''}`,
  }
  const options = Object.entries(command.options).map(([name, option]) => ({
    left: `--${name}${option.value ? ` ${option.value}` : ''}`,
    ...option,
  }))
  const width = Math.max('--help'.length, argument?.left.length ?? 0, ...options.map(({ left }) => left.length))
  const sorted = [...options.filter(({ required }) => required), ...options.filter(({ required }) => !required)]
  return [
    `Usage: pasarela ${command.name}${argument ? ` ${argument.left}` : ''}${options.map(({ left, required }) => (required ? ` ${left}` : ` [${left}]`)).join('')}`,
    '',
    command.summary,
    '',
    ...(argument ? [`  ${argument.left.padEnd(width)}  ${argument.help}`] : []),
    ...sorted.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`),
    `  ${'--json'.padEnd(width)}  print the facts as one line of JSON`,
    `  ${'--help'.padEnd(width)}  print this`,
  ].join('\n')
}
