import { textsOf } from '../app/languages.ts'
import { shell as en } from './en/shell.ts'
import { shell as es } from './es/shell.ts'
import { shell as pt } from './pt/shell.ts'

export const shellTexts = { en, es, pt }
export const useShellTexts = textsOf(shellTexts)
