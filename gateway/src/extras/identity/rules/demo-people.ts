/** The demo's people: enough for every step that needs a second person. */
export const demoPeople = {
  owner: { role: 'owner', name: 'Olga Prado', email: 'owner@pasarela.example', isMerchants: true },
  operations: { role: 'operations', name: 'Pedro Lima', email: 'operations@pasarela.example', isMerchants: true },
  admin: { role: 'admin', name: 'Alma Reyes', email: 'admin@pasarela.example', isMerchants: false },
  operator: { role: 'operations', name: 'Omar Vega', email: 'operator@pasarela.example', isMerchants: false },
} as const

export type DemoName = keyof typeof demoPeople

const addresses: ReadonlySet<string> = new Set(Object.values(demoPeople).map(({ email }) => email))

/** Whether the address belongs to a person whose password the first start prints. */
export function isDemoAddress(email: string): boolean {
  return addresses.has(email)
}
