/** Shorter texts are parts of a document. */
const documentLengthMin = 5

/**
 * Whether the sender's document differs from the payer's document of the order. False where either is unknown or
 * masked, because they cannot be compared.
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
