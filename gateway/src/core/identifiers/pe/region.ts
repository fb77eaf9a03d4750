import { iso31662 } from 'iso-3166'
import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, soft } from '../checked.ts'

// Common names that differ from the standard.
const EVERYDAY_NAMES: readonly (readonly [string, string])[] = [
  ['callao', 'PE-CAL'],
  ['provincia constitucional del callao', 'PE-CAL'],
  ['cuzco', 'PE-CUS'],
  ['lima metropolitana', 'PE-LMA'],
  ['lima province', 'PE-LMA'],
  ['provincia de lima', 'PE-LMA'],
]

const REGIONS = iso31662.filter((entry) => entry.parent === 'PE')

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...REGIONS.map((region) => [plain(region.name), region.code] as const),
  ...REGIONS.flatMap((region) => [
    [plain(region.code), region.code] as const,
    [plain(region.code.slice(3)), region.code] as const,
  ]),
  ...EVERYDAY_NAMES,
])

/**
 * Peruvian region (`account_state`): ISO 3166-2 code with or without `PE-`, or the name in any case, with or without
 * accents. Normalised to the code (`PE-AMA`); an unknown region is a soft `unusual` and its text is kept.
 */
export function checkPeruvianRegion(raw: string): Checked {
  const code = CODES_BY_NAME.get(plain(raw).replace(/^(region|departamento)( de)? /, ''))
  if (code !== undefined) return checked('REGION', code)
  return checked('REGION', raw.trim(), soft('unusual', say('id.region_pe')))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()
}
