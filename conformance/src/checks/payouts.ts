import { cardCode, codes, payoutBody } from '../run/bodies.ts'
import { type Check, type Checks, demandAccepted, demandRefused, demandSentAccepted } from '../run/check.ts'
import { demand, demandEqual } from '../run/expect.ts'
import { isAccepted, payoutOf, payoutPath, plainPayout, type Subject } from '../run/subject.ts'

/** Codes for which the specification lists no requirement: Pasarela decides. */
const undecided = ['BT_UY', 'DEBIN_AR']

export const payoutChecks: Checks = {
  ...Object.fromEntries(Object.keys(codes).map((code) => [`payout-accepts-${code}`, accepts(code)])),
  'payout-by-post': {
    run: async (subject) => {
      const exchange = await subject.send(payoutPath, undefined)
      demand(!isAccepted(exchange), exchange.status, { expected: 'nothing to be paid by GET', evidence: exchange })
    },
  },
  'payout-requires-service-code': requires('service_code', ['BT_AR']),
  'payout-unknown-service-code': {
    run: async (subject) => {
      const body = { ...payoutBody('BT_AR'), service_code: 'BT_XX' }
      await demandRefused(subject, { path: payoutPath, body, because: 'there is no service code BT_XX' })
    },
  },
  'payout-not-by-card': {
    run: async (subject) => {
      const body = { ...payoutBody('BT_AR'), service_code: cardCode }
      await demandRefused(subject, { path: payoutPath, body, because: 'cards are for pay-ins only' })
    },
  },
  'payout-requires-amount': requires('amount', ['BT_AR', 'PIX_BR']),
  'payout-requires-reference': requires('reference', ['BT_AR', 'PIX_BR']),
  'payout-decimals': {
    run: async (subject) => {
      const body = payoutBody('BT_AR', { amount: 1500.75 })
      const exchange = await demandAccepted(subject, { path: payoutPath, body, because: 'an amount may have decimals' })
      demandEqual(exchange.json.data.amount, 1500.75, { expected: 'data.amount', evidence: exchange })
    },
  },
  'payout-amount-is-positive': {
    run: async (subject) => {
      for (const amount of [0, -1]) {
        const body = payoutBody('BT_AR', { amount })
        await demandRefused(subject, { path: payoutPath, body, because: `nobody can be paid ${amount}` })
      }
    },
  },
  ...Object.fromEntries(
    [
      'account_bank',
      'account',
      'account_doc_id',
      'account_beneficiary',
      'account_state',
      'account_inter_bank_code',
    ].map((field) => [`payout-requires-${field.replaceAll('_', '-')}`, requires(field, codesWith(field))]),
  ),
  'payout-requires-account-type': requires('account_type', codesWith('account_type')),
  'payout-requires-account-doc-type': requires('account_doc_type', codesWith('account_doc_type')),
  'payout-uses-account-phone': {
    run: async (subject) => {
      for (const [code, phone] of [
        ['YP_PE', '912345678'],
        ['PM_VE', '04121234567'],
      ] as const) {
        const body = payoutBody(code, { account_phone: phone })
        await demandAccepted(subject, { path: payoutPath, body, because: `${code} uses account_phone` })
      }
    },
  },
  ...Object.fromEntries(
    Object.entries(codes).flatMap(([code, { accountTypes, documentTypes }]) => [
      ...(accountTypes ? [[`payout-account-types-${code}`, allows(code, 'account_type', accountTypes)]] : []),
      ...(documentTypes ? [[`payout-document-types-${code}`, allows(code, 'account_doc_type', documentTypes)]] : []),
    ]),
  ),
  'payout-takes-fields-of-examples': {
    run: async (subject) => {
      const because = 'the examples send these fields too'
      for (const code of ['BT_PE', 'BT_CL']) {
        const body = payoutBody(code, { payer_name: 'PAGADOR DE PRUEBA' })
        await demandAccepted(subject, { path: payoutPath, body, because })
      }
      const { account_inter_bank_code: interBankCode, ...others } = payoutBody('BT_PE')
      const both = { ...others, account_inter_bank_code: interBankCode, inter_bank_code: interBankCode }
      await demandAccepted(subject, { path: payoutPath, body: both, because })
    },
  },
  'inter-bank-code-alone': {
    needs: ['decisions'],
    run: async (subject) => {
      const { account_inter_bank_code: interBankCode, ...others } = payoutBody('BT_PE')
      const body = { ...others, inter_bank_code: interBankCode }
      await demandAccepted(subject, { path: payoutPath, body, because: 'inter_bank_code is the same field' })
    },
  },
  'payout-to-pix-keys': {
    run: async (subject) => {
      for (const [account, document] of [
        ['39053344705', '39053344705'],
        ['16727230000197', '16727230000197'],
        ['+5521988887777', '39053344705'],
      ]) {
        const body = payoutBody('PIX_BR', { account, account_doc_id: document })
        await demandAccepted(subject, { path: payoutPath, body, because: `${account} is a kind of Pix key` })
      }
    },
  },
  'payout-of-BT_UY-requires': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const field of ['account_bank', 'account', 'account_beneficiary'])
        await refusesWithout(subject, 'BT_UY', field)
    },
  },
  'payout-of-DEBIN_AR-requires': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const field of ['account_type', 'account']) await refusesWithout(subject, 'DEBIN_AR', field)
    },
  },
  'payout-account-has-a-shape': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [code, account] of [
        ['BT_AR', '123'],
        ['PIX_BR', 'hello'],
        ['SPEI_MX', '00211500000000001'],
      ] as const) {
        const body = payoutBody(code, { account })
        await demandRefused(subject, { path: payoutPath, body, because: `${account} is no account of ${code}` })
      }
    },
  },
  'payout-company-documents': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [code, type, id] of [
        ['BT_CO', 'NIT', '8909039388'],
        ['BT_EC', 'RUC', '1792060346001'],
      ] as const) {
        const body = payoutBody(code, { account_doc_type: type, account_doc_id: id })
        await demandAccepted(subject, { path: payoutPath, body, because: `companies of ${code} have a ${type}` })
      }
    },
  },
}

