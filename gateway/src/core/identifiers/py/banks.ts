import type { Bank } from '../bank.ts'

/**
 * Banks of Paraguay; the codes are one provider's, not official: match by name.
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const PY_BANKS: readonly Bank[] = [
  { code: '1', name: 'Banco Central del Paraguay' },
  { code: '2', name: 'Banco Nacional de Fomento', aliases: ['BNF'] },
  { code: '3', name: 'Banco de la Nacion Argentina' },
  { code: '4', name: 'Banco GNB Paraguay' },
  { code: '6', name: 'Banco do Brasil' },
  { code: '8', name: 'Sudameris Bank' },
  { code: '17', name: 'Banco Itau Paraguay' },
  { code: '20', name: 'Banco Continental' },
  { code: '30', name: 'Banco Basa (ex Amambay)' },
  { code: '39', name: 'Vision Banco' },
  { code: '40', name: 'Banco Rio' },
  { code: '41', name: 'Banco Familiar' },
  { code: '42', name: 'Banco Atlas' },
  { code: '43', name: 'Bancop' },
  { code: '44', name: 'Interfisa Banco' },
  { code: '6557', name: 'Financiera Ueno' },
  { code: '6558', name: 'Crisol y Encarnacion Financiera' },
  { code: '6559', name: 'Finlatina' },
  { code: '6560', name: 'Financiera Paraguayo-Japonesa' },
  { code: '6561', name: 'Financiera Exportadora Paraguaya' },
  { code: '6565', name: 'Tu Financiera' },
  { code: '7079', name: 'FIC S.A. de Finanzas' },
]
