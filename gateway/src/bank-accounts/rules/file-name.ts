/** Of a file's name, as in the database. */
export const fileNameMax = 255

/**
 * Why a name is not taken; undefined: it is. A name is shown and stored and names no place: none may lead to another
 * folder, hide, or deceive who reads it.
 */
export function faultOfFileName(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > fileNameMax) return `is longer than ${fileNameMax} characters`
  if (/[/\\]/.test(name)) return 'holds a slash or a backslash: send the name without its folder'
  if (/[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/u.test(name)) return 'holds characters that cannot be seen'
  if (name.startsWith('.')) return 'begins with a dot'
  if (name.trim() !== name) return 'begins or ends with white space'
  return undefined
}
