import { useShellTexts } from '../texts/all-shell.ts'
import { CountryMark } from './country-mark.tsx'
import classes from './method.module.css'

/** A payment method as people call it, with its country; the service code stands below, smaller. */
export function Method({ code }: { code: string }) {
  const name = useMethodName()
  return (
    <span className={classes['method']}>
      <CountryMark country={countryOf(code)} />
      <span>
        <span className={classes['name']}>{name(code)}</span>
        <span className={classes['code']}>{code}</span>
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
