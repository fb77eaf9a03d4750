import { textsOf } from '../../app/languages.ts'
import { alerts as en } from '../../texts/en/alerts.ts'
import { alerts as es } from '../../texts/es/alerts.ts'
import { alerts as pt } from '../../texts/pt/alerts.ts'

export const useAlertsTexts = textsOf({ en, es, pt })
