import { textsOf } from '../../app/languages.ts'
import { csvProfiles as en } from '../../texts/en/csv-profiles.ts'
import { csvProfiles as es } from '../../texts/es/csv-profiles.ts'
import { csvProfiles as pt } from '../../texts/pt/csv-profiles.ts'

export const useProfileTexts = textsOf({ en, es, pt })
