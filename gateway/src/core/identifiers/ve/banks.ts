import type { Bank } from '../bank.ts'

/**
 * Banks of Venezuela; the code is the first four digits of an account.
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const VE_BANKS: readonly Bank[] = [
  { code: '0001', name: 'Banco Central de Venezuela', p2p: false },
  { code: '0102', name: 'Banco de Venezuela', p2p: true, aliases: ['BDV'] },
  { code: '0104', name: 'Banco Venezolano de Credito', p2p: true, aliases: ['BVC'] },
  { code: '0105', name: 'Banco Mercantil', p2p: true },
  { code: '0108', name: 'BBVA Provincial', p2p: true },
  { code: '0114', name: 'Bancaribe', p2p: true },
  { code: '0115', name: 'Banco Exterior', p2p: true },
  { code: '0128', name: 'Banco Caroni', p2p: true },
  { code: '0134', name: 'Banesco', p2p: true },
  { code: '0137', name: 'Banco Sofitasa', p2p: true },
  { code: '0138', name: 'Banco Plaza', p2p: true },
  { code: '0146', name: 'Bangente', p2p: true },
  { code: '0151', name: 'Banco Fondo Comun', p2p: true, aliases: ['BFC'] },
  { code: '0156', name: '100% Banco', p2p: true },
  { code: '0157', name: 'DelSur', p2p: true },
  { code: '0163', name: 'Banco del Tesoro', p2p: true },
  { code: '0166', name: 'Banco Agricola de Venezuela', p2p: true },
  { code: '0168', name: 'Bancrecer', p2p: true },
  { code: '0169', name: 'R4 Banco Microfinanciero (ex Mi Banco)', p2p: true },
  { code: '0171', name: 'Banco Activo', p2p: true },
  { code: '0172', name: 'Bancamiga', p2p: true },
  { code: '0173', name: 'Banco Internacional de Desarrollo', p2p: false },
  { code: '0174', name: 'Banplus', p2p: true },
  { code: '0175', name: 'Banco Digital de los Trabajadores (ex Bicentenario)', p2p: true },
  { code: '0176', name: 'Novo Banco', p2p: false },
  { code: '0177', name: 'Banfanb', p2p: true },
  { code: '0178', name: 'N58 Banco Digital', p2p: true },
  { code: '0191', name: 'Banco Nacional de Credito', p2p: true, aliases: ['BNC'] },
  { code: '0601', name: 'Instituto Municipal de Credito Popular', p2p: true },
]
