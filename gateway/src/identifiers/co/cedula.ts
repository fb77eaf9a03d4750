import { type Checked, checked, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

/** Colombian cédula de ciudadanía (CC): 4 to 10 digits, the first not 0; it has no check digit. Commas are dropped. */
export function checkColombianCedula(raw: string): Checked {
  const digits = withoutSeparators(raw).replaceAll(',', '')
  if (!/^[1-9]\d{3,9}$/.test(digits)) {
    return malformed('CC', digits, 'a CC has 4 to 10 digits and does not start with 0')
  }
  return checked('CC', digits)
}
