import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { notTested } from './not-tested.ts'

/** How the programs of the documentation are run, by the ending of their files. */
export const programLanguages = {
  sh: { command: 'sh', check: ['-c', 'command -v curl openssl'], needs: 'sh with curl and openssl' },
  mjs: { command: process.execPath, check: ['--version'], needs: 'Node' },
  py: { command: 'python3', check: ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], needs: 'Python 3.9' },
  php: { command: 'php', check: ['-r', 'exit(PHP_VERSION_ID >= 80100 ? 0 : 1);'], needs: 'PHP 8.1' },
} as const

export type ProgramLanguage = keyof typeof programLanguages

export function isInstalled(language: ProgramLanguage): boolean {
  const { command, check } = programLanguages[language]
  return spawnSync(command, check, { stdio: 'ignore' }).status === 0
}

/** Says aloud that something was not tested; fails in CI, where every language is installed. */
export function skipAloud(what: string, language: ProgramLanguage, context: TestContext): void {
  const sentence = `${what} NOT TESTED: ${programLanguages[language].needs} is not installed here.`
  notTested(context, sentence)
}

/** Runs a program, with `input` as its source where it has no file, and returns all that it printed. */
export async function runProgram(
  language: ProgramLanguage,
  { args = [], input, env }: { args?: readonly string[]; input?: string; env: Record<string, string | undefined> },
): Promise<string> {
  const moduleOfInput = language === 'mjs' && input !== undefined ? ['--input-type=module'] : []
  const child = spawn(programLanguages[language].command, [...moduleOfInput, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece
    })
  }
  child.stdin.end(input ?? '')
  const [code] = await once(child, 'close')
  assert.equal(code, 0, output)
  return output
}
