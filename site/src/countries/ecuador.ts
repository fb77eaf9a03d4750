import { accountNumber, type CountryDescription, lettersAndDigits, say } from './country-description.ts'

export const ecuador: CountryDescription = {
  country: 'EC',
  documents: [
    {
      types: ['CI'],
      example: '1714307103',
      format: say(
        '10 digits: a province, 01 to 24, 30 or 50, then a digit that is usually at most 6.',
        '10 dígitos: una provincia, 01 a 24, 30 o 50, y luego un dígito que suele ser 6 como máximo.',
        '10 dígitos: uma província, 01 a 24, 30 ou 50, e depois um dígito que costuma ser no máximo 6.',
      ),
      check: say(
        'The last digit comes from the first nine: every second one, from the first on, is doubled, less 9 where that is above 9, modulus 10.',
        'El último dígito sale de los nueve primeros: uno de cada dos, desde el primero, se duplica, menos 9 si pasa de 9, módulo 10.',
        'O último dígito vem dos nove primeiros: um a cada dois, desde o primeiro, é dobrado, menos 9 se passar de 9, módulo 10.',
      ),
    },
    {
      types: ['RUC'],
      example: '1792060346-001',
      format: say(
        '13 digits: a province; usually a third digit below 6 for a person, 6 for a public body, 9 for a company; an end other than 000.',
        '13 dígitos: una provincia; por lo general un tercer dígito menor que 6 para una persona, 6 para un organismo público, 9 para una empresa; un final distinto de 000.',
        '13 dígitos: uma província; em geral um terceiro dígito menor que 6 para uma pessoa, 6 para um órgão público, 9 para uma empresa; um final diferente de 000.',
      ),
      check: say(
        'Digit 10 is that of the cédula for a person. For a company it has the weights 4 3 2 7 6 5 4 3 2, and digit 9 of a public body 3 2 7 6 5 4 3 2, modulus 11.',
        'El dígito 10 es el de la cédula para una persona. Para una empresa tiene los pesos 4 3 2 7 6 5 4 3 2, y el dígito 9 de un organismo público 3 2 7 6 5 4 3 2, módulo 11.',
        'O dígito 10 é o da cédula para uma pessoa. Para uma empresa tem os pesos 4 3 2 7 6 5 4 3 2, e o dígito 9 de um órgão público 3 2 7 6 5 4 3 2, módulo 11.',
      ),
    },
    lettersAndDigits(['CIE', 'PAS'], 5, 20),
  ],
  targets: [accountNumber('BT_EC', { account: '2201234567', from: 5, to: 20 })],
  mistakes: [
    { service: 'BT_EC', operation: 'payin', change: { payer_doc_id: '1714307104' } },
    { service: 'BT_EC', operation: 'payin', change: { payer_doc_id: '8814307107' } },
    { service: 'BT_EC', operation: 'payin', change: { payer_doc_id: '179206034601' } },
    { service: 'BT_EC', operation: 'payin', change: { payer_doc_id: '1792060347001' } },
    { service: 'BT_EC', operation: 'payout', change: { account: '123' } },
    { service: 'BT_EC', operation: 'payout', change: { account: '22012345' } },
  ],
}
