/** Parts of the specification that only lead to others and demand nothing, each with what it leads to. */
export const introductions: Readonly<Record<string, string>> = {
  'title:text 1.1': 'names the parts of the page',
  'title:text 1.2': 'says that there is no other page',
  'service:text 1.1': 'says what the page is about',
  'service:text 2': 'heads the table of countries and methods',
  'transaction:text 2': 'heads the table of fields',
  'transaction:text 4': 'heads the table of service codes',
  'notification:text 1': 'points to the section on callbacks',
  'card:bullet 4': 'heads the nested structure',
  'payin:bullet 3': 'heads the table of parameters',
  'payout:bullet 3': 'heads the table of parameters',
  'payout:text 1': 'heads the table of allowed values',
  'authentication:text 1': 'heads the rules of the hash',
  'events:text 2': 'heads the delivery rules',
  'events:text 3': 'heads the table of the body',
  'events:text 5': 'heads the table of additional fields',
  'errors:bullet 2': 'points to the section on callbacks',
}

/** SHA-256 of the text from which the rules were written: another text wants to be read again. */
export const specificationSha256 = '2039544e655dde898537500192d0bb36d0e3be7fce8f79c78db795df88069c03'
