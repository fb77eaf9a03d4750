import { textsOf } from '../app/languages.ts'
import { statuses as en } from './en/statuses.ts'
import { statuses as es } from './es/statuses.ts'
import { statuses as pt } from './pt/statuses.ts'

export const useStatusTexts = textsOf({ en, es, pt })
