import { textsOf } from '../../app/languages.ts'
import { signIn as en } from '../../texts/en/sign-in.ts'
import { signIn as es } from '../../texts/es/sign-in.ts'
import { signIn as pt } from '../../texts/pt/sign-in.ts'

export const useSignInTexts = textsOf({ en, es, pt })
