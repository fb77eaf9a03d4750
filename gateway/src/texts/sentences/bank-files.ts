import type { Sentence } from '../texts.ts'

/** What operators are told about files, days and payment files of own bank accounts. */
export const bankFileSentences: readonly Sentence[] = [
  {
    en: 'Nothing was changed: a payment file orders this payout, and the bank may execute it. If the bank surely refuses it, reject it in its batch.',
    es: 'No se cambió nada: un archivo de pagos ordena este pago, y el banco puede ejecutarlo. Si el banco lo rechaza con seguridad, rechácelo en su archivo.',
    pt: 'Nada foi alterado: um arquivo de pagamentos ordena este pagamento, e o banco pode executá-lo. Se o banco o recusa com certeza, recuse-o no seu arquivo.',
  },
  {
    en: 'The file reads as {0} payments of {1} minor units, and the batch has {2} of {3}: nothing was written.',
    es: 'El archivo contiene {0} pagos por {1} unidades menores, y la lista tiene {2} por {3}: no se escribió nada.',
    pt: 'O arquivo contém {0} pagamentos de {1} unidades menores, e a lista tem {2} de {3}: nada foi escrito.',
  },
  {
    en: 'The file cannot be read again ({0}): nothing was written.',
    es: 'El archivo no se puede volver a leer ({0}): no se escribió nada.',
    pt: 'O arquivo não pode ser lido de novo ({0}): nada foi escrito.',
  },
  {
    en: 'The file cannot be written: {0}.',
    es: 'El archivo no se puede escribir: {0}.',
    pt: 'O arquivo não pode ser escrito: {0}.',
  },
  {
    en: 'This bank account writes no payment files: give it a template first (pasarela batch template).',
    es: 'Esta cuenta bancaria no escribe archivos de pagos: primero dele una plantilla (pasarela batch template).',
    pt: 'Esta conta bancária não escreve arquivos de pagamentos: primeiro dê-lhe um modelo (pasarela batch template).',
  },
  {
    en: 'This bank account is not active.',
    es: 'Esta cuenta bancaria no está activa.',
    pt: 'Esta conta bancária não está ativa.',
  },
  {
    en: 'A file takes up to {0} payouts, by their ids.',
    es: 'Un archivo admite hasta {0} pagos a terceros, por sus ids.',
    pt: 'Um arquivo aceita até {0} pagamentos a terceiros, pelos seus ids.',
  },
  {
    en: 'These are no payouts of this account that wait to be paid: {0}.',
    es: 'No son pagos a terceros de esta cuenta que esperan ser pagados: {0}.',
    pt: 'Não são pagamentos a terceiros desta conta que esperam ser pagos: {0}.',
  },
  {
    en: 'Older than the restored database, so a payment file that it does not know may order them: {0}. Look at the bank’s statement first, then say that they are not paid (checked_at_bank).',
    es: 'Son anteriores a la base de datos restaurada, así que un archivo de pagos que ella no conoce puede ordenarlos: {0}. Mire primero el extracto del banco y luego diga que no están pagados (checked_at_bank).',
    pt: 'São anteriores ao banco de dados restaurado, então um arquivo de pagamentos que ele não conhece pode ordená-los: {0}. Veja primeiro o extrato do banco e depois diga que não estão pagos (checked_at_bank).',
  },
  {
    en: 'Debit lines wait that may be the payment of: {0}. Decide about the lines first.',
    es: 'Esperan débitos que pueden ser el pago de: {0}. Decida primero sobre esas líneas.',
    pt: 'Há débitos à espera que podem ser o pagamento de: {0}. Decida primeiro sobre essas linhas.',
  },
  {
    en: 'There is no such payment file.',
    es: 'Ese archivo de pagos no existe.',
    pt: 'Esse arquivo de pagamentos não existe.',
  },
  {
    en: 'There are no bytes of this file.',
    es: 'Este archivo no tiene contenido.',
    pt: 'Este arquivo não tem conteúdo.',
  },
  {
    en: 'Nothing was changed: this payment file is {0}.',
    es: 'No se cambió nada: este archivo de pagos está en {0}.',
    pt: 'Nada foi alterado: este arquivo de pagamentos está em {0}.',
  },
  {
    en: 'The day of this file, {0}, has passed: cancel it, and make it again.',
    es: 'El día de este archivo, {0}, ya pasó: cancélelo y hágalo de nuevo.',
    pt: 'O dia deste arquivo, {0}, já passou: cancele-o e faça-o de novo.',
  },
  {
    en: 'Not to be paid any more: {0}{1}. Cancel this file, and make it again.',
    es: 'Ya no se deben pagar: {0}{1}. Cancele este archivo y hágalo de nuevo.',
    pt: 'Não devem mais ser pagos: {0}{1}. Cancele este arquivo e faça-o de novo.',
  },
  {
    en: 'Nothing was changed: the line or a payout was decided meanwhile.',
    es: 'No se cambió nada: la línea o un pago a terceros se decidió entretanto.',
    pt: 'Nada foi alterado: a linha ou um pagamento a terceiros foi decidido entretanto.',
  },
  {
    en: 'Nothing was changed: the payout is {0}.',
    es: 'No se cambió nada: el pago a terceros está en {0}.',
    pt: 'Nada foi alterado: o pagamento a terceiros está em {0}.',
  },
  {
    en: 'Nothing was changed: this payment was decided meanwhile.',
    es: 'No se cambió nada: este pago se decidió entretanto.',
    pt: 'Nada foi alterado: este pagamento foi decidido entretanto.',
  },
  {
    en: 'There is no such statement.',
    es: 'Ese extracto no existe.',
    pt: 'Esse extrato não existe.',
  },
  {
    en: 'The days of this account are being computed: try again.',
    es: 'Los días de esta cuenta se están calculando: inténtelo de nuevo.',
    pt: 'Os dias desta conta estão sendo calculados: tente de novo.',
  },
  {
    en: 'This day is not computed: it is not over, or no statement came.',
    es: 'Este día no está calculado: no ha terminado, o no llegó ningún extracto.',
    pt: 'Este dia não está calculado: não terminou, ou não chegou nenhum extrato.',
  },
  {
    en: 'There is no such holiday.',
    es: 'Ese feriado no existe.',
    pt: 'Esse feriado não existe.',
  },
  {
    en: 'There is no such day.',
    es: 'Ese día no existe.',
    pt: 'Esse dia não existe.',
  },
  {
    en: 'The file is larger than {0} MiB.',
    es: 'El archivo supera los {0} MiB.',
    pt: 'O arquivo é maior que {0} MiB.',
  },
  {
    en: 'Somebody replaced the draft at the same time.',
    es: 'Alguien reemplazó el borrador al mismo tiempo.',
    pt: 'Alguém substituiu o rascunho ao mesmo tempo.',
  },
  {
    en: 'The account has no profile yet: save a draft first.',
    es: 'La cuenta todavía no tiene perfil: primero guarde un borrador.',
    pt: 'A conta ainda não tem perfil: primeiro salve um rascunho.',
  },
  {
    en: 'The account has no such draft any more.',
    es: 'La cuenta ya no tiene ese borrador.',
    pt: 'A conta não tem mais esse rascunho.',
  },
  {
    en: 'The draft was replaced meanwhile, or has read no file of the bank without a fault yet.',
    es: 'El borrador se reemplazó entretanto, o todavía no leyó sin errores ningún archivo del banco.',
    pt: 'O rascunho foi substituído entretanto, ou ainda não leu sem erros nenhum arquivo do banco.',
  },
  {
    en: 'Who made this payment file cannot approve it.',
    es: 'Quien preparó este archivo de pagos no puede aprobarlo.',
    pt: 'Quem preparou este arquivo de pagamentos não pode aprová-lo.',
  },
]
