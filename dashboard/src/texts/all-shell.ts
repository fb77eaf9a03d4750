import { inLanguages } from '../../../gateway/src/core/texts/translated.ts'
import { textsOf } from '../app/languages.ts'
import { shell as en } from './en/shell.ts'
import es from './es/shell.json' with { type: 'json' }
import pt from './pt/shell.json' with { type: 'json' }

export const shellTexts = inLanguages(en, { es, pt })
export const useShellTexts = textsOf(en, { es, pt })
