import { type Body, codes, newReference } from '../run/bodies.ts'
import { type Check, type Checks, demandRefused, demandSentAccepted } from '../run/check.ts'
import type { Exchange } from '../run/exchange.ts'
import { demandEqual, demandMatch, NotChecked } from '../run/expect.ts'
import { isAccepted, type Subject } from '../run/subject.ts'

const path = '/api/v1/payment-links'

/** Payment links as Pasarela offers them; a gateway that has none is not checked. */
export const linkChecks: Checks = {
  'link-is-made-and-read': checkOf(async (subject, { link }) => {
    demandSentAccepted({ exchange: link }, 'a payment link needs no more than this')
    const { payment_link_id: id, url, status } = link.json.data
    demandEqual(link.status, 201, { expected: 'the HTTP status', evidence: link })
    demandMatch(url, /^https?:\/\//, { expected: 'data.url to be an address', evidence: link })
    demandEqual(status, 'active', { expected: 'data.status', evidence: link })
    const read = await subject.send(`${path}/${id}`, undefined)
    demandEqual(read.json?.data?.url, url, { expected: 'data.url', evidence: read })
  }),
  'link-reference-counts-once': checkOf(async (subject, { link, body }) => {
    const again = await subject.send(path, body)
    const { payment_link_id: id } = acceptedData(link)
    demandEqual(again.json?.data?.payment_link_id, id, { expected: 'data.payment_link_id', evidence: again })
    await demandRefused(subject, { path, body: { ...body, amount: 1501 }, because: 'a link has this reference' })
  }),
  'link-title-names-no-address': checkOf(async (subject, { link, body }) => {
    acceptedData(link)
    const titled = { ...body, reference: newReference(), title: 'Pay at https://shop.example' }
    await demandRefused(subject, { path, body: titled, because: 'its title leads payers elsewhere' })
  }),
  'link-is-paused-and-resumed': checkOf(async (subject, { link }) => {
    const { payment_link_id: id } = acceptedData(link)
    const paused = await subject.send(`${path}/${id}/pause`, {})
    const resumed = await subject.send(`${path}/${id}/resume`, {})
    demandEqual(paused.json?.data?.status, 'paused', { expected: 'data.status', evidence: paused })
    demandEqual(resumed.json?.data?.status, 'active', { expected: 'data.status', evidence: resumed })
    demandEqual(resumed.json?.data?.url, paused.json?.data?.url, { expected: 'data.url', evidence: resumed })
  }),
}

interface Made {
  link: Exchange
  /** As it was sent. */
  body: Body
}

function checkOf(look: (subject: Subject, made: Made) => Promise<void>): Check {
  return { needs: ['decisions'], run: async (subject) => await look(subject, await madeLink(subject)) }
}

/** One link for all checks. Throws NotChecked where there are none, or the key may make none. */
async function madeLink(subject: Subject): Promise<Made> {
  return await subject.once('payment link', async () => {
    const currency = codes['BT_AR']?.currency
    const body = { reference: newReference(), title: 'Conformance', amount: 1500, currency }
    const link = await subject.send(path, body)
    const unknown = await subject.send(`${path}-of-nobody`, body)
    if (!isAccepted(link) && [unknown.status, 401, 403, 404, 405, 501].includes(link.status))
      throw new NotChecked(`the gateway makes no payment links for this key: it answers ${link.status}`)
    return { link, body }
  })
}

/** Throws NotChecked where it was refused: that is the fault of another rule. */
function acceptedData(link: Exchange): Exchange['json'] {
  if (!isAccepted(link)) throw new NotChecked(`the payment link was not accepted: ${link.status} ${link.text}`)
  return link.json.data
}
