/** The languages in which people are spoken to, as ISO 639-1 codes. */
export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
