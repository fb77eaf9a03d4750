import { Mark } from '@mantine/core'

/** The line's text with the order's reference marked, however the bank split or joined it. */
export function MarkedText({ text, token }: { text: string; token: string | null }) {
  const [from, to] = placeOf(text, token ?? '')
  if (to === 0) return <span>{text}</span>
  return (
    <span>
      {text.slice(0, from)}
      <Mark>{text.slice(from, to)}</Mark>
      {text.slice(to)}
    </span>
  )
}

/** Where the token begins and ends in the text; letters and digits alone are compared. `[0, 0]`: nowhere. */
function placeOf(text: string, token: string): readonly [number, number] {
  const letters = [...text.toUpperCase()].flatMap((letter, at) => (/[A-Z0-9]/.test(letter) ? [{ letter, at }] : []))
  const wanted = token.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const found =
    wanted === ''
      ? -1
      : letters
          .map(({ letter }) => letter)
          .join('')
          .indexOf(wanted)
  const first = letters[found]
  const last = letters[found + wanted.length - 1]
  return first && last ? [first.at, last.at + 1] : [0, 0]
}
