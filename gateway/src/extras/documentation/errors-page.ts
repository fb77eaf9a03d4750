import { type Html, html, trustedHtml } from '../../core/payer-pages/html.ts'
import { textsIn } from '../../core/texts/language.ts'
import { type Language, languages } from '../../core/texts/messages/languages.ts'
import { inLanguages } from '../../core/texts/translated.ts'
import { type PayoutFailure, payoutFailureAnchor, payoutFailures } from '../../core/values/payout-failure.ts'
import { allErrorCodes, meaningOf } from '../../core/web/reply-problem.ts'
import { type DocsPage, docsPage } from './pages.ts'
import { en } from './texts/en.ts'
import es from './texts/es.json' with { type: 'json' }
import pt from './texts/pt.json' with { type: 'json' }

export const errorTexts = inLanguages(en, { es, pt })

/** Where the page stands in each language; `doc_url` of refusals leads to the English one. */
export function errorsPath(language: Language): string {
  return language === 'en' ? '/docs/errors' : `/docs/${language}/errors`
}

/** The catalogue of error codes, one row and one anchor per code. `doc_url` of every refusal links here. */
export function errorsPage({ docs, language }: { docs: boolean; language: Language }): DocsPage {
  const texts = errorTexts[language]
  const { payoutFailures: meanings } = textsIn(language)
  const refusals = allErrorCodes().map(({ code, http, type }) =>
    row({ anchor: code, code, http, type, meaning: meaningOf(code, language) }),
  )
  const failures = Object.keys(payoutFailures).map((name) => {
    const code = name as PayoutFailure
    return row({ anchor: payoutFailureAnchor(code), code, http: 200, type: 'payout_failed', meaning: meanings[code] })
  })
  const advice = Object.entries(texts.byType).map(
    ([type, text]) => html`<tr><td>${codeWord(type)}</td><td>${withCode(text)}</td></tr>
`,
  )
  const home = language === 'en' ? '/docs/' : `/docs/${language}/`
  const body = html`${docs && html`<p><a href="${home}">${texts.documentation}</a></p>`}
${languageLinks(language)}<h1>${texts.title}</h1>
<p>${withCode(texts.intro)}</p>
<h2>${texts.whatToDo}</h2>
<table><thead><tr><th>${texts.type}</th><th>${texts.whatToDo}</th></tr></thead><tbody>
${advice}</tbody></table>
${table(refusals, language)}
<h2 id="payout_failed">${texts.failures.title}</h2>
<p>${withCode(texts.failures.intro)}</p>
${table(failures, language)}`
  return docsPage(texts.title, body, language)
}

function languageLinks(shown: Language): Html {
  const links = languages.map((language) =>
    language === shown
      ? html`<span aria-current="page">${textsIn(language).languageName}</span> `
      : html`<a href="${errorsPath(language)}" hreflang="${language}" lang="${language}">${textsIn(language).languageName}</a> `,
  )
  return html`<nav aria-label="${errorTexts[shown].languages}">${links}</nav>
`
}

function table(rows: readonly Html[], language: Language): Html {
  const { code, meaning } = errorTexts[language]
  return html`<table><thead><tr><th>${code}</th><th>HTTP</th><th>${meaning}</th></tr></thead><tbody>
${rows}</tbody></table>`
}

interface Row {
  anchor: string
  code: string
  http: number
  type: string
  meaning: string
}

function row({ anchor, code, http, type, meaning }: Row): Html {
  return html`<tr id="${anchor}"><td>${codeWord(code)}<small>${type}</small></td><td>${http}</td><td>${meaning}</td></tr>
`
}

/** A code breaks behind its underscores alone. */
function codeWord(code: string): Html {
  return html`<code>${code.split(/(?<=_)/).map((part, at) => html`${at > 0 && trustedHtml('<wbr>')}${part}`)}</code>`
}

/** Words between backticks are code. */
function withCode(text: string): readonly Html[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
