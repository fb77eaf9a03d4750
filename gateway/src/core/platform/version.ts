/** The product's version. The same as in package.json and the change log. */
export const version = '0.1.0'
