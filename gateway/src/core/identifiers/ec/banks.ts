import type { Bank } from '../bank.ts'

/**
 * Banks of Ecuador; codes of three digits, also written with four.
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const EC_BANKS: readonly Bank[] = [
  { code: '001', name: 'Banco Central del Ecuador' },
  { code: '010', name: 'Banco Pichincha C.A.' },
  { code: '017', name: 'Banco de Guayaquil S.A' },
  { code: '024', name: 'Banco City Bank', aliases: ['Citibank'] },
  { code: '025', name: 'Banco Machala' },
  { code: '029', name: 'Banco de Loja' },
  { code: '030', name: 'Banco del Pacifico' },
  { code: '032', name: 'Banco Internacional' },
  { code: '034', name: 'Banco Amazonas' },
  { code: '035', name: 'Banco del Austro' },
  { code: '036', name: 'Produbanco/Promerica' },
  { code: '037', name: 'Banco Bolivariano' },
  { code: '039', name: 'Comercial de Manabi' },
  { code: '042', name: 'Banco General Ruminahui S.A.' },
  { code: '043', name: 'Banco del Litoral S.A.' },
  { code: '059', name: 'Banco Solidario' },
  { code: '060', name: 'Banco Procredit S.A.' },
  { code: '061', name: 'Banco Capital' },
  { code: '065', name: 'Banco Desarrollo de Los Pueblos S.A.' },
  { code: '066', name: 'Banecuador B.P.' },
  { code: '201', name: 'Banco Delbank S.A.' },
]
