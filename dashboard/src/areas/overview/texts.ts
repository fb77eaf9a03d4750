import { textsOf } from '../../app/languages.ts'
import { overview as en } from '../../texts/en/overview.ts'
import { overview as es } from '../../texts/es/overview.ts'
import { overview as pt } from '../../texts/pt/overview.ts'

export const useOverviewTexts = textsOf({ en, es, pt })
