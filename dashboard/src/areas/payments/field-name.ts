import { textsOf } from '../../app/languages.ts'
import { fieldNames as en } from '../../texts/en/field-names.ts'
import es from '../../texts/es/field-names.json' with { type: 'json' }
import pt from '../../texts/pt/field-names.json' with { type: 'json' }

const useTexts = textsOf(en, { es, pt })

/** What a field of a request is called in the reader's language; a field that is not known by its name in the API. */
export function useFieldName(): (name: string) => string {
  const names: Readonly<Record<string, string>> = useTexts()
  return (name) => names[name] ?? name
}

/** What the server says of a field, with the form's names instead of those of the API. */
export function useFieldWords(): (said: string) => string {
  const names: Readonly<Record<string, string>> = useTexts()
  return (said) => said.replace(/^\w+|\b[a-z]+_\w+/g, (word) => names[word.toLowerCase()] ?? word)
}
