/** A bank or wallet of one country's list. */
export interface Bank {
  /** The code that the country's rails use; one provider's number where `bankSentAs` is `name`. */
  code: string
  name: string
  /** Other codes under which the same bank appears. */
  alt?: readonly string[]
  /** Other names that customers use. */
  aliases?: readonly string[]
  /** Brazil: identifier in the payment system, 8 characters. */
  ispb?: string
  /** Mexico: the 5-digit institution code; its last three digits are `code`. */
  banxico?: string
  /** Venezuela: supports Pago Móvil. */
  p2p?: boolean
  /** Same text for banks of one group with different codes. */
  group?: string
  /** The code of the bank that acquired this one, where accounts still have the old code. */
  successor?: string
}
