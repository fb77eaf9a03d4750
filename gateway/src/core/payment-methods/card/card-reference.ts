/** The characters of a card pay-in's reference (spec, Create card pay-in). */
export const cardReferenceLength = 22

/** What a card pay-in's reference must look like. */
export const cardReferenceShape = new RegExp(`^[A-Za-z0-9]{${cardReferenceLength}}$`)

/** The same in words. The catalogues of texts hold the sentences that are made with them. */
export const cardReferenceWords = `exactly ${cardReferenceLength} letters and digits`

/** Of documents and examples of requests. */
export const cardReferenceExample = 'ORDER00000000000000001'
