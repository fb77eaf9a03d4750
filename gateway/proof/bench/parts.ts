/** The lines of the table, in its order. */
export const pathTitles = {
  'create-bt-ar': 'Create pay-in, deposit account (BT_AR)',
  'create-own-account': 'Create pay-in, the operator’s own account (BT_AR, live point: no provider is told)',
  'create-pix-br': 'Create pay-in, QR (PIX_BR)',
  'card-payin': 'Card pay-in, bank’s answer included',
  payout: 'Payout, bank’s answer included',
  'apply-outcome': 'Apply outcome (group writer)',
  'callback-delivery': 'Callback delivery; driver = bare HTTPS posts',
  'read-one': 'Read one by id',
  list: 'List, 50 rows, filtered',
} as const

export type PathName = keyof typeof pathTitles

export const pathNames = Object.keys(pathTitles) as PathName[]

/** The lines that the size of the gateway's database can slow down: outcomes are applied in the limit's. */
export const growingNames = pathNames.filter((name) => name !== 'apply-outcome')
