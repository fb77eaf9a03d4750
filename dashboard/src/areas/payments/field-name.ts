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
