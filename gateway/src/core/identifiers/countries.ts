import type { Country } from '../values/country.ts'
import { argentina } from './ar/argentina.ts'
import { brazil } from './br/brazil.ts'
import { chile } from './cl/chile.ts'
import { colombia } from './co/colombia.ts'
import type { CountryIdentifiers } from './country-identifiers.ts'
import { ecuador } from './ec/ecuador.ts'
import { mexico } from './mx/mexico.ts'
import { peru } from './pe/peru.ts'
import { paraguay } from './py/paraguay.ts'
import { uruguay } from './uy/uruguay.ts'
import { venezuela } from './ve/venezuela.ts'

/** The identifiers of every country. A new country is a folder of its own and one line here. */
export const identifiersOf: Readonly<Record<Country, CountryIdentifiers>> = {
  AR: argentina,
  BR: brazil,
  CL: chile,
  CO: colombia,
  EC: ecuador,
  MX: mexico,
  PE: peru,
  PY: paraguay,
  UY: uruguay,
  VE: venezuela,
}
