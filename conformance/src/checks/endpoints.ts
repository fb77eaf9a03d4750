import { newReference, payinBody, payoutBody } from '../run/bodies.ts'
import { type Checks, demandAccepted } from '../run/check.ts'
import { demand, demandEqual, demandMatch } from '../run/expect.ts'
import { cardOf, isAccepted, payinOf, payinPath, payoutOf, payoutPath, withCallbacks } from '../run/subject.ts'

/** The whole service: addresses, JSON, keys, versions. */
export const endpointChecks: Checks = {
  'no-hosted-methods': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const code of ['HOSTED_AR', 'REDIRECT_BR']) {
        const body = { ...payinBody('BT_AR'), service_code: code }
        const exchange = await subject.send(payinPath, body)
        demandEqual(exchange.json?.error?.code, 'unknown_service_code', { expected: 'error.code', evidence: exchange })
      }
    },
  },
  'json-replies': {
    run: async (subject) => {
      for (const body of [payinBody('BT_AR'), {}]) {
        const exchange = await subject.send(payinPath, body)
        const expected = 'a JSON object with the content type application/json'
        demandMatch(exchange.headers.get('content-type'), /^application\/json\b/, { expected, evidence: exchange })
        const isObject = typeof exchange.json === 'object' && exchange.json !== null && !Array.isArray(exchange.json)
        demand(isObject, exchange.text, { expected, evidence: exchange })
      }
    },
  },
  'json-requests': {
    run: async (subject) => {
      for (const raw of ['no JSON', '[]', '"text"', '{"service_code":']) {
        const exchange = await subject.send(payinPath, undefined, { raw })
        const refused = exchange.status < 500 && !isAccepted(exchange)
        demand(refused, exchange.status, {
          expected: 'a body that is no JSON object to be refused',
          evidence: exchange,
        })
      }
    },
  },
  'version-in-path': {
    run: async (subject) => {
      const exchange = await subject.send('/payments/payin_hth', payinBody('BT_AR'))
      demand(!isAccepted(exchange), exchange.status, {
        expected: 'nothing at the path without /api/v1',
        evidence: exchange,
      })
    },
  },
  'trailing-slash': {
    needs: ['decisions'],
    run: async (subject) => {
      const because = 'a slash at the end is the same address'
      await demandAccepted(subject, { path: `${payinPath}/`, body: payinBody('BT_AR'), because })
    },
  },
  'wrong-method': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const path of [payinPath, payoutPath]) {
        const exchange = await subject.send(path, undefined)
        demandEqual(exchange.status, 405, { expected: 'HTTP of GET', evidence: exchange })
        demandEqual(exchange.json?.error?.code, 'method_not_allowed', { expected: 'error.code', evidence: exchange })
        const expected = 'the header Allow to name POST'
        demandMatch(exchange.headers.get('allow'), /\bPOST\b/, { expected, evidence: exchange })
      }
    },
  },
  'unknown-parameter': {
    needs: ['decisions'],
    run: async (subject) => {
      const exchange = await subject.send('/api/v1/payments?statsu=PENDING', undefined)
      demandEqual(exchange.json?.error?.code, 'unknown_parameter', { expected: 'error.code', evidence: exchange })
      const ignored = await subject.send('/api/v1/payments?limit=1&_=17', undefined)
      demandEqual(ignored.status, 200, { expected: 'HTTP with a name that begins with _', evidence: ignored })
      const paid = await subject.send(`${payinPath}?statsu=PENDING`, payinBody('BT_AR'))
      const warning = paid.json?.warnings?.find(({ code }: { code: string }) => code === 'unknown_parameter')
      demandEqual(warning?.param, 'statsu', { expected: 'param of the warning of a pay-in', evidence: paid })
    },
  },
  'nothing-deprecated': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const { exchange } of [
        await payinOf(subject, 'BT_AR'),
        await payoutOf(subject, 'BT_AR'),
        await cardOf(subject),
      ]) {
        for (const name of ['deprecation', 'sunset']) {
          demandEqual(exchange.headers.get(name), null, { expected: `the header ${name}`, evidence: exchange })
        }
      }
    },
  },
  'key-required': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const path of [payinPath, payoutPath]) {
        const body = path === payinPath ? payinBody('BT_AR') : payoutBody('BT_AR')
        const exchange = await subject.send(path, body, { headers: { authorization: '' } })
        demandEqual(exchange.status, 401, { expected: 'HTTP of a request without a key', evidence: exchange })
        demandEqual(exchange.json?.error?.code, 'missing_key', { expected: 'error.code', evidence: exchange })
      }
    },
  },
  'read-by-id': {
    needs: ['decisions'],
    run: async (subject) => {
      const { data } = await payinOf(subject, 'BT_PE')
      const exchange = await subject.send(`/api/v1/payments/${data.transaction_id}`, undefined)
      for (const name of ['transaction_id', 'reference', 'amount', 'currency']) {
        demandEqual(exchange.json?.data?.[name], data[name], { expected: `data.${name}`, evidence: exchange })
      }
    },
  },
  'point-id-is-a-uuid': {
    needs: ['receiver'],
    run: async (subject) => {
      const { credentials } = withCallbacks(subject)
      const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
      demandMatch(credentials.pointId, uuid, { expected: 'the Point ID to be a UUID' })
    },
  },
  'same-reference-same-request': {
    needs: ['decisions'],
    run: async (subject) => {
      const body = payinBody('SPEI_MX')
      const [first, second] = [await subject.send(payinPath, body), await subject.send(payinPath, body)]
      const id = first.json?.data?.transaction_id
      demandEqual(second.json?.data?.transaction_id, id, {
        expected: 'transaction_id of the repetition',
        evidence: second,
      })
      const replayed = second.headers.get('idempotent-replayed')
      demandEqual(replayed, 'true', { expected: 'the header Idempotent-Replayed', evidence: second })
    },
  },
  'same-reference-other-request': {
    needs: ['decisions'],
    run: async (subject) => {
      const reference = newReference()
      const body = payinBody('SPEI_MX', { reference })
      await demandAccepted(subject, { path: payinPath, body, because: 'the reference is new' })
      const other = await subject.send(payinPath, { ...body, amount: 1501 })
      demandEqual(other.status, 409, { expected: 'HTTP of the same reference with another amount', evidence: other })
      demandEqual(other.json?.error?.code, 'reference_conflict', { expected: 'error.code', evidence: other })
    },
  },
  'reference-of-pay-in-and-payout': {
    needs: ['decisions'],
    run: async (subject) => {
      const reference = newReference()
      const because = 'pay-ins and payouts have references of their own'
      await demandAccepted(subject, { path: payinPath, body: payinBody('BT_AR', { reference }), because })
      await demandAccepted(subject, { path: payoutPath, body: payoutBody('BT_AR', { reference }), because })
    },
  },
}
