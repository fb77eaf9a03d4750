import { textsOf } from '../../app/languages.ts'
import { signIn as en } from '../../texts/en/sign-in.ts'
import es from '../../texts/es/sign-in.json' with { type: 'json' }
import pt from '../../texts/pt/sign-in.json' with { type: 'json' }

export const useSignInTexts = textsOf(en, { es, pt })
