import { type SpawnOptions, spawn } from 'node:child_process'

/** Longer than any message of these programs. The rest is dropped. */
const MAX_OUTPUT_CHARACTERS = 20_000

export interface ProgramResult {
  /** Exit code; undefined if a signal ended the program or it could not start. */
  code: number | undefined
  output: string
  /** Why it could not start, such as ENOENT or EACCES. */
  failure: NodeJS.ErrnoException | undefined
}

/** Runs a short program until it ends. Never rejects. */
export function runProgram(command: string, args: string[], options: SpawnOptions): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_CHARACTERS) output += chunk.toString('utf8')
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', (failure) => resolve({ code: undefined, output, failure }))
    child.on('close', (code) => resolve({ code: code ?? undefined, output, failure: undefined }))
  })
}
