import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { isOfCore, sourcesOf, walk } from '../support/import-graph.ts'
import { gatewayRoot } from '../support/processes.ts'

const root = resolve(gatewayRoot, '..')

/** Beside the core: the controls by which a test decides what becomes of a payment. */
const controls = 'extras/simulator-controls/'

/** Copies the core's sources, tests aside, into an empty folder, with what compiles and starts them. */
export function copyCore(folder: string): { files: number; gateway: string } {
  const gateway = join(folder, 'gateway')
  const src = join(gatewayRoot, 'src')
  const texts = walk(src).filter((file) => file.endsWith('.json'))
  const paths = [...sourcesOf(src).map(({ file }) => file), ...texts]
    .map((file) => file.slice(src.length + 1))
    .filter((path) => isOfCore(path.split(sep).join('/')) || (path.startsWith(controls) && !path.endsWith('/extra.ts')))
  for (const path of paths) copy(join(src, path), join(gateway, 'src', path))
  const program = join('test', 'core-alone', 'main-of-core.ts')
  copy(join(gatewayRoot, program), join(gateway, program))
  cpSync(join(gatewayRoot, 'migrations'), join(gateway, 'migrations'), { recursive: true })
  copy(join(gatewayRoot, 'package.json'), join(gateway, 'package.json'))
  copy(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  const compilerOptions = { rootDir: '.', outDir: 'dist', incremental: false }
  const config = { extends: '../tsconfig.base.json', compilerOptions, include: ['src', 'test'] }
  writeFileSync(join(gateway, 'tsconfig.json'), JSON.stringify(config))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { files: paths.length, gateway }
}

/** Compiles the copy; returns what the compiler printed, which is nothing where every import was found. */
export async function compileCore(gateway: string): Promise<string> {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', gateway])
    return stdout
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error)
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
