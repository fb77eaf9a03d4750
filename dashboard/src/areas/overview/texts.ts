import { textsOf } from '../../app/languages.ts'
import { declines as declinesEn, overview as en } from '../../texts/en/overview.ts'
import { declines as declinesEs, overview as es } from '../../texts/es/overview.ts'
import { declines as declinesPt, overview as pt } from '../../texts/pt/overview.ts'

export const useOverviewTexts = textsOf({ en, es, pt })
export const useDeclineTexts = textsOf({ en: declinesEn, es: declinesEs, pt: declinesPt })
