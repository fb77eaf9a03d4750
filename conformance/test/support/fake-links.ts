import { randomUUID } from 'node:crypto'
import type { Found, Incoming, Json } from './fake-gateway.ts'

const paths = /^\/api\/v1\/payment-links(?:\/([^/]+)(?:\/(pause|resume))?)?$/

/** Payment links in their smallest correct form; undefined for every other path. */
export function answerLink(
  links: Json[],
  { method, path, body }: { method: string; path: string; body: Record<string, Json> },
  repeats: boolean,
): Found | undefined {
  const [isLinks, id, word] = paths.exec(path) ?? []
  if (isLinks === undefined) return undefined
  if (id === undefined) return method === 'POST' ? create(links, body, repeats) : undefined
  const link = links.find((each) => each.payment_link_id === id)
  if (link && word) link.status = word === 'pause' ? 'paused' : 'active'
  return link && found(word ?? 'read', { code: 200, data: { ...link } })
}

function create(links: Json[], fields: Record<string, Json>, repeats: boolean): Found {
  const same = repeats ? undefined : links.find(({ reference }) => reference === fields['reference'])
  const id = randomUUID()
  const made = { ...fields, payment_link_id: id, url: `https://pay.example.com/${id}`, status: 'active' }
  const problems = [
    ...(same && same.amount !== fields['amount'] ? ['reference conflict'] : []),
    ...(String(fields['title']).includes('://') ? ['title address'] : []),
  ]
  const remember = () => void (same ?? links.push(made))
  return { ...found('create', { code: same ? 200 : 201, data: same ?? made }), problems, remember }
}

function found(word: string, { code, data }: { code: number; data: Json }): Found {
  const incoming: Incoming = { kind: 'link', code: word, fields: {} }
  return { incoming, problems: [], code, data: () => data, remember: () => undefined }
}
