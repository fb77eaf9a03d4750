/** Documents shorter than this are no documents but parts of one. */
const documentLengthMin = 5

/**
 * Whether money came from another document than the payer's of the order. False where either is not known or the
 * provider shows it masked: then nobody can say.
 */
export function isOtherPayer(ordered: string | null | undefined, sender: string | null | undefined): boolean {
  const expected = normalised(ordered)
  const paid = normalised(sender)
  if (expected === undefined || paid === undefined) return false
  return expected !== paid
}

function normalised(document: string | null | undefined): string | undefined {
  if (!document || /[*•xX]{2}/.test(document)) return undefined
  const text = document.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return text.length >= documentLengthMin ? text : undefined
}
