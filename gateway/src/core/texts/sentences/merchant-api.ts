import type { Sentence } from '../texts.ts'

/** Refusals of the merchant API and of general HTTP checks. */
export const merchantApiSentences: readonly Sentence[] = [
  {
    en: 'There is no such transaction.',
    es: 'No existe esa transacción.',
    pt: 'Essa transação não existe.',
  },
  {
    en: 'There is no such test transaction.',
    es: 'No existe esa transacción de prueba.',
    pt: 'Essa transação de teste não existe.',
  },
  {
    en: 'There is no such address. All addresses: {0}',
    es: 'No existe esa dirección. Todas las direcciones: {0}',
    pt: 'Esse endereço não existe. Todos os endereços: {0}',
  },
  {
    en: 'This address answers {0} only, not {1}. What it takes: {2}',
    es: 'Esta dirección solo responde a {0}, no a {1}. Lo que recibe: {2}',
    pt: 'Este endereço só responde a {0}, não a {1}. O que recebe: {2}',
  },
  {
    en: 'On live points the feed needs the scopes read and webhook.',
    es: 'En puntos de producción la lista de eventos requiere los permisos read y webhook.',
    pt: 'Em pontos de produção a lista de eventos exige as permissões read e webhook.',
  },
  {
    en: 'The bank of this payout is not connected.',
    es: 'El banco de este pago no está conectado.',
    pt: 'O banco deste pagamento não está conectado.',
  },
  {
    en: 'This key may not approve payouts any more.',
    es: 'Esta clave ya no puede aprobar pagos.',
    pt: 'Esta chave não pode mais aprovar pagamentos.',
  },
  {
    en: 'A payout is decided by another key than the one that created it, and than every key that is one with it by rotation.',
    es: 'Un pago lo decide otra clave que la que lo creó, y que toda clave unida a ella por rotación.',
    pt: 'Um pagamento é decidido por outra chave que não a que o criou, nem nenhuma ligada a ela por rotação.',
  },
  {
    en: 'The time to decide about this payout is over: it ends as ERROR (approval_expired).',
    es: 'El plazo para decidir sobre este pago a terceros ya pasó: termina como ERROR (approval_expired).',
    pt: 'O prazo para decidir sobre este pagamento a terceiros já passou: ele termina como ERROR (approval_expired).',
  },
  {
    en: 'This transaction does not wait for an approval: it is {0} ({1}).',
    es: 'Esta transacción no espera aprobación: está {0} ({1}).',
    pt: 'Esta transação não espera aprovação: está {0} ({1}).',
  },
  {
    en: 'The transaction has not changed its status yet: there is nothing to send.',
    es: 'La transacción todavía no cambió de estado: no hay nada que enviar.',
    pt: 'A transação ainda não mudou de status: não há nada a enviar.',
  },
  {
    en: 'A callback can be sent again for {0} days after the change of status.',
    es: 'Un callback puede reenviarse durante {0} días después del cambio de estado.',
    pt: 'Um callback pode ser reenviado durante {0} dias depois da mudança de status.',
  },
  {
    en: 'This callback was sent again a moment ago, or 20 times within an hour.',
    es: 'Este callback se reenvió hace un momento, o 20 veces en una hora.',
    pt: 'Este callback foi reenviado há um momento, ou 20 vezes em uma hora.',
  },
  {
    en: 'No callback address is set: PUT /api/v1/webhook first.',
    es: 'No hay dirección de callbacks: primero PUT /api/v1/webhook.',
    pt: 'Não há endereço de callbacks: primeiro PUT /api/v1/webhook.',
  },
  {
    en: 'No token is staged: stage one first.',
    es: 'No hay ningún token preparado: prepare uno primero.',
    pt: 'Não há nenhum token preparado: prepare um primeiro.',
  },
  {
    en: 'There is no token to retire: neither an old nor a staged one.',
    es: 'No hay token que retirar: ni uno antiguo ni uno preparado.',
    pt: 'Não há token a retirar: nem um antigo nem um preparado.',
  },
  {
    en: 'Other merchants share the clock of this deployment: only its operator can let you move it (TEST_CLOCK).',
    es: 'Otros comercios comparten el reloj de esta instalación: solo su operador puede permitirle moverlo (TEST_CLOCK).',
    pt: 'Outros lojistas compartilham o relógio desta instalação: só o operador dela pode permitir que você o mova (TEST_CLOCK).',
  },
  {
    en: 'This deployment has a live point: its clock is the true one and cannot be moved.',
    es: 'Esta instalación tiene un punto de producción: su reloj es el verdadero y no puede moverse.',
    pt: 'Esta instalação tem um ponto de produção: o seu relógio é o verdadeiro e não pode ser movido.',
  },
  {
    en: 'The clock is at most a year ahead: reset it first.',
    es: 'El reloj se adelanta a lo sumo un año: primero restablézcalo.',
    pt: 'O relógio se adianta no máximo um ano: primeiro restabeleça-o.',
  },
  {
    en: 'The gateway’s clock was moved, the simulated bank’s was not: it does not answer. Tell it with {"advance_seconds":0}.',
    es: 'Se movió el reloj de la pasarela, el del banco simulado no: no responde. Avísele con {"advance_seconds":0}.',
    pt: 'O relógio do gateway foi movido, o do banco simulado não: ele não responde. Avise-o com {"advance_seconds":0}.',
  },
  {
    en: 'The simulated bank does not know this payment.',
    es: 'El banco simulado no conoce este pago.',
    pt: 'O banco simulado não conhece este pagamento.',
  },
  {
    en: 'The simulated bank does not answer.',
    es: 'El banco simulado no responde.',
    pt: 'O banco simulado não responde.',
  },
  {
    en: 'Only a PENDING pay-in expires; this one is {0}.',
    es: 'Solo vence un cobro PENDING; este está {0}.',
    pt: 'Só expira um recebimento PENDING; este está {0}.',
  },
]
