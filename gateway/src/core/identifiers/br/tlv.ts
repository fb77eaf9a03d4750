/** One field of an EMV code: 2-digit id, value, and nested fields if the value is a template. */
export interface BrCodeField {
  id: string
  value: string
  children?: readonly BrCodeField[]
}

const VALUE_LENGTH_MAX = 99

/** Writes one field: id, length in two digits, value. Throws a RangeError above 99 characters. */
export function writeField(id: string, value: string): string {
  if (value.length > VALUE_LENGTH_MAX) {
    throw new RangeError(`field ${id} of a BR Code has ${value.length} characters, at most ${VALUE_LENGTH_MAX} fit`)
  }
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/**
 * Reads a sequence of fields in order; undefined when the text is no sequence. Only template ids (26–51, 62, 64, 80–99)
 * may hold fields. A template value that is no sequence stays opaque, because wallets of Peru write such values.
 */
export function readFields(text: string): BrCodeField[] | undefined {
  const fields = readSequence(text)
  return fields?.map((field) => {
    const children = isTemplate(field.id) ? readSequence(field.value) : undefined
    return children ? { ...field, children } : field
  })
}

function readSequence(text: string): BrCodeField[] | undefined {
  const fields: BrCodeField[] = []
  for (let position = 0; position < text.length; ) {
    const header = /^(\d{2})(\d{2})$/.exec(text.slice(position, position + 4))
    if (!header) return undefined
    const [, id = '', digits = ''] = header
    const end = position + 4 + Number(digits)
    if (end > text.length) return undefined
    fields.push({ id, value: text.slice(position + 4, end) })
    position = end
  }
  return fields.length > 0 ? fields : undefined
}

function isTemplate(id: string): boolean {
  const number = Number(id)
  return (number >= 26 && number <= 51) || number === 62 || number === 64 || number >= 80
}
