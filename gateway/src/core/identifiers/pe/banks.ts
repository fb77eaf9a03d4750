import type { Bank } from '../bank.ts'

/**
 * Banks of Peru; the code is the first three digits of a CCI. Only codes that two sources agree on.
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const PE_BANKS: readonly Bank[] = [
  { code: '002', name: 'BCP', aliases: ['Banco de Crédito del Perú', 'Banco de Crédito'] },
  { code: '003', name: 'Interbank' },
  { code: '009', name: 'Scotiabank' },
  { code: '011', name: 'BBVA', aliases: ['BBVA Continental', 'Banco Continental'] },
  { code: '018', name: 'Banco de la Nacion' },
  { code: '038', name: 'BanBif', aliases: ['Banco Interamericano de Finanzas'] },
  { code: '049', name: 'Mibanco', alt: ['070'] },
]
