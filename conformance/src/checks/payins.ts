import { codes, payinBody } from '../run/bodies.ts'
import { type Check, type Checks, demandAccepted, demandRefused, demandSentAccepted } from '../run/check.ts'
import { demand, demandEqual } from '../run/expect.ts'
import { isAccepted, payinOf, payinPath, plainPayin, type Subject } from '../run/subject.ts'

/** Requests of pay-ins that are no card pay-ins. */
export const payinChecks: Checks = {
  ...Object.fromEntries(Object.keys(codes).map((code) => [`pay-in-accepts-${code}`, accepts(code)])),
  'pay-in-by-post': {
    run: async (subject) => {
      const exchange = await subject.send(payinPath, undefined)
      demand(!isAccepted(exchange), exchange.status, { expected: 'nothing to be created by GET', evidence: exchange })
    },
  },
  'pay-in-requires-service-code': requires('service_code', ['BT_AR']),
  'pay-in-unknown-service-code': {
    run: async (subject) => {
      for (const code of ['BT_XX', 'HOSTED_AR', '']) {
        const body = { ...payinBody('BT_AR'), service_code: code }
        await demandRefused(subject, { path: payinPath, body, because: `there is no service code "${code}"` })
      }
    },
  },
  'pay-in-requires-amount': requires('amount', ['BT_AR', 'PIX_BR']),
  'pay-in-requires-reference': requires('reference', ['BT_AR', 'PIX_BR']),
  'pay-in-decimals': {
    run: async (subject) => {
      const body = payinBody('BT_AR', { amount: 1500.75 })
      const exchange = await demandAccepted(subject, { path: payinPath, body, because: 'an amount may have decimals' })
      demandEqual(exchange.json.data.amount, 1500.75, { expected: 'data.amount', evidence: exchange })
    },
  },
  'pay-in-amount-is-positive': {
    run: async (subject) => {
      for (const amount of [0, -1]) {
        const body = payinBody('BT_AR', { amount })
        await demandRefused(subject, { path: payinPath, body, because: `nobody can pay ${amount}` })
      }
    },
  },
  'pay-in-amount-is-no-word': {
    run: async (subject) => {
      for (const amount of ['much', true, {}, null]) {
        const body = payinBody('BT_AR', { amount })
        await demandRefused(subject, { path: payinPath, body, because: `${JSON.stringify(amount)} is no amount` })
      }
    },
  },
  'pay-in-amount-precision': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [code, amount] of [
        ['BT_AR', 10.505],
        ['BT_CL', 10.5],
      ] as const) {
        const body = payinBody(code, { amount })
        const exchange = await demandRefused(subject, { path: payinPath, body, because: 'no cent is ever dropped' })
        demandEqual(exchange.json?.error?.code, 'amount_precision', { expected: 'error.code', evidence: exchange })
      }
    },
  },
  'pay-in-amount-without-noise': {
    needs: ['decisions'],
    run: async (subject) => {
      const raw = JSON.stringify(payinBody('BT_AR', { amount: 0 })).replace(
        '"amount":0',
        '"amount":0.30000000000000004',
      )
      const exchange = await subject.send(payinPath, undefined, { raw })
      demandEqual(exchange.json?.data?.amount, 0.3, { expected: 'data.amount', evidence: exchange })
    },
  },
  'pay-in-amount-as-text': {
    needs: ['decisions'],
    run: async (subject) => {
      const body = payinBody('BT_AR', { amount: '1500.75' })
      const exchange = await demandAccepted(subject, { path: payinPath, body, because: 'decimal text is exact' })
      demandEqual(exchange.json.data.amount, 1500.75, { expected: 'the number data.amount', evidence: exchange })
    },
  },
  'values-in-any-case': {
    needs: ['decisions'],
    run: async (subject) => {
      const body = payinBody('DEBIN_AR', { service_code: 'debin_ar', account_type: 'cbu' })
      await demandAccepted(subject, { path: payinPath, body, because: 'codes and listed values are taken in any case' })
    },
  },
  'pay-in-amount-limits': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [code, largest, above] of [
        ['BT_AR', 99_999_999_999.99, 100_000_000_000],
        ['PIX_BR', 9_999_999_999.99, 10_000_000_000],
      ] as const) {
        for (const amount of [0.01, largest]) {
          const body = payinBody(code, { amount })
          await demandAccepted(subject, { path: payinPath, body, because: `${amount} is within the limits` })
        }
        const body = payinBody(code, { amount: above })
        const exchange = await demandRefused(subject, { path: payinPath, body, because: 'the amount is too large' })
        demandEqual(exchange.json?.error?.code, 'amount_too_large', { expected: 'error.code', evidence: exchange })
      }
    },
  },
  'pay-in-requires-payer-doc-id': requires('payer_doc_id', codesWith('payer_doc_id')),
  'pay-in-requires-payer-name': requires('payer_name', codesWith('payer_name')),
  'debin-requires-account-type': requires('account_type', ['DEBIN_AR']),
  'debin-requires-account': requires('account', ['DEBIN_AR']),
  'debin-account-types': {
    run: async (subject) => {
      const alias = payinBody('DEBIN_AR', { account_type: 'ALIAS', account: 'prueba.pago.uno' })
      await demandAccepted(subject, { path: payinPath, body: alias, because: 'CBU and ALIAS are the account types' })
      const body = payinBody('DEBIN_AR', { account_type: 'IBAN' })
      await demandRefused(subject, { path: payinPath, body, because: 'IBAN is no account type of DEBIN_AR' })
    },
  },
  'pay-in-needs-nothing-else': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const code of ['YP_PE', 'PM_VE']) {
        const { exchange } = await payinOf(subject, code)
        const expected = `no warning about a ${code} pay-in with the fields of the table`
        demandEqual(exchange.json.warnings?.length ?? 0, 0, { expected, evidence: exchange })
      }
    },
  },
  'pay-in-takes-expired-at': {
    run: async (subject) => {
      const wanted = new Date(Date.now() + 10 * hourMs).toISOString()
      const body = payinBody('BT_AR', { expired_at: wanted })
      const exchange = await demandAccepted(subject, { path: payinPath, body, because: 'expired_at is optional' })
      const found = Date.parse(exchange.json.data.expired_at)
      demandEqual(found, Date.parse(wanted), { expected: `data.expired_at as a time (${wanted})`, evidence: exchange })
    },
  },
  'expired-at-without-suffix-is-utc': {
    needs: ['decisions'],
    run: async (subject) => {
      const wanted = new Date(Date.now() + 10 * hourMs).toISOString()
      const body = payinBody('BT_AR', { expired_at: wanted.replace('Z', '') })
      const exchange = await demandAccepted(subject, { path: payinPath, body, because: 'expired_at may lack a suffix' })
      const found = Date.parse(exchange.json.data.expired_at)
      demandEqual(found, Date.parse(wanted), { expected: `data.expired_at as a time (${wanted})`, evidence: exchange })
    },
  },
  'default-expiry': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const code of Object.keys(codes)) {
        const { data, exchange } = await payinOf(subject, code)
        const hours = Math.round((Date.parse(data.expired_at) - Date.parse(data.created_at)) / hourMs)
        demandEqual(hours, defaultHours[code] ?? 72, {
          expected: `the hours until ${code} expires`,
          evidence: exchange,
        })
      }
    },
  },
  'unknown-field-is-ignored': {
    needs: ['decisions'],
    run: async (subject) => {
      const body = payinBody('BT_AR', { payer_nam: 'PAGADOR' })
      const exchange = await demandAccepted(subject, { path: payinPath, body, because: 'unknown names are ignored' })
      const codesOfWarnings = (exchange.json.warnings ?? []).map(({ code }: { code: string }) => code)
      demand(codesOfWarnings.includes('unknown_field'), codesOfWarnings, { expected: 'a warning', evidence: exchange })
    },
  },
}

const hourMs = 3_600_000
const defaultHours: Readonly<Record<string, number>> = { PIX_BR: 24, YP_PE: 24, PM_VE: 24, SPEI_MX: 24, DEBIN_AR: 48 }

function accepts(code: string): Check {
  return {
    run: async (subject: Subject) => {
      const because = `this is what the specification requires of a ${code} pay-in`
      demandSentAccepted(await plainPayin(subject, code), because)
    },
  }
}

function requires(field: string, wanted: readonly string[]): Check {
  return {
    run: async (subject: Subject) => {
      for (const code of wanted) {
        const body = { ...payinBody(code), [field]: undefined }
        await demandRefused(subject, { path: payinPath, body, because: `${code} needs ${field}` })
      }
    },
  }
}

function codesWith(field: string): string[] {
  return Object.entries(codes).flatMap(([code, { payin }]) => (field in payin ? [code] : []))
}
