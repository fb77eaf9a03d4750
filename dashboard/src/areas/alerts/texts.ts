import { textsOf } from '../../app/languages.ts'
import { alerts as en } from '../../texts/en/alerts.ts'
import es from '../../texts/es/alerts.json' with { type: 'json' }
import pt from '../../texts/pt/alerts.json' with { type: 'json' }

export const useAlertsTexts = textsOf(en, { es, pt })
