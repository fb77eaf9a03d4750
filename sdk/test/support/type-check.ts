import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from './gateway-world.ts'

/** Compiles one file strictly, as a customer's program would be, without writing anything. The compiler's complaints. */
export function typeErrors(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-types-'))
  try {
    writeFileSync(join(folder, 'check.ts'), source)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['check.ts'] }))
    const { stdout, stderr } = spawnSync(process.execPath, [compilerPath(), '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
    })
    return `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const modules = join(repoRoot, 'node_modules')

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  typeRoots: [join(modules, '@types')],
  types: ['node'],
}

/** The compiler’s program. */
export function compilerPath(): string {
  const folder = join(modules, 'typescript')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  return join(folder, typeof bin === 'string' ? bin : (bin['tsc'] ?? ''))
}
