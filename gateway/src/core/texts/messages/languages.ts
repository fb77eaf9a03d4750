/** The languages of all user-facing texts, as ISO 639-1 codes. */
export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
