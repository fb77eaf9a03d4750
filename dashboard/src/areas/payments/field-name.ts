import { textsOf } from '../../app/languages.ts'
import { fieldNames as en, accountTypes as enTypes } from '../../texts/en/field-names.ts'
import { fieldNames as es, accountTypes as esTypes } from '../../texts/es/field-names.ts'
import { fieldNames as pt, accountTypes as ptTypes } from '../../texts/pt/field-names.ts'
import { peruvianRegions } from './regions.ts'

const useTexts = textsOf<Readonly<Record<string, string>>>({ en, es, pt })

/** What a field of a request is called in the reader's language; a field that is not known by its name in the API. */
export function useFieldName(): (name: string) => string {
  const names = useTexts()
  return (name) => names[name] ?? name
}

const useAccountTypes = textsOf({ en: enTypes, es: esTypes, pt: ptTypes })

/** A kind of account or a region in words, with its code behind it; other values as they are. */
export function useFieldValue(): (name: string, value: string) => string {
  const accountTypes = useAccountTypes()
  return (name, value) => {
    const word = name === 'account_type' ? accountTypes[value] : peruvianRegions[value]
    return word === undefined ? value : `${word} (${value})`
  }
}
