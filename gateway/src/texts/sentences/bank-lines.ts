import type { Sentence } from '../texts.ts'

/** What operators are told about lines of own bank accounts. */
export const bankLineSentences: readonly Sentence[] = [
  {
    en: 'There is no such bank line.',
    es: 'Esa línea del banco no existe.',
    pt: 'Essa linha do banco não existe.',
  },
  {
    en: 'There is no such rule.',
    es: 'Esa regla no existe.',
    pt: 'Essa regra não existe.',
  },
  {
    en: 'Nothing was changed: this line has moved its money meanwhile, by another decision.',
    es: 'No se cambió nada: mientras tanto, esta línea movió su dinero por otra decisión.',
    pt: 'Nada foi mudado: enquanto isso, esta linha moveu seu dinheiro por outra decisão.',
  },
  {
    en: 'Nothing was changed: the order has changed meanwhile. Look at it again.',
    es: 'No se cambió nada: la orden cambió mientras tanto. Mírela de nuevo.',
    pt: 'Nada foi mudado: a ordem mudou enquanto isso. Olhe-a de novo.',
  },
  {
    en: 'Nothing was changed: the transaction is {0} ({1}), and its state takes no such line.',
    es: 'No se cambió nada: la transacción está {0} ({1}), y su estado no admite una línea así.',
    pt: 'Nada foi mudado: a transação está {0} ({1}), e seu estado não aceita uma linha assim.',
  },
  {
    en: 'This bank account has too many rules: end some of them first.',
    es: 'Esta cuenta bancaria tiene demasiadas reglas: termine antes algunas.',
    pt: 'Esta conta bancária tem regras demais: encerre antes algumas.',
  },
  {
    en: 'No order of an own bank account has this number.',
    es: 'Ninguna orden de una cuenta bancaria propia tiene este número.',
    pt: 'Nenhuma ordem de uma conta bancária própria tem este número.',
  },
  {
    en: 'This line is from before the first day of its account in the ledger.',
    es: 'Esta línea es anterior al primer día de su cuenta en el libro mayor.',
    pt: 'Esta linha é anterior ao primeiro dia da sua conta no livro.',
  },
  {
    en: 'This line moved no money.',
    es: 'Esta línea no movió dinero.',
    pt: 'Esta linha não moveu dinheiro.',
  },
  {
    en: 'This line is of a day that has not come: it waits until then.',
    es: 'Esta línea es de un día que aún no llega: espera hasta entonces.',
    pt: 'Esta linha é de um dia que ainda não chegou: espera até lá.',
  },
  {
    en: 'This line has moved or proven money of an order or a payment file. That stays: correct it at the order.',
    es: 'Esta línea movió o probó dinero de una orden o de un archivo de pagos. Eso se queda: corríjalo en la orden.',
    pt: 'Esta linha moveu ou provou dinheiro de uma ordem ou de um arquivo de pagamentos. Isso fica: corrija na ordem.',
  },
  {
    en: 'Nobody has said yet what this line is.',
    es: 'Nadie ha dicho todavía qué es esta línea.',
    pt: 'Ninguém disse ainda o que é esta linha.',
  },
  {
    en: 'Two lines explain each other: that stays.',
    es: 'Dos líneas se explican entre sí: eso se queda.',
    pt: 'Duas linhas explicam uma à outra: isso fica.',
  },
  {
    en: 'This line was corrected too often.',
    es: 'Esta línea se corrigió demasiadas veces.',
    pt: 'Esta linha foi corrigida vezes demais.',
  },
  {
    en: 'You uploaded this statement: another operator must accept it.',
    es: 'Usted subió este extracto: debe aceptarlo otro operador.',
    pt: 'Você enviou este extrato: outro operador deve aceitá-lo.',
  },
  {
    en: 'This statement is of days that have not come: nothing is to be accepted yet.',
    es: 'Este extracto es de días que aún no llegan: todavía no hay nada que aceptar.',
    pt: 'Este extrato é de dias que ainda não chegaram: ainda não há nada a aceitar.',
  },
  {
    en: 'This money is being sent back: keep it first.',
    es: 'Este dinero se está devolviendo: primero consérvelo.',
    pt: 'Este dinheiro está sendo devolvido: primeiro fique com ele.',
  },
  {
    en: 'This money is being sent back already.',
    es: 'Este dinero ya se está devolviendo.',
    pt: 'Este dinheiro já está sendo devolvido.',
  },
  {
    en: 'This money is not being sent back.',
    es: 'Este dinero no se está devolviendo.',
    pt: 'Este dinheiro não está sendo devolvido.',
  },
  {
    en: 'This line is closed: it counts for nothing.',
    es: 'Esta línea está cerrada: no cuenta para nada.',
    pt: 'Esta linha está fechada: não conta para nada.',
  },
  {
    en: 'This line is explained already: {0}.',
    es: 'Esta línea ya está explicada: {0}.',
    pt: 'Esta linha já está explicada: {0}.',
  },
  {
    en: 'This line has moved its money already: it is the {0} of {1}.',
    es: 'Esta línea ya movió su dinero: es el {0} de {1}.',
    pt: 'Esta linha já moveu seu dinheiro: é o {0} de {1}.',
  },
  {
    en: 'One of both is of the test environment, the other is live.',
    es: 'Uno de los dos es del entorno de prueba y el otro es real.',
    pt: 'Um dos dois é do ambiente de teste e o outro é real.',
  },
  {
    en: 'The line is in {0}, the order in {1}.',
    es: 'La línea está en {0}, la orden en {1}.',
    pt: 'A linha está em {0}, a ordem em {1}.',
  },
  {
    en: 'This order is not paid by own bank accounts.',
    es: 'Esta orden no se paga por cuentas bancarias propias.',
    pt: 'Esta ordem não é paga por contas bancárias próprias.',
  },
  {
    en: 'A debit pays no deposit: it proves a payout.',
    es: 'Un débito no paga un depósito: prueba un pago a terceros.',
    pt: 'Um débito não paga um depósito: prova um pagamento a terceiros.',
  },
  {
    en: '{0} {1} of this order were confirmed before any line came: say that this is further money.',
    es: 'De esta orden se confirmaron {0} {1} antes de que llegara una línea: diga que este es otro dinero.',
    pt: 'Desta ordem foram confirmados {0} {1} antes de chegar uma linha: diga que este é outro dinheiro.',
  },
  {
    en: 'A failed order is completed by its whole amount only: send this money back.',
    es: 'Una orden fallida se completa solo con su importe entero: devuelva este dinero.',
    pt: 'Uma ordem que falhou é concluída só com o valor inteiro: devolva este dinheiro.',
  },
  {
    en: 'This payout is of {0} {1}, the debit is not.',
    es: 'Este pago es de {0} {1}, el débito no.',
    pt: 'Este pagamento é de {0} {1}, o débito não.',
  },
  {
    en: 'A line proves this payout already: a second debit is another matter.',
    es: 'Una línea ya prueba este pago: un segundo débito es otro asunto.',
    pt: 'Uma linha já prova este pagamento: um segundo débito é outro assunto.',
  },
  {
    en: 'Only a payout that was paid can come back.',
    es: 'Solo puede volver un pago que se realizó.',
    pt: 'Só pode voltar um pagamento que foi feito.',
  },
  {
    en: 'Of this payout {0} {1} can come back, not more.',
    es: 'De este pago pueden volver {0} {1}, no más.',
    pt: 'Deste pagamento podem voltar {0} {1}, não mais.',
  },
  {
    en: 'This line has not been looked at yet: wait a moment.',
    es: 'Esta línea todavía no se examinó: espere un momento.',
    pt: 'Esta linha ainda não foi examinada: espere um momento.',
  },
  {
    en: 'The other line: {0}',
    es: 'La otra línea: {0}',
    pt: 'A outra linha: {0}',
  },
  {
    en: 'Money goes back by the account that it came to.',
    es: 'El dinero vuelve por la cuenta a la que llegó.',
    pt: 'O dinheiro volta pela conta a que chegou.',
  },
  {
    en: 'Both lines have the same direction.',
    es: 'Las dos líneas tienen la misma dirección.',
    pt: 'As duas linhas têm a mesma direção.',
  },
  {
    en: 'The amounts of both lines differ.',
    es: 'Los importes de las dos líneas son distintos.',
    pt: 'Os valores das duas linhas são diferentes.',
  },
  {
    en: 'The other line is earlier: begin with that one.',
    es: 'La otra línea es anterior: empiece por esa.',
    pt: 'A outra linha é anterior: comece por ela.',
  },
]
