import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RecordPage } from '../../core/connectors/connector.ts'
import type { PixRequest } from './calls.ts'
import { pixRecords } from './records.ts'

const now = new Date('2030-06-15T12:00:00Z')
const endMs = now.getTime() - 600_000
const account = { id: 'a', connector: 'pix-api', environment: 'test', credentials: '{"pix_key":"ours"}' } as const
const context = { account, timeoutMs: 1_000, notifyUrl: 'https://gw.example/n', now }

interface Paid {
  id: string
  atMs: number
  chave?: string
}

/** A PSP of these payments. `change` makes its answers wrong. */
function records(
  paid: readonly Paid[],
  change: (
    page: object[],
    asked: { page: number; pages: number },
  ) => { pix?: object[]; page?: number; pages?: number } = () => ({}),
) {
  const calls: PixRequest[] = []
  const source = pixRecords(
    async (_, request) => {
      calls.push(request)
      const {
        inicio = '',
        fim = '',
        'paginacao.paginaAtual': page,
        'paginacao.itensPorPagina': size,
      } = request.query ?? {}
      const listed = paid.filter(({ atMs }) => atMs >= Date.parse(inicio) && atMs <= Date.parse(fim))
      const [at, most] = [Number(page), Number(size)]
      const items = listed.slice(at * most, at * most + most).map(({ id, atMs, chave }) => ({
        ...{ endToEndId: id, txid: id.toLowerCase(), valor: '1.00', horario: new Date(atMs).toISOString(), chave },
      }))
      const pages = Math.max(1, Math.ceil(listed.length / most))
      const changed = { pix: items, page: at, pages, ...change(items, { page: at, pages }) }
      const paginacao = {
        ...{ paginaAtual: changed.page, itensPorPagina: most },
        ...{ quantidadeDePaginas: changed.pages, quantidadeTotalDeItens: listed.length },
      }
      const body = { parametros: { inicio, fim, paginacao }, pix: changed.pix }
      return { kind: 'answer', status: 200, headers: {}, text: '', body, retryAfterMs: undefined }
    },
    async () => await Promise.resolve({ kind: 'not_found' }),
  )
  return { calls, read: async (after: number) => await source.read(after, context) }
}

const many = (count: number, everyMs: number): Paid[] =>
  Array.from({ length: count }, (_, n) => ({ id: `E${n}`, atMs: now.getTime() - 7_200_000 + n * everyMs }))

async function readAll(read: (after: number) => Promise<RecordPage | undefined>, from: number) {
  const found = new Map<string, bigint>()
  for (let after = from; after < endMs; ) {
    const page = (await read(after)) ?? assert.fail('unread')
    for (const { key, executedMinor } of page.records) found.set(key, executedMinor)
    assert.ok(page.nextAfter > after && page.records.length <= 500)
    after = page.nextAfter
  }
  return found
}

describe('the records of a PSP', () => {
  it('are read in windows that never hold more than 500 payments, without losing or adding one', async () => {
    const { read } = records(many(2_345, 2_000))
    const found = await readAll(read, now.getTime() - 3 * 86_400_000)
    assert.equal(found.size, 2_345)
    assert.ok([...found.values()].every((minor) => minor === 100n))
  })

  it('show the last ten minutes, and are not passed by them, because a PSP may list a payment late', async () => {
    const { read, calls } = records([{ id: 'E1', atMs: now.getTime() - 1_000 }])
    const page = await read(endMs)
    assert.deepEqual([page?.records.length, page?.nextAfter], [1, endMs])
    assert.equal(calls[0]?.query?.['fim'], '2030-06-15T12:00:00Z')
  })

  it('leave out what came to another key of the same customer', async () => {
    const atMs = endMs - 1_000
    const { read } = records([
      { id: 'E1', atMs, chave: 'ours' },
      { id: 'E2', atMs, chave: 'theirs' },
    ])
    assert.deepEqual(
      (await read(endMs - 60_000))?.records.map(({ key }) => key),
      ['e1'],
    )
  })

  const wrong: [string, Parameters<typeof records>[1]][] = [
    ['a page that comes twice under another number', (_, { page }) => (page === 1 ? { pix: [] } : {})],
    ['the first page for every number', () => ({ page: 0 })],
    ['more pages with every page', (_, { page, pages }) => ({ pages: Math.max(pages, page + 2) })],
    ['more pages, however short the window', () => ({ pages: 99 })],
    ['a payment that cannot be read', () => ({ pix: [{ endToEndId: 'E1' }] })],
  ]
  for (const [what, change] of wrong) {
    it(`are not read where the PSP gives ${what}`, async () => {
      const { read, calls } = records(many(250, 1), change)
      assert.equal(await read(now.getTime() - 86_400_000), undefined)
      assert.ok(calls.length <= 20, String(calls.length))
    })
  }
})
