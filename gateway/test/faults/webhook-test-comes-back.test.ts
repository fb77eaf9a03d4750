import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { postOnce } from '../../src/core/callbacks/delivery/deliver.ts'
import { jsonPoster } from '../../src/core/net/post-json.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { readCallbackEndpoint } from '../../src/extras/webhooks/store/callback-endpoints.ts'
import { testWebhook } from '../../src/extras/webhooks/test-webhook.ts'
import { callbackWorld } from '../support/callback-world.ts'

const world = await callbackWorld({ after })
const poster = jsonPoster({ allowCidrs: ['127.0.0.0/8'], ca: world.authority.cert })
after(async () => await poster.close())
const deps: Pick<Deps, 'database' | 'clock' | 'secretBox' | 'postCallback' | 'notify'> = {
  ...world,
  postCallback: async (post) => await postOnce(poster, 'Pasarela/1.2.3', post),
  notify: () => undefined,
}
const receiver = await world.receiver()

async function setStatus(pointId: string, status: 'paused' | 'suspended'): Promise<void> {
  await world.database.owner.query(
    `update callback_endpoints set status = $2, suspended_at = case when $2 = 'suspended' then gateway_now() end
      where point_id = $1`,
    [pointId, status],
  )
}

const statusAfterTest = async (pointId: string) => {
  const { delivered } = await testWebhook(deps, { pointId, status: 'COMPLETED', payType: 'payin' })
  const found = await world.database.owner.query('select suspended_at from callback_endpoints where point_id = $1', [
    pointId,
  ])
  const endpoint = await readCallbackEndpoint(world.database.engine, pointId)
  return { delivered, status: endpoint?.status, suspendedAt: found.rows[0].suspended_at !== null }
}

test('a test that succeeds puts a suspended address back in service, one that fails does not', async () => {
  const { pointId } = await world.merchant(receiver.url)
  await setStatus(pointId, 'suspended')
  receiver.answerWith(500)
  assert.deepEqual(await statusAfterTest(pointId), { delivered: false, status: 'suspended', suspendedAt: true })
  receiver.answerWith(200)
  assert.deepEqual(await statusAfterTest(pointId), { delivered: true, status: 'active', suspendedAt: false })
})

test('a test that succeeds leaves a pause alone, also one that began while its answer was waited for', async () => {
  const { pointId } = await world.merchant(receiver.url)
  await setStatus(pointId, 'paused')
  assert.deepEqual(await statusAfterTest(pointId), { delivered: true, status: 'paused', suspendedAt: false })
  await setStatus(pointId, 'suspended')
  receiver.answerWith((_, response) => void setStatus(pointId, 'paused').then(() => response.writeHead(200).end()))
  assert.deepEqual(await statusAfterTest(pointId), { delivered: true, status: 'paused', suspendedAt: false })
})
