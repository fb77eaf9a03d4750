import type { bankTransferKinds as english } from '../en/bank-transfer-kinds.ts'

export const bankTransferKinds: typeof english = {
  unknown_in: 'Recebido, sem dono conhecido',
  unknown_used: 'Dono do recebido encontrado',
  unknown_out: 'Saiu do banco, sem motivo conhecido',
  unknown_out_used: 'Motivo de um débito encontrado',
  moved_in: 'Chegou a outra conta própria',
  moved_out: 'Creditado por outra conta própria',
  bank_cost: 'Custo do banco',
  bank_income: 'Receita do banco',
  transfer_in: 'De outra conta própria',
  transfer_out: 'Para outra conta própria',
  unknown_returned: 'Dinheiro sem dono enviado de volta',
  unknown_out_returned: 'Débito sem motivo devolvido',
  funding_seen: 'O aporte chegou ao banco',
  withdrawal_seen: 'A retirada saiu do banco',
  owner_out: 'Retirado pelo dono',
  opening: 'Saldo inicial',
}
