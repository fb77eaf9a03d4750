import { type Html, html } from './html.ts'

/** Longer texts do not fit on a phone: in the largest size, and in the medium size. */
const largeLengthMax = 11
const mediumLengthMax = 15

/** The amount in the page's largest type. It never breaks; a longer text gets a smaller size. */
export function amountLine(written: string, currency: string): Html {
  const size = written.length <= largeLengthMax ? '' : written.length <= mediumLengthMax ? ' medium' : ' small'
  return html`<p class="amount${size}"><span data-value>${written}</span> <small>${currency}</small></p>`
}
