export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture that may be shown to payers: its pixels, and nothing else that stood in the file. */
export interface Logo {
  type: LogoType
  width: number
  height: number
  bytes: Buffer
}

export type LogoFault = 'too_large' | 'not_a_picture' | 'damaged' | 'animated' | 'too_wide'

/** What a reader of a format finds: the picture without metadata, or why it is none. */
export type ReadPicture = Omit<Logo, 'type'> | LogoFault
