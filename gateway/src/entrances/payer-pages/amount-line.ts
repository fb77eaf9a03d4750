import { type Html, html } from './html.ts'

/** Texts of more characters than this do not fit a phone in the largest size, and in the second. */
const largeLengthMax = 11
const mediumLengthMax = 15

/** The amount as the page's largest figure, which never breaks: the longer it is, the smaller. */
export function amountLine(written: string, currency: string): Html {
  const size = written.length <= largeLengthMax ? '' : written.length <= mediumLengthMax ? ' medium' : ' small'
  return html`<p class="amount${size}"><span>${written}</span> <small>${currency}</small></p>`
}
