import { textsOf } from '../../app/languages.ts'
import { webhooks as en, inbox as inboxEn } from '../../texts/en/webhooks.ts'
import { webhooks as es, inbox as inboxEs } from '../../texts/es/webhooks.ts'
import { inbox as inboxPt, webhooks as pt } from '../../texts/pt/webhooks.ts'

export const useWebhooksTexts = textsOf({ en, es, pt })
export const useInboxTexts = textsOf({ en: inboxEn, es: inboxEs, pt: inboxPt })
