import { textsOf } from '../../app/languages.ts'
import { declines as declinesEn, overview as en } from '../../texts/en/overview.ts'
import declinesEs from '../../texts/es/declines.json' with { type: 'json' }
import es from '../../texts/es/overview.json' with { type: 'json' }
import declinesPt from '../../texts/pt/declines.json' with { type: 'json' }
import pt from '../../texts/pt/overview.json' with { type: 'json' }

export const useOverviewTexts = textsOf(en, { es, pt })
export const useDeclineTexts = textsOf(declinesEn, { es: declinesEs, pt: declinesPt })
