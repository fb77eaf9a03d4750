import { answerList } from './answer-list.ts'
import type { CountryFacts, DocumentFacts } from './country-facts.ts'
import type { Bank } from './gateway-modules.ts'
import { type CountryTexts, generatedTexts } from './generated-texts.ts'
import { escapeText, inlineText } from './html-text.ts'
import type { Language } from './languages.ts'
import type { MethodFacts } from './method-facts.ts'
import {
  countryName,
  countryPath,
  currencyName,
  decimalsOf,
  directions,
  folderOf,
  methodPath,
  shortName,
} from './method-names.ts'
import { moneyWay } from './method-pages.ts'
import type { Page } from './page.ts'

/** In one language: one page for each country, and one that lists them. */
export function countryPages(
  { countries, methods }: { countries: readonly CountryFacts[]; methods: readonly MethodFacts[] },
  language: Language,
): Page[] {
  const own = ({ country }: CountryFacts) => methods.filter((method) => method.country === country)
  const named = countries.toSorted((one, other) =>
    countryName(one.country, language).localeCompare(countryName(other.country, language), language),
  )
  return [
    indexPage(named, own, language),
    ...named.map((country) => countryPage(country, { methods: own(country), language })),
  ]
}

function indexPage(
  countries: readonly CountryFacts[],
  methodsOf: (country: CountryFacts) => readonly MethodFacts[],
  language: Language,
): Page {
  const texts = generatedTexts[language]
  const { title, description, intro } = texts.countries
  const rows = countries.map((facts) => {
    const { country, currency } = facts
    const codes = methodsOf(facts).map((method) => `[${method.code}](/${methodPath(method, language)})`)
    return `| [${countryName(country, language)}](/${countryPath(country, language)}) | ${currency} | ${codes.join(', ')} |`
  })
  const text = `# ${title}\n\n${intro}\n\n| ${texts.country} | ${texts.currency} | ${texts.countries.services} |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  return { path: `${folderOf(language)}countries/index`, language, title, description, text }
}

interface Situation {
  readonly methods: readonly MethodFacts[]
  readonly language: Language
}

function countryPage(facts: CountryFacts, { methods, language }: Situation): Page {
  const texts = generatedTexts[language].countries
  const name = countryName(facts.country, language)
  const withPayin = methods.find(({ payin }) => payin !== undefined)
  const parts = [
    `# ${name}`,
    factsTable(facts, language),
    `## ${texts.services} {#service-codes}`,
    servicesTable(methods, language),
    `## ${texts.documents} {#documents}`,
    texts.documentsText,
    html(`<dl class="fields">${facts.documents.map((each) => documentRow(each, language)).join('')}</dl>`),
    `## ${texts.targets} {#accounts}`,
    html(`<dl class="fields">${facts.targets.map((each) => targetRow(each, language)).join('')}</dl>`),
    `## ${texts.mistakes} {#mistakes}`,
    texts.mistakesText,
    html(answerList(facts.answers, language)),
    ...(withPayin === undefined
      ? []
      : [`## ${texts.way(withPayin.code)} {#way}`, texts.wayText, moneyWay(withPayin, 'payin', language)]),
    `## ${texts.banks(facts.banks.length)} {#banks}`,
    `${bankSentence(facts, texts)} ${texts.bankList(facts.country)}`,
    html(bankTable(facts.banks, texts)),
  ]
  return {
    path: countryPath(facts.country, language),
    language,
    title: name,
    description: texts.pageDescription(name),
    text: `${parts.join('\n\n')}\n`,
  }
}

/** As it is: neither Markdown nor Vue reads it. */
function html(text: string): string {
  return `<div v-pre>${text}</div>`
}

function factsTable({ currency, decimals, printed, timeZone }: CountryFacts, language: Language): string {
  const texts = generatedTexts[language]
  const { amounts, amountsText, printed: onPages, timeZone: zone, timeZoneText } = texts.countries
  const [number, text] = decimals === 0 ? ['1250500', '1250500'] : ['1250.5', '1250.50']
  const rows = [
    [texts.currency, `${currency}, ${currencyName(currency, language)}, ${decimalsOf(decimals, language)}`],
    [amounts, amountsText(number, text)],
    [onPages, escapeText(printed[language])],
    [zone, timeZoneText(timeZone)],
  ]
  return `| ${texts.what} | ${texts.value} |\n| --- | --- |\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`
}

function servicesTable(methods: readonly MethodFacts[], language: Language): string {
  const { serviceCode, currency, purpose } = generatedTexts[language]
  const rows = methods.map(
    (method) =>
      `| [${method.code}](/${methodPath(method, language)}) ${inlineText(shortName(method, language))} | ${method.currency} | ${directions(method, language)} |`,
  )
  return `| ${serviceCode} | ${currency} | ${purpose} |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function documentRow(document: DocumentFacts, language: Language): string {
  const texts = generatedTexts[language].countries
  const { types, example, normalised, format, check, wrongDigit } = document
  const names = types.map((type) => `<code>${escapeText(type)}</code>`).join(' ')
  const sent = example === normalised ? '' : `, ${texts.sentAs} <code>${escapeText(normalised)}</code>`
  return (
    `<div><dt>${names}</dt><dd><p>${inlineText(format[language])}</p><p>${checkText({ check, wrongDigit }, language)}</p>` +
    `<p class="facts">${texts.example} <code>${escapeText(example)}</code>${sent}</p></dd></div>`
  )
}

function targetRow(
  { name, service, field, change, format, check, wrongDigit }: CountryFacts['targets'][number],
  language: Language,
): string {
  const texts = generatedTexts[language].countries
  return (
    `<div><dt><strong>${escapeText(name[language])}</strong></dt>` +
    `<dd><p>${inlineText(format[language])}</p><p>${checkText({ check, wrongDigit }, language)}</p>` +
    `<p class="facts">${texts.field} <code>${field}</code> · ${service} · ${texts.example} <code>${escapeText(String(change[field]))}</code></p></dd></div>`
  )
}

/** How it is checked, and what a wrong check digit leads to. */
function checkText({ check, wrongDigit }: Pick<DocumentFacts, 'check' | 'wrongDigit'>, language: Language): string {
  const { countries } = generatedTexts[language]
  return inlineText(wrongDigit === 'none' ? check[language] : `${check[language]} ${countries.wrongDigit[wrongDigit]}`)
}

function bankSentence({ takesBank, bankSentAs }: CountryFacts, texts: CountryTexts): string {
  if (!takesBank) return texts.bankUnused
  return bankSentAs === 'name' ? texts.bankByName : texts.bankByCode
}

function bankTable(banks: readonly Bank[], texts: CountryTexts): string {
  const hasMobile = banks.some(({ p2p }) => p2p)
  const heads = [texts.code, texts.bank, texts.alsoKnownAs, ...(hasMobile ? [texts.pagoMovil] : [])]
  const rows = banks.map((bank) => {
    const others = [...(bank.alt ?? []), ...(bank.ispb === undefined ? [] : [bank.ispb]), ...(bank.aliases ?? [])]
    const cells = [
      `<code>${escapeText(bank.code)}</code>`,
      escapeText(bank.name),
      escapeText(others.join(', ')),
      ...(hasMobile ? [bank.p2p ? texts.yes : ''] : []),
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const head = `<thead><tr>${heads.map((each) => `<th>${each}</th>`).join('')}</tr></thead>`
  return `<table class="banks">${head}<tbody>${rows.join('')}</tbody></table>`
}
