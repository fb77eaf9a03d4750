import { textsOf } from '../../app/languages.ts'
import { fieldNames as en } from '../../texts/en/field-names.ts'
import { fieldNames as es } from '../../texts/es/field-names.ts'
import { fieldNames as pt } from '../../texts/pt/field-names.ts'

const useTexts = textsOf<Readonly<Record<string, string>>>({ en, es, pt })

/** What a field of a request is called in the reader's language; a field that is not known by its name in the API. */
export function useFieldName(): (name: string) => string {
  const names = useTexts()
  return (name) => names[name] ?? name
}
