import { useLanguage } from '../../app/languages.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './method.module.css'

/** A payment method as people call it, with its country; the service code stands below, smaller. `short`: only on hover. */
export function Method({ code, short = false }: { code: string; short?: boolean }) {
  const name = useMethodName()
  return (
    <span className={classes['method']} title={short ? `${name(code)} · ${code}` : undefined}>
      <CountryMark country={countryOf(code)} />
      <span>
        <span className={classes['name']}>{name(code)}</span>
        {!short && <span className={classes['code']}>{code}</span>}
      </span>
    </span>
  )
}

/** What people call the method of a service code; a code that has no name here stays as it is. */
export function useMethodName(): (code: string) => string {
  const { methods } = useShellTexts()
  return (code) => methods[code.split('_', 1)[0] ?? ''] ?? code
}

/** Service codes end in their country; those of cards are of everywhere, and end in a currency. */
function countryOf(code: string): string {
  return /_([A-Z]{2})$/.exec(code)?.[1] ?? 'WW'
}

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
