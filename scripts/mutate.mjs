// @ts-check
// Mutation tests of the domain: changes its compiled code in every way that StrykerJS knows, runs the tests that reach the
// change, and says which changes none of them notices. Works in a copy with its own packages, so that nobody else
// installs them. Takes some minutes; ends with 1 when too few changes were noticed. A folder may be given to keep the
// copy: `npm run mutate -- /tmp/mutate`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const strykerVersion = '9.6.1'
/** Of all changes, how many must be noticed, in percent. */
const noticedMin = 85

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = process.argv[2]
const copy = wanted === undefined ? mkdtempSync(join(tmpdir(), 'pasarela-mutate-')) : resolve(wanted)
const leftOut = new Set(['node_modules', 'data', '.git', 'dist'])

const settings = {
  packageManager: 'npm',
  // Compiled code: the same decisions as the source without its types, and a process that starts three times as fast.
  mutate: [
    'gateway/dist/src/{core/values,{core,extras}/*/rules}/*.js',
    '!gateway/dist/src/{core/values,{core,extras}/*/rules}/*.test.js',
  ],
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: [
      'gateway/dist/src/{core/values,{core,extras}/*/rules}/*.test.js',
      'gateway/dist/test/faults/money-bugs/rules.test.js',
    ],
    nodeArgs: ['--test-reporter=tap'],
    forceBail: true,
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'mutation.json' },
  ignorePatterns: ['data'],
  thresholds: { high: 95, low: 90, break: noticedMin },
}

/** @param {string} program @param {string[]} options */
function run(program, options) {
  const { status } = spawnSync(program, options, { cwd: copy, stdio: 'inherit', shell: process.platform === 'win32' })
  return status ?? 1
}

function mutate() {
  cpSync(root, copy, {
    recursive: true,
    filter: (source) =>
      !relative(root, source)
        .split(/[\\/]/)
        .some((part) => leftOut.has(part)),
  })
  writeFileSync(join(copy, 'stryker.json'), JSON.stringify(settings, null, 2))
  const packages = ['core', 'tap-runner'].map((name) => `@stryker-mutator/${name}@${strykerVersion}`)
  return (
    run(process.execPath, ['scripts/setup.mjs', '--pages-later']) ||
    run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]) ||
    run('npx', ['stryker', 'run', 'stryker.json'])
  )
}

try {
  process.exitCode = mutate()
} finally {
  if (wanted === undefined) rmSync(copy, { recursive: true, force: true })
  else console.log(`The copy with its report: ${copy}`)
}
