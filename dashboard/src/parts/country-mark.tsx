import { useLanguage } from '../app/languages.ts'
import classes from './country-mark.module.css'

/** A country by its two letters, with its name on hover and for screen readers. `WW` is everywhere. */
export function CountryMark({ country }: { country: string }) {
  const language = useLanguage()
  const name = country === 'WW' ? country : (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country)
  return (
    <abbr className={classes['mark']} title={name}>
      {country}
    </abbr>
  )
}
