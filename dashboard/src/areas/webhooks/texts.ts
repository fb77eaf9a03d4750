import { textsOf } from '../../app/languages.ts'
import { webhooks as en, inbox as inboxEn } from '../../texts/en/webhooks.ts'
import inboxEs from '../../texts/es/inbox.json' with { type: 'json' }
import es from '../../texts/es/webhooks.json' with { type: 'json' }
import inboxPt from '../../texts/pt/inbox.json' with { type: 'json' }
import pt from '../../texts/pt/webhooks.json' with { type: 'json' }

export const useWebhooksTexts = textsOf(en, { es, pt })
export const useInboxTexts = textsOf(inboxEn, { es: inboxEs, pt: inboxPt })
