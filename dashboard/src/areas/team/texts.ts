import { textsOf } from '../../app/languages.ts'
import { team as en } from '../../texts/en/team.ts'
import { team as es } from '../../texts/es/team.ts'
import { team as pt } from '../../texts/pt/team.ts'

export const useTeamTexts = textsOf({ en, es, pt })
