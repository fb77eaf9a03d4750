import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { cardReferenceShape } from '../../src/core/payment-methods/card/card-fields.ts'
import { methods } from '../../src/core/payment-methods/index.ts'
import { amountMaxOf, type Operation, type PaymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import { fieldsOf } from '../../src/core/payment-methods/registry.ts'
import { formatAmount } from '../../src/core/values/money.ts'
import { flatCard, nestedCard } from '../support/card-request.ts'
import { fc } from '../support/test-seed.ts'
import { openWorld, type Wire } from '../support/world.ts'

/** A socket that stays silent for this long counts as hanging. */
const silenceMaxMs = 20_000

/** Runs with each operation of each service code. Half of them has the largest amount. */
const validRuns = 4

/** Enough runs to meet each mutation with each method several times. */
const runs = 200

const payin = '/api/v1/payments/payin_hth'
const payout = '/api/v1/payments/payout_hth'
const payinFields = '"service_code":"BT_AR","payer_doc_id":"20267565393"'
const payoutFields = '"service_code":"BT_AR","account_type":"CBU","account":"2850590940090418135201"'

/** Refused before any field is looked at: body, HTTP status, code, and what the message must say. */
const unreadable: [string, string | Buffer, number, string, RegExp][] = [
  ['nothing', '', 400, 'invalid_json', /empty/],
  ['blanks', ' \n ', 400, 'invalid_json', /ends too early/],
  ['an open brace', '{', 400, 'invalid_json', /ends too early at line 1, column 2/],
  ['a trailing comma', '{"a":1,}', 400, 'invalid_json', /line 1, column 8/],
  ['single quotes', "{'a':1}", 400, 'invalid_json', /line 1, column 2/],
  ['a leading zero', '{\n"a":01}', 400, 'invalid_json', /line 2, column/],
  ['NaN', '{"a":NaN}', 400, 'invalid_json', /line 1, column 6/],
  ['two documents', '{"a":1}{"b":2}', 400, 'invalid_json', /line 1, column 8/],
  ['a raw NUL', '{"a":"\0"}', 400, 'invalid_json', /line 1, column/],
  ['a comment', '{"a":1/*x*/}', 400, 'invalid_json', /line 1, column 7/],
  ['a broken escape', '{"a":"\\u12G4"}', 400, 'invalid_json', /line 1, column/],
  ['null', 'null', 400, 'invalid_json', /object, not null/],
  ['an array', '[{}]', 400, 'invalid_json', /object, not an array/],
  ['a text', '"{}"', 400, 'invalid_json', /object, not a string/],
  ['a number', '1e400', 400, 'invalid_json', /object, not a number/],
  ['a form', 'service_code=BT_AR&amount=1', 400, 'invalid_json', /line 1, column 1/],
  ['a byte 0xFF', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json', /UTF-8/],
  ['an overlong slash', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json', /UTF-8/],
  ['a cut character', Buffer.from([0x7b, 0x22, 0xe2, 0x82]), 400, 'invalid_json', /UTF-8/],
  ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400, 'invalid_json', /UTF-8/],
  ['packed JSON', gzipSync('{"a":1}'), 400, 'invalid_json', /UTF-8/],
  ['17 levels', nested(17), 400, 'invalid_json', /deeper than 16/],
  ['10 000 levels', nested(10_000), 400, 'invalid_json', /deeper than 16/],
  ['__proto__', '{"__proto__":{"amount":1}}', 400, 'invalid_json', /__proto__/],
  ['__proto__ in escapes', '{"\\u005f_proto__":1}', 400, 'invalid_json', /__proto__/],
  ['constructor below', '{"urls":[{"constructor":{"prototype":1}}]}', 400, 'invalid_json', /constructor/],
  ['1 MB', `{"a":"${'x'.repeat(1_000_000)}"}`, 413, 'body_too_large', /64 KiB/],
  ['64 KiB and a byte', `{"a":"${'x'.repeat(65_536 - 7)}"}`, 413, 'body_too_large', /64 KiB/],
]

/** Values as JSON that no field of this name takes. */
const strangeValues: Readonly<Record<string, readonly string[]>> = {
  amount:
    '1e400 | -1e400 | 1e308 | -1 | -0 | 0 | 1e-400 | 123456789012345678901234567890 | true | [1] | {} | null | 1.001'
      .concat(' | "1e3" | "١٠" | " " | "1,5" | "0x10" | "Infinity"')
      .split(' | '),
  reference: String.raw`7 | "" | " " | null | ["a"] | "a\u0000" | "a\u001f" | "\ud800" | "a\udfff b" | "\u0085"`
    .split(' | ')
    .concat(JSON.stringify('r'.repeat(256)), JSON.stringify('r'.repeat(300))),
  expired_at: ['7', '"soon"', '"2030-13-01"', '"2030-01-01T25:00:00Z"', '"2001-01-01"', '"99999-01-01"'],
  service_code: ['"BT_XX"', '7', 'null', '"__proto__"', '"toString"', '"\\u0000"', '{"BT_AR":1}'],
}

describe('whatever is sent', () => {
  const world = openWorld()

  const rows = async () => Number((await world.db.query('select count(*) from transactions')).rows[0].count)
  let unique = 0
  const worksStill = async () => {
    const reference = `works-${unique++}`
    const body = { service_code: 'BT_AR', amount: 777.01, reference, payer_doc_id: '20267565393' }
    assert.equal((await world.call('POST', payin, { body })).status, 200)
  }
  /** A refusal is one of the caller's faults, in the API's own form, and says something. */
  const isRefusal = (body: Wire, status: number, path: string, what: string) => {
    assert.ok(status >= 400 && status < 500, `${what} at ${path}: ${status} ${JSON.stringify(body)}`)
    assert.equal(body.status, path === payout ? 'error' : 'fail', what)
    assert.equal(body.data, null)
    assert.ok(body.message.length > 10 && body.error.message === body.message, what)
  }

  it('an unreadable body is refused with its reason on every route that takes one, and creates nothing', async () => {
    const before = await rows()
    const routes = [
      ['POST', payin, world.demo.api_key],
      ['POST', payout, world.demo.api_key],
      ['POST', '/api/v1/validate', world.demo.api_key],
      ['PUT', '/api/v1/webhook', world.demo.settings_key],
    ] as const
    for (const [what, raw, status, code, says] of unreadable) {
      for (const [method, path, key] of routes) {
        const answer = await world.call(method, path, { raw, key })
        isRefusal(answer.body, answer.status, path, what)
        assert.equal(answer.status, status, `${what} at ${path}: ${JSON.stringify(answer.body)}`)
        assert.equal(answer.body.error.code, code, what)
        assert.match(answer.body.message, says, what)
      }
    }
    assert.equal(await rows(), before)
    await worksStill()
  })

  it('16 levels, a byte order mark and duplicate names are read; of duplicates the last wins', async () => {
    const deep = await world.call('POST', payin, { raw: nested(16) })
    assert.equal(deep.status, 422)
    const twice = `\uFEFF{${payinFields},"amount":1,"reference":"first","reference":"twice","amount":777.01}`
    const answer = await world.call('POST', payin, { raw: twice })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual([answer.body.data.amount, answer.body.data.reference], [777.01, 'twice'])
  })

  it('another content type is 415, JSON in other clothes is read', async () => {
    const raw = `{${payinFields},"amount":777.01,"reference":"clothes"}`
    for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', 'x', '/', '']) {
      const answer = await world.call('POST', payin, { raw, headers: { 'content-type': type } })
      isRefusal(answer.body, answer.status, payin, type)
      assert.equal(answer.status, 415, `${type}: ${JSON.stringify(answer.body)}`)
    }
    for (const charset of ['latin1', 'utf-16', 'utf-7']) {
      const headers = { 'content-type': `application/json; charset=${charset}` }
      assert.equal((await world.call('POST', payin, { raw, headers })).status, 415, charset)
    }
    const headers = { 'content-type': 'Application/JSON; Charset="UTF-8"' }
    assert.equal((await world.call('POST', payin, { raw, headers })).status, 200)
  })

  it('strange values are refused at their field, in pay-ins and payouts', async () => {
    const before = await rows()
    for (const [field, values] of Object.entries(strangeValues)) {
      for (const value of values) {
        for (const path of field === 'expired_at' ? [payin] : [payin, payout]) {
          const fields = path === payin ? payinFields : payoutFields
          const raw = `{${fields},"amount":10,"reference":"strange-${unique++}","${field}":${value}}`
          const { body, status } = await world.call('POST', path, { raw })
          isRefusal(body, status, path, `${field} ${value}`)
          const params = body.errors.map((each: Wire) => each.param)
          assert.deepEqual([status, params], [422, [field]], `${field} ${value}: ${body.message}`)
        }
      }
    }
    assert.equal(await rows(), before)
    await worksStill()
  })

  it('what is not HTTP, or lies about its length, is refused on the bare socket, and the next caller is served', async () => {
    const before = await rows()
    const { port } = new URL(world.url)
    const body = `{${payinFields},"amount":10,"reference":"lies"}`
    const head = (...more: string[]) =>
      [`POST ${payin} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${world.demo.api_key}`, ...more]
        .concat('Content-Type: application/json', 'Connection: close', '', '')
        .join('\r\n')
    const length = Buffer.byteLength(body)
    const lies: [string, string, number[]][] = [
      ['a chunk size that is no number', `${head('Transfer-Encoding: chunked')}zz\r\n${body}\r\n0\r\n\r\n`, [400]],
      ['a chunk longer than said', `${head('Transfer-Encoding: chunked')}2\r\n${body}\r\n0\r\n\r\n`, [400]],
      ['an endless chunk', `${head('Transfer-Encoding: chunked')}ffffffffffffffffff\r\n${body}`, [400]],
      ['a chunk over the limit', `${head('Transfer-Encoding: chunked')}20000\r\n${' '.repeat(131_072)}`, [413]],
      ['both lengths', `${head('Transfer-Encoding: chunked', `Content-Length: ${length}`)}0\r\n\r\n`, [400]],
      ['two lengths', `${head(`Content-Length: ${length}`, 'Content-Length: 1')}${body}`, [400]],
      ['a negative length', `${head('Content-Length: -1')}${body}`, [400]],
      ['a length that is no number', `${head('Content-Length: 1e1')}${body}`, [400]],
      ['a shorter length', `${head('Content-Length: 9')}${body}`, [400]],
      ['a length of a terabyte', `${head('Content-Length: 1000000000000')}${body}`, [413]],
      ['an unknown coding', `${head('Transfer-Encoding: gzip')}${body}`, [400, 501]],
      ['a header with a NUL', `GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`, [400]],
      ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(10_000)}`, [400, 431]],
      ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
      ['no Host', `POST ${payin} HTTP/1.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, [400]],
      ['a proxy’s method', `CONNECT ${payin} HTTP/1.1\r\nHost: x\r\n\r\n`, [400]],
      ['a method of files', `PROPFIND ${payin} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, [404, 405]],
      ['an unknown expectation', `${head('Expect: the-best', 'Content-Length: 2')}{}`, [422]],
      ['a broken escape', 'GET /api/v1/payments/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', [400]],
    ]
    for (const [what, bytes, allowed] of lies) {
      // The same at the path of payouts, whose refusals have another word.
      for (const [path, sent] of [
        [payin, bytes],
        ...(bytes.includes(payin) ? [[payout, bytes.replaceAll(payin, payout)] as const] : []),
      ] as const) {
        const { status, text } = await exchange(Number(port), sent)
        assert.ok(allowed.includes(status), `${what}: ${status} ${text}`)
        const refusal = JSON.parse(text)
        isRefusal(refusal, status, path, what)
        assert.match(refusal.error.request_id, /^req_/, what)
        assert.ok(!text.includes(world.demo.api_key))
      }
    }
    // Half a request and then silence: nobody is left to answer.
    await exchange(Number(port), `${head(`Content-Length: ${length + 5}`)}${body}`, true)
    await exchange(Number(port), `${head('Transfer-Encoding: chunked')}2\r\n{`, true)
    assert.equal(await rows(), before)
    await worksStill()
  })

  it('a body that validation accepts is never answered 5xx, up to the largest amount of its code', async () => {
    let accepted = 0
    for (const { path, operation, body, most } of validBodies()) {
      await world.call('POST', '/api/v1/test/funds', { body: { ...most, overdraft_limit: most.available } })
      await fc.assert(
        fc.asyncProperty(body, async (wanted) => {
          const checked = await world.call('POST', '/api/v1/validate', { body: { operation, ...wanted } })
          const answer = await world.call('POST', path, { body: wanted })
          const told = `${JSON.stringify(wanted)}: ${JSON.stringify([checked.body, answer.body])}`
          assert.ok(checked.status < 500 && (checked.status !== 200 || answer.status < 500), told)
          if (checked.status === 200 && answer.status === 200) accepted++
        }),
        { numRuns: validRuns, endOnFailure: true },
      )
    }
    assert.ok(accepted > 15 * validRuns, `only ${accepted} bodies were accepted by both`)
  })

  it('random bodies, mutated examples and random addresses never break the gateway', async () => {
    let accepted = 0
    const judge = async (method: string, path: string, raw: string | undefined) => {
      const answer = await world.call(method, path, raw === undefined ? {} : { raw })
      assert.ok(answer.status < 500, `${method} ${path} ${raw}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer.status !== 200) isRefusal(answer.body, answer.status, path, `${raw}`)
      else if (path !== '/api/v1/validate' && method === 'POST') accepted++
    }
    const path = fc.constantFrom(payin, payout, '/api/v1/validate')
    const seeds = { numRuns: runs, endOnFailure: true }
    const bodies = fc.oneof({ arbitrary: mutatedExample(), weight: 3 }, fc.json({ stringUnit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(path, bodies, (at, raw) => judge('POST', at, raw)),
      { ...seeds, numRuns: 3 * runs },
    )
    assert.ok(accepted > 5, `only ${accepted} mutations were still acceptable: the others stopped at the door`)
    const names = ['reference', 'status', 'limit', 'cursor', 'created_from', 'created_to', 'pay_type', 'service_code']
    const query = fc.tuple(fc.constantFrom(...names), strangeText())
    await fc.assert(
      fc.asyncProperty(fc.array(query, { maxLength: 3 }), strangeText(), async (pairs, id) => {
        const search = pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
        await judge('GET', `/api/v1/payments?${search}`, undefined)
        await judge('GET', `/api/v1/payments/x${encoded(id)}`, undefined)
        assert.ok((await fetch(`${world.url}/pay/${encoded(id)}`)).status < 500)
      }),
      seeds,
    )
    assert.ok(!world.output().includes('request failed'), 'nothing was logged as a failure of ours')
    await worksStill()
  })
})

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

/** A lone surrogate has no place in an address: it is sent as the replacement character. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}

const oddTexts = [
  '\0',
  '\ud800',
  'a\udc00',
  '',
  ' ',
  '%00',
  "'; drop table transactions; --",
  '\u202e',
  '😀'.repeat(200),
].concat(['x'.repeat(5_000), '9'.repeat(400), '2026-02-30', '-1', '1e400', '../..', '<script>', '\n', 'ı', '٣'])

function strangeText(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 40 }))
}

/** For each operation of each service code: its example with other amounts, texts, times and notes that are valid. */
function validBodies() {
  return (methods as readonly PaymentMethod[]).flatMap((method) => {
    const most = { currency: method.currency, available: formatAmount(amountMaxOf(method), method.currency) }
    return [
      ...(method.payin ? [{ most, path: payin, operation: 'payin', body: validBody(method, method.payin) }] : []),
      ...(method.payout ? [{ most, path: payout, operation: 'payout', body: validBody(method, method.payout) }] : []),
    ]
  })
}

function validBody(method: PaymentMethod, operation: Operation): fc.Arbitrary<Wire> {
  const max = amountMaxOf(method)
  const minor = fc.oneof({ arbitrary: fc.constant(max), weight: 2 }, fc.bigInt(1n, max), fc.constant(1n))
  const freeTexts = fieldsOf(operation).filter(([, field]) => !field.check && !field.allowed && !field.secret)
  const texts = freeTexts.map(([name, { maxLength }]) => [name, plainText(maxLength)] as const)
  const isCard = operation.kind === 'card'
  const changes = fc.record({
    amount: minor.map((value) => formatAmount(value, method.currency)),
    reference: isCard ? fc.stringMatching(cardReferenceShape) : plainText(200).map((text) => `${method.code} ${text}`),
    metadata: fc.dictionary(fc.stringMatching(/^[a-z_]{1,40}$/), plainText(200), { maxKeys: 3 }),
    ...(operation === method.payin && {
      expired_at: fc.date({ noInvalidDate: true, min: soon, max: last }).map((at) => at.toISOString()),
    }),
    ...(isCard ? {} : Object.fromEntries(texts)),
  })
  const example = isCard ? flatCard('4111111111111111') : operation.example
  return changes.map((changed) => ({ ...example, ...changed }))
}

/** Instants between which every pay-in may expire. */
const soon = new Date(Date.now() + 3_600_000)
const last = new Date('2099-12-31T23:59:59.999Z')

/** Letters of all scripts, for a field of so many characters. */
function plainText(lengthMax: number): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: lengthMax }).map((text) => text.slice(0, lengthMax))
}

