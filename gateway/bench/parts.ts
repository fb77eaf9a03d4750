/** The lines of the table, in its order. */
export const pathTitles = {
  'create-bt-ar': 'Create pay-in, deposit account (BT_AR)',
  'create-own-account': 'Create pay-in, the operator’s own account (BT_AR, live point: no provider is told)',
  'create-pix-br': 'Create pay-in, QR (PIX_BR)',
  'create-spei-mx': 'Create pay-in, CLABE (SPEI_MX)',
  'card-payin': 'Card pay-in, bank’s answer included',
  payout: 'Payout, bank’s answer included',
  'apply-outcome': 'Apply outcome (group writer)',
  'callback-delivery': 'Callback delivery',
  'read-one': 'Read one by id',
  list: 'List, 50 rows, filtered',
  export: 'CSV export (rows)',
} as const

/** What stands for many in flight where a line has a measure of its own. */
export const busyTitles: Readonly<Record<string, string>> = {
  'callback-delivery': 'events that are due',
  export: 'one export after the other',
}

export type PathName = keyof typeof pathTitles

export const pathNames = Object.keys(pathTitles) as PathName[]
