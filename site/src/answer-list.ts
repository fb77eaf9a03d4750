import type { Answer } from './gateway-answers.ts'
import { generatedTexts } from './generated-texts.ts'
import { escapeText, inlineText } from './html-text.ts'
import type { Language } from './languages.ts'
import { folderOf } from './method-names.ts'

/** An answer, and the operation that it belongs to where the page has several. */
type ShownAnswer = Answer & { readonly service?: string; readonly operation?: 'payin' | 'payout' }

/** Mistakes with what the API answers. */
export function answerList(answers: readonly ShownAnswer[], language: Language): string {
  const rows = answers.map((answer) => row(answer, language))
  return `<dl class="fields answers">${rows.join('')}</dl>`
}

function row({ sent, code, messages, live, test, ...about }: ShownAnswer, language: Language): string {
  const texts = generatedTexts[language].answers
  const changes = sent.map(({ field, json }) =>
    json === undefined
      ? `<span class="type">${inlineText(texts.leftOut(field))}</span>`
      : `<code>"${escapeText(field)}": ${escapeText(shortened(json))}</code>`,
  )
  const where =
    about.service === undefined ? '' : ` <span class="type">${about.service}, ${wordOf(about, language)}</span>`
  const verdict = live === test ? texts.both[live] : texts.refusedLiveOnly
  // Warnings have codes that the list of errors does not name.
  const named =
    live === 'refused'
      ? `<a href="/docs/${folderOf(language)}errors#${code}" target="_self">${code}</a>`
      : `<code>${code}</code>`
  return (
    `<div><dt>${changes.join(' ')}${where}</dt><dd><p class="answer">${escapeText(messages[language])}</p>` +
    `<p class="facts">${named} · ${escapeText(verdict)}</p></dd></div>`
  )
}

function wordOf({ operation = 'payin' }: Pick<ShownAnswer, 'operation'>, language: Language): string {
  return generatedTexts[language][operation].toLowerCase()
}

/** Long values only show that they are long. */
function shortened(json: string): string {
  return json.length > 60 ? `${json.slice(0, 40)}…"` : json
}
