import { codeSamples } from './code-samples.ts'
import { fieldList } from './fields.ts'
import type { MethodFacts, OperationFacts } from './gateway-facts.ts'
import { inlineText } from './html-text.ts'
import { moneyDiagram, stepList } from './money-diagram.ts'
import { payinSteps, payoutSteps } from './money-steps.ts'
import type { Schema } from './open-api.ts'
import type { Page } from './reference-pages.ts'

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** One page for each service code, and one that lists them by country. */
export function methodPages(methods: readonly MethodFacts[]): Page[] {
  return [indexPage(methods), ...methods.map(methodPage)]
}

export function methodPath({ code }: Pick<MethodFacts, 'code'>): string {
  return `methods/${code.toLowerCase().replaceAll('_', '-')}`
}

export function countryName(country: string): string {
  return country === 'WW' ? 'Worldwide' : (regionNames.of(country) ?? country)
}

function indexPage(methods: readonly MethodFacts[]): Page {
  const rows = methods.map(
    (method) =>
      `| ${countryName(method.country)} | [${method.code}](/${methodPath(method)}) ${inlineText(shortName(method))} | ${method.currency} | ${directions(method)} |`,
  )
  const text = `# Payment methods

A payment names its method by \`service_code\`. Each page shows the fields, a request that works, the money's way, and what a live point refuses.

| Country | Service code | Currency | For |
| --- | --- | --- | --- |
${rows.join('\n')}

Your program can read the same from \`GET /api/v1/services\`: see [Catalogue](/reference/catalogue).
`
  return { path: 'methods/index', title: 'Payment methods', description: 'Every service code by country.', text }
}

/** The name without its country, which the page shows beside it. */
function shortName({ name }: MethodFacts): string {
  return name.replace(/, .*$/, '')
}

function directions({ payin, payout }: MethodFacts): string {
  return [payin ? 'pay-ins' : '', payout ? 'payouts' : ''].filter((each) => each !== '').join(', ')
}

function methodPage(method: MethodFacts): Page {
  const { code, name, country, currency, decimals, payin, payout } = method
  const title = `${code}: ${name}`
  const facts = [
    `| Country | ${countryName(country)} |`,
    `| Currency | ${currency}, ${decimals === 0 ? 'no decimals' : `${decimals} decimals`} |`,
    ...(payin
      ? [
          `| A pay-in expires | after ${payin.expiresAfterHours} ${payin.expiresAfterHours === 1 ? 'hour' : 'hours'}, unless \`expired_at\` says otherwise |`,
        ]
      : []),
    ...(payin
      ? [
          `| \`amount\` in callbacks | ${payin.callbackAmount ? 'always where money was booked' : 'by the setting `amount_always`'} |`,
        ]
      : []),
    `| For | ${directions(method)} |`,
  ]
  const parts = [
    `# ${inlineText(title)}`,
    `| What | Value |\n| --- | --- |\n${facts.join('\n')}`,
    ...(payin ? [operationPart(method, 'payin', payin)] : []),
    ...(payout ? [operationPart(method, 'payout', payout)] : []),
    `## Try it\n\nEvery ordinary amount succeeds on a test point. An amount whose whole part ends in 777 chooses what goes wrong: see [Testing failures](/guides/testing-failures).`,
  ]
  const description = `${name}: fields, examples and the way of the money for ${code}.`
  return { path: methodPath(method), title, description, text: `${parts.join('\n\n')}\n` }
}

function operationPart(method: MethodFacts, kind: 'payin' | 'payout', operation: OperationFacts): string {
  const steps = kind === 'payin' ? payinSteps(operation.kind, method) : payoutSteps(method)
  const word = kind === 'payin' ? 'Pay-in' : 'Payout'
  const diagram = moneyDiagram({
    id: `${kind}-way`,
    title: `The way of the money of a ${method.code} ${word.toLowerCase()}`,
    steps,
    last: kind === 'payin' ? 'Payer' : 'Beneficiary',
  })
  const request = { method: 'POST', path: `/api/v1/payments/${kind}_hth`, body: operation.example, isKeyed: true }
  return [
    `## ${word}`,
    `<figure class="way">${diagram}</figure>`,
    stepList(steps),
    `### Request`,
    codeSamples(request),
    `### Fields`,
    `Besides \`service_code\`, \`amount\`, \`reference\`, \`expired_at\` and \`metadata\`:`,
    `<div v-pre>${fieldList(schemaOf(operation), {})}</div>`,
    refusals(operation),
  ].join('\n\n')
}

function schemaOf({ required, optional }: OperationFacts): Schema {
  const properties = Object.fromEntries(
    [...Object.entries(required), ...Object.entries(optional)].map(([name, field]) => [
      name,
      {
        type: field.acceptsNumber ? ['string', 'number'] : 'string',
        description: field.description,
        example: field.example,
        maxLength: field.maxLength,
        ...(field.allowed && { enum: field.allowed }),
      },
    ]),
  )
  return { properties, required: Object.keys(required) }
}

function refusals({ rejects }: OperationFacts): string {
  if (rejects.length === 0) return ''
  const rows = rejects.map(({ because, field, code, strictOnly }) => {
    const name = field.split('.').at(-1)
    return `| \`${name}\` | ${inlineText(because)} | [\`${code}\`](/docs/errors#${code}){target="_self"} | ${strictOnly ? 'takes it with a warning' : 'refuses it too'} |`
  })
  return `### What a live point refuses\n\n| Field | Because | Code | A test point |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
}
