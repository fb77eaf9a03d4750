import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { type FoundFile, moveInto } from './folder.ts'

const root = mkdtempSync(join(tmpdir(), 'folder-'))
after(() => rmSync(root, { recursive: true, force: true }))

function put(folder: string, name: string, text = 'bytes'): FoundFile {
  const path = join(folder, name)
  writeFileSync(path, text)
  const { size, mtimeMs: modifiedMs, ino: inode } = lstatSync(path)
  return { folder, name, size, modifiedMs, inode }
}

const move = { into: 'done', suffix: 'x', text: 'why' }
let folders = 0
function aFolder(): string {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  return folder
}

test('a file moves into the folder beside it, and nothing that stands there is replaced', async () => {
  const folder = aFolder()
  assert.equal(await moveInto(put(folder, 'a.sta', 'one'), move), true)
  assert.equal(await moveInto(put(folder, 'a.sta', 'two'), move), true)
  assert.deepEqual(readdirSync(join(folder, 'done')).sort(), ['a.sta', 'a.sta.txt', 'a.x.sta', 'a.x.sta.txt'])
  assert.equal(readFileSync(join(folder, 'done', 'a.sta'), 'utf8'), 'one')
})

test('a file that came in the place of the one that was read stays', async () => {
  const folder = aFolder()
  const read = put(folder, 'a.sta')
  writeFileSync(join(folder, 'other'), 'nobody has read this')
  rmSync(join(folder, 'a.sta'))
  put(folder, 'a.sta', 'nobody has read this')
  const isSame = lstatSync(join(folder, 'a.sta')).ino === read.inode
  assert.ok(!isSame, 'the file system gave another number')
  assert.equal(await moveInto(read, { ...move, text: undefined }), false)
  assert.deepEqual(readdirSync(folder).sort(), ['a.sta', 'done', 'other'])
})

test('a folder that is a link, or in a folder that is one, takes nothing', async () => {
  const [folder, outside] = [aFolder(), aFolder()]
  symlinkSync(outside, join(folder, 'done'))
  await assert.rejects(moveInto(put(folder, 'a.sta'), move), /is no folder/)
  const link = join(root, 'link')
  symlinkSync(folder, link)
  await assert.rejects(
    moveInto({ ...put(folder, 'b.sta'), folder: link }, { ...move, into: 'refused' }),
    /is no folder/,
  )
  assert.deepEqual([readdirSync(outside), existsSync(join(folder, 'refused'))], [[], false])
})

test('a folder that is changed for a link again and again while files move leads nothing elsewhere', async () => {
  const [folder, outside] = [aFolder(), aFolder()]
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    // What the mover makes in between stays in the way: then the next step does it.
    `const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
    const { stop, done, away, outside } = require('node:worker_threads').workerData
    let turn = 0
    const steps = [() => renameSync(done, away + ++turn), () => symlinkSync(outside, done), () => unlinkSync(done)]
    while (Atomics.load(stop, 0) === 0) for (const step of steps) try { step() } catch {}`,
    { eval: true, workerData: { stop, outside, done: join(folder, 'done'), away: join(folder, 'away') } },
  )
  mkdirSync(join(folder, 'done'))
  const ended = new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject))
  let moved = 0
  for (let n = 0; n < 2_000; n++) {
    const file = put(folder, `${n}.sta`)
    await moveInto(file, { ...move, text: 'why' }).then(
      (isMoved) => {
        moved += Number(isMoved)
      },
      () => undefined,
    )
  }
  Atomics.store(stop, 0, 1)
  await ended
  assert.deepEqual(readdirSync(outside), [])
  assert.ok(moved > 0)
})
