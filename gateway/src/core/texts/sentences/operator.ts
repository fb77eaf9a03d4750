import type { Sentence } from '../texts.ts'

/** Refusals that only operators receive. */
export const operatorSentences: readonly Sentence[] = [
  {
    en: 'The connector {0} carries no {1} with {2}: no route was made.',
    es: 'El conector {0} no lleva ningún {1} con {2}: no se creó ninguna ruta.',
    pt: 'O conector {0} não leva nenhum {1} com {2}: nenhuma rota foi criada.',
  },
  {
    en: 'The bank is being called about this transaction, or will be in a moment: decide when the answer is there.',
    es: 'Se está consultando al banco sobre esta transacción, o se hará enseguida: decida cuando llegue la respuesta.',
    pt: 'O banco está sendo consultado sobre esta transação, ou será em instantes: decida quando a resposta chegar.',
  },
  {
    en: 'The bank is being called about this transaction, or will be in a moment.',
    es: 'Se está consultando al banco sobre esta transacción, o se hará enseguida.',
    pt: 'O banco está sendo consultado sobre esta transação, ou será em instantes.',
  },
  {
    en: 'Nothing was changed: the transaction is {0} ({1}), {2} {3} credited so far. An amount is the total that arrived.',
    es: 'No se cambió nada: la transacción está {0} ({1}), con {2} {3} acreditados hasta ahora. El importe es el total que llegó.',
    pt: 'Nada foi mudado: a transação está {0} ({1}), com {2} {3} creditados até agora. O valor é o total que chegou.',
  },
  {
    en: 'This transaction asks for nobody.',
    es: 'Esta transacción no espera a nadie.',
    pt: 'Esta transação não espera ninguém.',
  },
  {
    en: 'Test transactions are decided by the simulated bank, not by an operator.',
    es: 'Las transacciones de prueba las decide el banco simulado, no un operador.',
    pt: 'As transações de teste são decididas pelo banco simulado, não por um operador.',
  },
  {
    en: 'Who proposed this may not act any more: refuse it, and propose it yourself if it is right.',
    es: 'Quien propuso esto ya no puede actuar: rechácelo y propóngalo usted si es correcto.',
    pt: 'Quem propôs isto já não pode agir: recuse e proponha você, se estiver certo.',
  },
  {
    en: 'Other money waits in suspense by now than when this was decided about: look again.',
    es: 'Ahora hay en suspenso otro dinero que cuando se decidió esto: vuelva a mirarlo.',
    pt: 'Agora há em suspenso outro dinheiro do que quando isto foi decidido: olhe de novo.',
  },
  {
    en: 'No money of this transaction waits in suspense.',
    es: 'No hay dinero de esta transacción en suspenso.',
    pt: 'Não há dinheiro desta transação em suspenso.',
  },
  { en: 'There is no transaction {0}.', es: 'No existe la transacción {0}.', pt: 'A transação {0} não existe.' },
  { en: 'This would change nothing.', es: 'Esto no cambiaría nada.', pt: 'Isto não mudaria nada.' },
  {
    en: 'Nobody knows yet whether its money moved: confirm or fail it, or wait for the bank’s answer.',
    es: 'Todavía nadie sabe si su dinero se movió: confírmela o declárela fallida, o espere la respuesta del banco.',
    pt: 'Ainda ninguém sabe se o dinheiro se moveu: confirme ou declare a falha, ou espere a resposta do banco.',
  },
  {
    en: 'Its money waits in suspense: accept or return that, which also takes it off the list.',
    es: 'Su dinero está en suspenso: acéptelo o devuélvalo, lo que también la quita de la lista.',
    pt: 'O dinheiro dela está em suspenso: aceite ou devolva, o que também a tira da lista.',
  },
]

/** Why a transaction needs review, as the state table words it. */
export const reviewSentences: readonly Sentence[] = [
  {
    en: 'part of the money arrived after the expiry',
    es: 'parte del dinero llegó después del vencimiento',
    pt: 'parte do dinheiro chegou depois do vencimento',
  },
  {
    en: 'paid by another document than the payer’s',
    es: 'pagado con otro documento que el del pagador',
    pt: 'pago com outro documento que não o do pagador',
  },
  { en: 'more was paid than ordered', es: 'se pagó más de lo pedido', pt: 'foi pago mais do que o pedido' },
  { en: 'paid after the expiry', es: 'pagado después del vencimiento', pt: 'pago depois do vencimento' },
  { en: 'paid again after {0}', es: 'pagado otra vez después de {0}', pt: 'pago de novo depois de {0}' },
  {
    en: 'more was taken back than arrived',
    es: 'se retiró más de lo que llegó',
    pt: 'foi retirado mais do que chegou',
  },
  {
    en: 'taken back after operators had sent money back: is it the same?',
    es: 'retirado después de que los operadores devolvieran dinero: ¿es el mismo?',
    pt: 'retirado depois que os operadores devolveram dinheiro: é o mesmo?',
  },
  {
    en: 'no answer from the provider for 24 hours',
    es: 'el proveedor no responde desde hace 24 horas',
    pt: 'o provedor não responde há 24 horas',
  },
  {
    en: 'a line of the bank names it and waits for a person',
    es: 'una línea del banco lo nombra y espera a una persona',
    pt: 'uma linha do banco o nomeia e espera por uma pessoa',
  },
  { en: 'completed without money', es: 'completada sin dinero', pt: 'concluída sem dinheiro' },
  {
    en: 'the provider could not be asked whether it was executed after all',
    es: 'no se pudo preguntar al proveedor si se ejecutó de todos modos',
    pt: 'não foi possível perguntar ao provedor se ela foi executada mesmo assim',
  },
  {
    en: 'the provider does not know the order, and it may still be executed',
    es: 'el proveedor no conoce la orden, y todavía puede ejecutarse',
    pt: 'o provedor não conhece a ordem, e ela ainda pode ser executada',
  },
  {
    en: 'executed after it was reported as not executed',
    es: 'ejecutada después de que se informó como no ejecutada',
    pt: 'executada depois de ter sido informada como não executada',
  },
  {
    en: 'accepted after it was reported as not executed',
    es: 'aceptada después de que se informó como no ejecutada',
    pt: 'aceita depois de ter sido informada como não executada',
  },
  { en: 'completed after ERROR', es: 'completada después de ERROR', pt: 'concluída depois de ERROR' },
  { en: 'rejected after COMPLETED', es: 'rechazada después de COMPLETED', pt: 'rejeitada depois de COMPLETED' },
  {
    en: 'rejected although money arrived',
    es: 'rechazada aunque llegó dinero',
    pt: 'rejeitada embora tenha chegado dinheiro',
  },
  { en: 'reversed after ERROR', es: 'revertida después de ERROR', pt: 'revertida depois de ERROR' },
  { en: 'returned after ERROR', es: 'devuelta después de ERROR', pt: 'devolvida depois de ERROR' },
  { en: 'another amount was paid out', es: 'se pagó otro importe', pt: 'outro valor foi pago' },
  {
    en: 'paid before it was approved',
    es: 'pagada antes de que se aprobara',
    pt: 'paga antes de ser aprovada',
  },
  { en: '{0} in {1}, ordered in {2}', es: '{0} en {1}, pedida en {2}', pt: '{0} em {1}, pedida em {2}' },
]
