import { generatedTexts } from './generated-texts.ts'
import { escapeText, inlineText } from './html-text.ts'
import type { Language } from './languages.ts'
import type { FieldFacts, OperationFacts } from './method-facts.ts'

/** The fields of a service code as a definition list, those that it needs first. */
export function methodFields({ required, optional }: OperationFacts, language: Language): string {
  const rows = [
    ...Object.entries(required).map(([name, field]) => row({ name, field, isRequired: true }, language)),
    ...Object.entries(optional).map(([name, field]) => row({ name, field, isRequired: false }, language)),
  ]
  return rows.length === 0 ? '' : `<dl class="fields">${rows.join('')}</dl>`
}

function row(
  { name, field, isRequired }: { name: string; field: FieldFacts; isRequired: boolean },
  language: Language,
): string {
  const texts = generatedTexts[language].fields
  const type = field.acceptsNumber ? `${texts.text} ${texts.or} ${texts.number}` : texts.text
  const mark = isRequired ? ` <span class="required">${texts.required}</span>` : ''
  const facts = [allowedFact(field, language), texts.atMost(field.maxLength), exampleFact(field, language)]
  return (
    `<div><dt><code>${escapeText(name)}</code> <span class="type">${type}</span>${mark}</dt>` +
    `<dd><p>${inlineText(field.description[language])}</p>` +
    `<p class="facts">${facts.filter((each) => each !== '').join(' · ')}</p></dd></div>`
  )
}

function allowedFact({ allowed = [] }: FieldFacts, language: Language): string {
  if (allowed.length === 0) return ''
  const { always, oneOf } = generatedTexts[language].fields
  const values = allowed.map((value) => `<code>${escapeText(value)}</code>`)
  return `${allowed.length === 1 ? always : oneOf} ${values.join(' ')}`
}

function exampleFact({ example }: FieldFacts, language: Language): string {
  return `${generatedTexts[language].fields.example} <code>${escapeText(example)}</code>`
}
