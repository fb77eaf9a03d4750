/** The product's version, as package.json and the change log say it. */
export const version = '0.1.0'
