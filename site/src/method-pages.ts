import { answerList } from './answer-list.ts'
import { codeSamples } from './code-samples.ts'
import { generatedTexts } from './generated-texts.ts'
import { breakableCode, inlineText } from './html-text.ts'
import type { Language } from './languages.ts'
import type { MethodFacts, OperationFacts } from './method-facts.ts'
import { methodFields } from './method-fields.ts'
import {
  countryName,
  countryPath,
  decimalsOf,
  directions,
  folderOf,
  longName,
  methodPath,
  shortName,
} from './method-names.ts'
import { moneyDiagram, stepList } from './money-diagram.ts'
import { payinSteps, payoutSteps } from './money-steps.ts'
import type { Page } from './page.ts'

/** In one language: one page for each service code, and one that lists them by country. */
export function methodPages(methods: readonly MethodFacts[], language: Language): Page[] {
  return [indexPage(methods, language), ...methods.map((method) => methodPage(method, language))]
}

function indexPage(methods: readonly MethodFacts[], language: Language): Page {
  const texts = generatedTexts[language]
  const { title, description, intro, catalogue } = texts.methods
  const rows = methods.map(
    (method) =>
      `| ${countryLink(method, language)} | [${breakableCode(method.code)}](/${methodPath(method, language)}) ${inlineText(shortName(method, language))} | ${method.currency} | ${directions(method, language)} |`,
  )
  const text = `# ${title}

${intro}

| ${texts.country} | ${texts.serviceCode} | ${texts.currency} | ${texts.purpose} |
| --- | --- | --- | --- |
${rows.join('\n')}

${catalogue}
`
  return { path: `${folderOf(language)}methods/index`, language, title, description, text }
}

function countryLink({ country }: MethodFacts, language: Language): string {
  const name = countryName(country, language)
  return country === 'WW' ? name : `[${name}](/${countryPath(country, language)})`
}

function methodPage(method: MethodFacts, language: Language): Page {
  const texts = generatedTexts[language]
  const { code, country, currency, decimals, payin, payout } = method
  const name = longName(method, language)
  const title = `${code}: ${name}`
  const facts = [
    [texts.country, countryLink(method, language)],
    [texts.currency, `${currency}, ${decimalsOf(decimals, language)}`],
    ...(payin ? payinFacts(payin, language) : []),
    [texts.purpose, directions(method, language)],
  ]
  const parts = [
    `# ${inlineText(title)}`,
    `| ${texts.what} | ${texts.value} |\n| --- | --- |\n${facts.map((row) => `| ${row.join(' | ')} |`).join('\n')}`,
    ...(country === 'WW' ? [] : [texts.methods.formats(countryLink(method, language))]),
    ...(payin ? [operationPart(method, { kind: 'payin', operation: payin }, language)] : []),
    ...(payout ? [operationPart(method, { kind: 'payout', operation: payout }, language)] : []),
    `## ${texts.methods.tryIt}\n\n${texts.methods.tryText}`,
  ]
  return {
    path: methodPath(method, language),
    language,
    title,
    description: texts.methods.pageDescription(name, code),
    text: `${parts.join('\n\n')}\n`,
  }
}

function payinFacts({ expiresAfterHours, callbackAmount }: NonNullable<MethodFacts['payin']>, language: Language) {
  const texts = generatedTexts[language].methods
  return [
    [texts.expires, texts.expiresAfter(expiresAfterHours)],
    [texts.callbackAmount, callbackAmount ? texts.callbackAmountAlways : texts.callbackAmountSetting],
  ]
}

function operationPart(
  method: MethodFacts,
  { kind, operation }: { kind: 'payin' | 'payout'; operation: OperationFacts },
  language: Language,
): string {
  const texts = generatedTexts[language].methods
  const request = { method: 'POST', path: `/api/v1/payments/${kind}_hth`, body: operation.example, isKeyed: true }
  return [
    `## ${generatedTexts[language][kind]} {#${kind}}`,
    moneyWay(method, kind, language),
    `### ${texts.request} {#${kind}-request}`,
    codeSamples(request),
    `### ${texts.fields} {#${kind}-fields}`,
    texts.besides,
    `<div v-pre>${methodFields(operation, language)}</div>`,
    ...(operation.answers.length === 0
      ? []
      : [`### ${texts.refusals} {#${kind}-refusals}`, `<div v-pre>${answerList(operation.answers, language)}</div>`]),
  ].join('\n\n')
}

/** The way of the money of an operation as a picture, and in words. */
export function moneyWay(method: MethodFacts, kind: 'payin' | 'payout', language: Language): string {
  const texts = generatedTexts[language]
  const steps =
    kind === 'payin' ? payinSteps(method.payin?.kind ?? '', method, language) : payoutSteps(method, language)
  const { You, Provider } = texts.methods.lanes
  const diagram = moneyDiagram({
    id: `${kind}-way`,
    title: texts.methods.wayTitle(method.code, texts[kind]),
    steps,
    names: {
      You,
      Pasarela: 'Pasarela',
      Provider,
      Payer: kind === 'payin' ? texts.methods.payer : texts.methods.beneficiary,
    },
  })
  return `<figure class="way">${diagram}</figure>\n\n${stepList(steps)}`
}
