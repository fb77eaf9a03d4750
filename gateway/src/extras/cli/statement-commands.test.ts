import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { main } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'statements-'))
after(() => rmSync(folder, { recursive: true }))

const whole =
  ':20:A\n:25:12\n:28C:1\n:60F:C300613MXN0,00\n:61:300614C5,00NTRF//B1\n:86:P 22K4-7XM\n:62F:C300614MXN5,00\n-\n'

async function call(
  text: string | Uint8Array,
  ...others: string[]
): Promise<{ code: number; out: string; err: string }> {
  const file = join(folder, 'statement.txt')
  writeFileSync(file, text)
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = { env: {}, out: (line: string) => out.push(line), err: (line: string) => err.push(line) }
  const code = await main(['statement', 'read', file, ...others], terminal)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('statement read shows statements and lines without a database', async () => {
  const { code, out } = await call(whole)
  assert.equal(code, 0)
  assert.match(out, /12 MXN booked.*opening 0\.00 MXN.*closing 5\.00 MXN.*adds up/)
  assert.match(out, /1\.1 +2030-06-14 \+5\.00 MXN, bankRef B1, P 22K4-7XM/)
  const json = JSON.parse((await call(whole, '--json')).out)
  assert.equal(json.statements[0].lines[0].refs.bankRef, 'B1')
})

test('what a bank or a payer wrote is shown, and the terminal obeys none of it', async () => {
  const text = 'P\u001b[2J\u0007\u009b\u202e\u200b7XM'
  const { out } = await call(whole.replace('22K4-7XM', text))
  assert.ok(out.includes('P\u241b[2J\u2407{9b}{202e}{200b}7XM'), JSON.stringify(out))
  const json = await call(whole.replace('22K4-7XM', text), '--json')
  assert.doesNotMatch(json.out, /[\p{Cc}\p{Cf}]/u)
  assert.ok(JSON.parse(json.out).statements[0].lines[0].text.endsWith('\u202e\u200b7XM'))
  const refused = await call(whole.replace(':61:300614C5,00', ':61:\u202e\u009b'))
  assert.match(refused.err, /\{202e\}\{9b\}|\{202e\} /)
  assert.match(
    (await call(whole.replace('P 22K4-7XM', '166?20x?31ES12?32ANA'))).out,
    /the text says ANA the text says ES12/,
  )
})

test('statement read takes the encoding that a person names', async () => {
  const file = Buffer.from(whole.replace('22K4', 'Pe\xa4a'), 'latin1')
  assert.match((await call(file, '--encoding', 'CP850')).out, /Peña-7XM/)
  const wrong = await call(file, '--encoding', 'klingon')
  assert.deepEqual([wrong.code, /"klingon" is no encoding/.test(wrong.err)], [2, true])
})

test('statement read refuses a cut file with line and byte, and wrong calls with exit code 2', async () => {
  const cut = await call(whole.slice(0, whole.indexOf(':62F:')))
  assert.deepEqual([cut.code, cut.out], [1, ''])
  assert.match(cut.err, /Line 7, column 1, byte \d+: .*closing balance/)
  const profile = join(folder, 'profile.json')
  writeFileSync(profile, JSON.stringify({ name: 'x' }))
  const wrong = await call(whole, '--profile', profile)
  assert.equal(wrong.code, 2)
  for (const field of ['delimiter', 'currency', 'header', 'account']) assert.match(wrong.err, new RegExp(field))
  assert.equal((await call(whole, 'another')).code, 2)
  assert.equal((await call(whole, '--time-zone', 'Nowhere/At')).code, 2)
})