/** An example of the catalogue with one to four values replaced, removed or added, written as JSON. */
function mutatedExample(): fc.Arbitrary<string> {
  const examples = (methods as readonly PaymentMethod[]).flatMap(({ payin: give, payout: take }) => [
    ...(give && give.kind !== 'card' ? [give.example] : []),
    ...(take ? [take.example] : []),
  ])
  const example = fc.constantFrom(...examples, flatCard('4111111111111111'), nestedCard('4111111111111111'))
  const values = fc.oneof(strangeText(), fc.jsonValue({ stringUnit: 'binary' }), fc.constant(undefined), fc.double())
  const change = fc.tuple(fc.nat(), values, fc.boolean())
  return fc.tuple(example, fc.array(change, { minLength: 1, maxLength: 4 }), fc.uuid()).map(([chosen, changes, id]) => {
    const body: Wire = { reference: id.replaceAll('-', '').slice(0, 22), ...structuredClone(chosen) }
    for (const [at, value, asName] of changes) mutate(body, at, asName ? JSON.stringify(value) : value)
    return JSON.stringify(body)
  })
}

/** Walks to one of the leaves, chosen by `at`, and changes it; now and then the whole branch. */
function mutate(body: Wire, at: number, replacement: unknown): void {
  const names = Object.keys(body)
  const name = names[at % (names.length + 1)]
  const inner = name === undefined ? undefined : body[name]
  if (name === undefined) body[`${JSON.stringify(replacement)}`] = replacement
  else if (inner !== null && typeof inner === 'object' && at % 5 !== 0) mutate(inner, at >> 3, replacement)
  else body[name] = replacement
}

/** Sends bytes as they are and reads one answer; with `leave` it hangs up instead. */
async function exchange(port: number, bytes: string, leave = false): Promise<{ status: number; text: string }> {
  const all = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(bytes, 'latin1'))
      if (leave) setTimeout(() => socket.destroy(), 50)
    })
    socket.setTimeout(silenceMaxMs, () => socket.destroy(new Error('the gateway stays silent')))
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8')
    })
    socket.on('error', (error) => (received === '' && !leave ? reject(error) : resolve(received)))
    socket.on('close', () => resolve(received))
  })
  const [head = '', text = ''] = all.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), text: text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) }
}
