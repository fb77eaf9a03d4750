import { textsOf } from '../../app/languages.ts'
import { team as en } from '../../texts/en/team.ts'
import es from '../../texts/es/team.json' with { type: 'json' }
import pt from '../../texts/pt/team.json' with { type: 'json' }

export const useTeamTexts = textsOf(en, { es, pt })
