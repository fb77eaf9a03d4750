import { textsOf } from '../../app/languages.ts'
import { webhooks as en } from '../../texts/en/webhooks.ts'
import { webhooks as es } from '../../texts/es/webhooks.ts'
import { webhooks as pt } from '../../texts/pt/webhooks.ts'

export const useWebhooksTexts = textsOf({ en, es, pt })
