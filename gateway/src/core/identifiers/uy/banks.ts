import type { Bank } from '../bank.ts'

/**
 * Banks of Uruguay; the code is that of the central bank.
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const UY_BANKS: readonly Bank[] = [
  { code: '001', name: 'BROU - Banco de la República Oriental del Uruguay', alt: ['1001'] },
  { code: '091', name: 'Banco Hipotecario del Uruguay', alt: ['1091'], aliases: ['BHU'] },
  { code: '110', name: 'Banco Bandes', alt: ['1110'] },
  { code: '113', name: 'Banco ITAU', alt: ['1113'] },
  { code: '128', name: 'Scotiabank', alt: ['1128'] },
  { code: '137', name: 'Banco Santander', alt: ['1137'] },
  { code: '153', name: 'Banco Bilbao Vizcaya Argentaria', alt: ['1153'], aliases: ['BBVA'] },
  { code: '157', name: 'HSBC Bank', alt: ['1157'] },
  { code: '162', name: 'Banque Heritage', alt: ['1162'] },
  { code: '205', name: 'Citibank N.A. Sucursal', alt: ['1205'] },
  { code: '246', name: 'Banco de la Nación Argentina', alt: ['1246'] },
  { code: '361', name: 'Banco de la Provincia de Buenos Aires', alt: ['1361'], aliases: ['Bapro'] },
  { code: '905', name: 'PREX(FORTEX)', alt: ['7905'] },
]
