import type { bankTransferKinds as english } from '../en/bank-transfer-kinds.ts'

export const bankTransferKinds: typeof english = {
  unknown_in: 'Recibido, sin dueño conocido',
  unknown_used: 'Dueño de lo recibido encontrado',
  unknown_out: 'Salió del banco, sin motivo conocido',
  unknown_out_used: 'Motivo de un débito encontrado',
  moved_in: 'Llegó a otra cuenta propia',
  moved_out: 'Acreditado por otra cuenta propia',
  bank_cost: 'Costo del banco',
  bank_income: 'Ingreso del banco',
  transfer_in: 'De otra cuenta propia',
  transfer_out: 'A otra cuenta propia',
  unknown_returned: 'Dinero sin dueño enviado de vuelta',
  unknown_out_returned: 'Débito sin motivo devuelto',
  funding_seen: 'El fondeo llegó al banco',
  withdrawal_seen: 'El retiro salió del banco',
  owner_out: 'Retirado por el dueño',
  opening: 'Saldo inicial',
}