function accepts(code: string): Check {
  return {
    run: async (subject: Subject) => {
      const because = `this is what the specification requires of a ${code} payout`
      demandSentAccepted(await plainPayout(subject, code), because)
    },
  }
}

function requires(field: string, wanted: readonly string[]): Check {
  return {
    run: async (subject: Subject) => {
      for (const code of wanted) await refusesWithout(subject, code, field)
    },
  }
}

async function refusesWithout(subject: Subject, code: string, field: string): Promise<void> {
  const body = { ...payoutBody(code), [field]: undefined }
  await demandRefused(subject, { path: payoutPath, body, because: `${code} needs ${field}` })
}

/** Every value is taken, another one is not. */
function allows(code: string, field: string, values: readonly string[]): Check {
  return {
    run: async (subject: Subject) => {
      // The values that the plain payout of the code does not show.
      const { body: plain } = await payoutOf(subject, code)
      for (const value of values.filter((each) => each !== plain[field])) {
        const body = payoutBody(code, { [field]: value, ...fitting(code, value) })
        await demandAccepted(subject, { path: payoutPath, body, because: `${value} is a value of ${field} of ${code}` })
      }
      const body = payoutBody(code, { [field]: 'SOMETHING_ELSE' })
      await demandRefused(subject, { path: payoutPath, body, because: `SOMETHING_ELSE is no ${field} of ${code}` })
    },
  }
}

/** Numbers that fit a type of account or document of the country. */
function fitting(code: string, value: string): Record<string, string> {
  return fittingValues[`${code.slice(-2)} ${value}`] ?? {}
}

const fittingValues: Readonly<Record<string, Record<string, string>>> = {
  'AR ALIAS': { account: 'prueba.pago.uno' },
  'CL RUT': { account: '12531909', account_doc_id: '12531909-2' },
  'CL PAS': { account_doc_id: 'P1234567' },
  'CL CE': { account_doc_id: '12345678' },
  'PE RUC': { account_doc_id: '20100047218' },
  'PE PAS': { account_doc_id: 'P1234567' },
  'PE CE': { account_doc_id: '001234567' },
  'PY PAS': { account_doc_id: 'P1234567' },
  'PY CRP': { account_doc_id: '1234567' },
  'PY CRC': { account_doc_id: '1234567' },
  'PY RUC': { account_doc_id: '80000519-8' },
  'CO CE': { account_doc_id: '123456' },
  'CO PAS': { account_doc_id: 'P1234567' },
  'VE CI': { account_doc_id: 'V12345678' },
  'VE RIF': { account_doc_id: 'G200099976' },
  'VE PAS': { account_doc_id: 'P1234567' },
  'EC CIE': { account_doc_id: '1714307103' },
  'EC PAS': { account_doc_id: 'P1234567' },
}

function codesWith(field: string): string[] {
  return Object.entries(codes).flatMap(([code, { payout }]) =>
    field in payout && !undecided.includes(code) ? [code] : [],
  )
}
