import { codes } from '../run/bodies.ts'
import type { Checks } from '../run/check.ts'
import { demand, demandEqual, demandMatch, demandText } from '../run/expect.ts'
import { type Created, payinOf, payoutOf, type Subject } from '../run/subject.ts'

const allCodes = Object.keys(codes)
/** For which the specification lists the deposit account. DEBIN_AR has none: its example leaves the fields out. */
const depositCodes = ['BT_AR', 'DEBIN_AR', 'BT_CL', 'BT_PY', 'BT_PE', 'PIX_BR', 'BT_UY']
const isoMicroseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/
const seconds = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** The fields of replies. */
export const transactionChecks: Checks = {
  'transaction-id': {
    run: async (subject) => {
      await each(subject, allCodes, ({ data, exchange }) => {
        const expected = 'data.transaction_id to be a text'
        whereItIs(data.transaction_id, (found) => demandText(found, { expected, evidence: exchange }))
      })
    },
  },
  'transaction-id-unique': {
    run: async (subject) => {
      const seen = new Set<unknown>()
      await each(subject, allCodes, ({ data, exchange }) => {
        if (data.transaction_id === undefined) return
        const expected = 'a transaction_id that no other transaction has'
        demand(!seen.has(data.transaction_id), data.transaction_id, { expected, evidence: exchange })
        seen.add(data.transaction_id)
      })
    },
  },
  'pay-in-reference': {
    run: async (subject) => {
      await eachPayin(subject, allCodes, ({ data, body, exchange }) =>
        demandEqual(data.reference, body['reference'], { expected: 'data.reference', evidence: exchange }),
      )
    },
  },
  'payout-reference': {
    run: async (subject) => {
      await eachPayout(subject, allCodes, ({ data, body, exchange }) => {
        const demanded = { expected: 'data.reference', evidence: exchange }
        whereItIs(data.reference, (found) => demandEqual(found, body['reference'], demanded))
      })
    },
  },
  'pay-in-amount': {
    run: async (subject) => {
      await eachPayin(subject, allCodes, ({ data, body, exchange }) => {
        const demanded = { expected: 'the number data.amount', evidence: exchange }
        whereItIs(data.amount, (found) => demandEqual(found, body['amount'], demanded))
      })
    },
  },
  'payout-amount': {
    run: async (subject) => {
      await eachPayout(subject, allCodes, ({ data, body, exchange }) => {
        const demanded = { expected: 'the number data.amount', evidence: exchange }
        whereItIs(data.amount, (found) => demandEqual(found, body['amount'], demanded))
      })
    },
  },
  'pay-in-created-at': timestamp('created_at'),
  'pay-in-updated-at': timestamp('updated_at'),
  'pay-in-expired-at': timestamp('expired_at'),
  'payout-created-at': {
    run: async (subject) => {
      await eachPayout(subject, allCodes, ({ data, exchange }) => {
        const expected = 'data.created_at to look like 2030-01-31 23:59:59'
        whereItIs(data.created_at, (found) => demandMatch(found, seconds, { expected, evidence: exchange }))
      })
    },
  },
  'expires-after-creation': {
    run: async (subject) => {
      await eachPayin(subject, withoutDebin(allCodes), ({ data, exchange }) => {
        if (data.expired_at === undefined || data.created_at === undefined) return
        const later = Date.parse(data.expired_at) > Date.parse(data.created_at)
        demand(later || Number.isNaN(Date.parse(data.expired_at)), data.expired_at, {
          expected: `expired_at to be after ${data.created_at}`,
          evidence: exchange,
        })
      })
    },
  },
  ...Object.fromEntries(
    ['bank', 'num', 'type', 'beneficiary', 'reference'].map((name) => [
      `target-account-${name}`,
      {
        run: async (subject: Subject) => {
          await eachPayin(subject, depositCodes, (created) => demandTarget(created, `target_account_${name}`))
        },
      },
    ]),
  ),
  'target-account-doc-id': {
    run: async (subject) => {
      await eachPayin(subject, depositCodes, ({ data, exchange }) => {
        const found = data.target_account_doc_id
        const expected = 'target_account_doc_id, where it is there, to be a text or null'
        demand(found === undefined || isTextOrNull(found), found, { expected, evidence: exchange })
      })
    },
  },
  'deposit-account-is-named': {
    needs: ['decisions'],
    run: async (subject) => {
      const bankTransfers = allCodes.filter((code) => code.startsWith('BT_'))
      await eachPayin(subject, [...bankTransfers, 'PM_VE', 'YP_PE'], ({ data, exchange }) =>
        demandText(data.target_account_num, { expected: 'target_account_num to be a text', evidence: exchange }),
      )
    },
  },
  'debin-has-no-deposit-account': {
    needs: ['decisions'],
    run: async (subject) => {
      await eachPayin(subject, ['DEBIN_AR'], ({ data, exchange }) =>
        demandEqual(data.target_account_num, null, { expected: 'target_account_num', evidence: exchange }),
      )
    },
  },
  'debin-reply': {
    run: async (subject) => {
      await eachPayin(subject, ['DEBIN_AR'], ({ data, exchange }) => {
        for (const name of ['transaction_id', 'amount', 'reference', 'created_at', 'status']) {
          demand(data[name] !== undefined, data[name], { expected: `data.${name}`, evidence: exchange })
        }
      })
    },
  },
  'pix-code': {
    run: async (subject) => {
      await eachPayin(subject, ['PIX_BR'], ({ data, exchange }) => {
        const expected = 'pix_br_code to be a Pix code: it begins with 000201 and ends with a check sum'
        demandMatch(data.pix_br_code, /^000201.*6304[0-9A-Fa-f]{4}$/s, { expected, evidence: exchange })
      })
    },
  },
  'pix-code-only-for-pix': {
    run: async (subject) => {
      const others = allCodes.filter((code) => code !== 'PIX_BR')
      await eachPayin(subject, others, ({ data, exchange }) =>
        demandEqual(data.pix_br_code, undefined, { expected: 'data.pix_br_code', evidence: exchange }),
      )
    },
  },
  clabe: {
    run: async (subject) => {
      await eachPayin(subject, ['SPEI_MX'], ({ data, exchange }) =>
        demandMatch(data.clabe, /^\d{18}$/, { expected: 'data.clabe to have 18 digits', evidence: exchange }),
      )
    },
  },
  ...Object.fromEntries(
    ['transaction_id', 'amount', 'currency', 'status', 'created_at', 'updated_at', 'expired_at'].map((name) => [
      `pay-in-has-${name.replaceAll('_', '-')}`,
      {
        run: async (subject: Subject) => {
          await eachPayin(subject, withoutDebin(allCodes), ({ data, exchange }) =>
            demand(data[name] !== undefined && data[name] !== null, data[name], {
              expected: `data.${name}`,
              evidence: exchange,
            }),
          )
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    ['transaction_id', 'amount', 'reference', 'created_at', 'status'].map((name) => [
      `payout-has-${name.replaceAll('_', '-')}`,
      {
        run: async (subject: Subject) => {
          await eachPayout(subject, allCodes, ({ data, exchange }) =>
            demand(data[name] !== undefined && data[name] !== null, data[name], {
              expected: `data.${name}`,
              evidence: exchange,
            }),
          )
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(codes).map(([code, { currency }]) => [
      `currency-${code}`,
      {
        // The specification shows these four.
        ...(['BT_AR', 'BT_CL', 'BT_PE', 'SPEI_MX'].includes(code) ? {} : { needs: ['decisions' as const] }),
        run: async (subject: Subject) => {
          const { data, exchange } = await payinOf(subject, code)
          const demanded = { expected: 'data.currency', evidence: exchange }
          whereItIs(data.currency, (found) => demandEqual(found, currency, demanded))
        },
      },
    ]),
  ),
}

function timestamp(name: string): Checks[string] {
  return {
    run: async (subject) => {
      await eachPayin(subject, withoutDebin(allCodes), ({ data, exchange }) => {
        const expected = `data.${name} to look like 2030-01-31T23:59:59.123456Z`
        whereItIs(data[name], (found) => demandMatch(found, isoMicroseconds, { expected, evidence: exchange }))
      })
    },
  }
}

function demandTarget({ data, body, exchange }: Created, name: string): void {
  const mayLack = body['service_code'] === 'DEBIN_AR' && data[name] === undefined
  const expected = `${name} of ${String(body['service_code'])} to be a text or null`
  demand(mayLack || isTextOrNull(data[name]), data[name], { expected, evidence: exchange })
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

/** A field that is missing breaks the rule that it must be there, not the rule about its form. */
function whereItIs(found: unknown, look: (found: unknown) => void): void {
  if (found !== undefined) look(found)
}

/** The specification's example of DEBIN_AR shows five fields only. */
function withoutDebin(codesOfCheck: readonly string[]): string[] {
  return codesOfCheck.filter((code) => code !== 'DEBIN_AR')
}

async function each(subject: Subject, wanted: readonly string[], look: (created: Created) => void): Promise<void> {
  await eachPayin(subject, wanted, look)
  await eachPayout(subject, wanted, look)
}

async function eachPayin(subject: Subject, wanted: readonly string[], look: (created: Created) => void): Promise<void> {
  for (const code of wanted) look(await payinOf(subject, code))
}

async function eachPayout(
  subject: Subject,
  wanted: readonly string[],
  look: (created: Created) => void,
): Promise<void> {
  for (const code of wanted) look(await payoutOf(subject, code))
}
