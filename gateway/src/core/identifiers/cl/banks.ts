import type { Bank } from '../bank.ts'

/**
 * Banks of Chile; the code is that of the regulator (CMF).
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const CL_BANKS: readonly Bank[] = [
  { code: '001', name: 'Banco de Chile - Edwards', aliases: ['Banco de Chile'] },
  { code: '009', name: 'Banco Internacional' },
  { code: '012', name: 'Banco Estado (Banco del Estado de Chile)', aliases: ['BancoEstado', 'Banco Estado'] },
  { code: '014', name: 'Scotiabank' },
  { code: '016', name: 'BCI (Bco de Credito e Inv)', aliases: ['BCI'] },
  { code: '017', name: 'Banco do Brasil' },
  { code: '027', name: 'Itau-Corpbanca' },
  { code: '028', name: 'Banco Bice' },
  { code: '031', name: 'Hsbc Bank' },
  { code: '035', name: 'Banco Santiago' },
  { code: '037', name: 'Banco Santander' },
  { code: '039', name: 'Itau Chile', aliases: ['Itaú'] },
  { code: '041', name: 'JP Morgan Chase Bank N.A.' },
  { code: '043', name: 'Banco de La Nacion Argentina' },
  { code: '045', name: 'The Bank of Tokyo-Mitsubishi Ufj Ltd' },
  { code: '049', name: 'Banco Security' },
  { code: '051', name: 'Banco Falabella' },
  { code: '052', name: 'Deutsche Bank (Chile)' },
  { code: '053', name: 'Banco Ripley' },
  { code: '054', name: 'Rabobank' },
  { code: '055', name: 'Banco Consorcio' },
  { code: '056', name: 'Banco Penta' },
  { code: '057', name: 'Banco Paris' },
  { code: '059', name: 'Banco BTG Pactual' },
  { code: '099', name: 'Banco Nuevo' },
  { code: '504', name: 'BBVA (Bco Bilbao Vizcaya Arg)' },
  { code: '507', name: 'Banco del Desarrollo' },
  { code: '672', name: 'Coopeuch' },
  { code: '729', name: 'Prepago Los Heroes', alt: ['152'] },
  { code: '730', name: 'Tenpo Prepago' },
]
