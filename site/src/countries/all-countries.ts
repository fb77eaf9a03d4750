import { argentina } from './argentina.ts'
import { brazil } from './brazil.ts'
import { chile } from './chile.ts'
import { colombia } from './colombia.ts'
import type { CountryDescription } from './country-description.ts'
import { ecuador } from './ecuador.ts'
import { mexico } from './mexico.ts'
import { paraguay } from './paraguay.ts'
import { peru } from './peru.ts'
import { uruguay } from './uruguay.ts'
import { venezuela } from './venezuela.ts'

/** What the pages say about each country besides the gateway's data. */
export const countryDescriptions: readonly CountryDescription[] = [
  argentina,
  brazil,
  chile,
  colombia,
  ecuador,
  mexico,
  paraguay,
  peru,
  uruguay,
  venezuela,
]
