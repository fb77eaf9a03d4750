import { type CountryDescription, noCheckDigit, say } from './country-description.ts'

const blockCheck = say(
  'Digit 8 checks the digits before it and digit 22 those between, with the weights 3 1 7 9 from the right, modulus 10.',
  'El dígito 8 verifica los anteriores y el dígito 22 los que están entre ambos, con los pesos 3 1 7 9 desde la derecha, módulo 10.',
  'O dígito 8 verifica os anteriores e o dígito 22 os que ficam entre eles, com os pesos 3 1 7 9 a partir da direita, módulo 10.',
)

export const argentina: CountryDescription = {
  country: 'AR',
  documents: [
    {
      types: ['CUIT', 'CUIL', 'CDI'],
      example: '20-26756539-3',
      format: say(
        '11 digits that start with 20, 23 to 27, 30, 33, 34, 50, 51 or 55.',
        '11 dígitos que empiezan con 20, 23 a 27, 30, 33, 34, 50, 51 o 55.',
        '11 dígitos que começam com 20, 23 a 27, 30, 33, 34, 50, 51 ou 55.',
      ),
      check: say(
        'The last digit comes from the first ten with the weights 5 4 3 2 7 6 5 4 3 2, modulus 11.',
        'El último dígito sale de los diez primeros con los pesos 5 4 3 2 7 6 5 4 3 2, módulo 11.',
        'O último dígito vem dos dez primeiros com os pesos 5 4 3 2 7 6 5 4 3 2, módulo 11.',
      ),
    },
    {
      types: ['DNI'],
      example: '20.123.456',
      format: say('7 or 8 digits.', '7 u 8 dígitos.', '7 ou 8 dígitos.'),
      check: noCheckDigit,
    },
  ],
  targets: [
    {
      name: say('CBU, the account of a bank', 'CBU, la cuenta de un banco', 'CBU, a conta de um banco'),
      service: 'BT_AR',
      field: 'account',
      change: { account_type: 'CBU', account: '2850590940090418135201' },
      format: say(
        '22 digits: bank 3, branch 4, check digit, account 13, check digit.',
        '22 dígitos: banco 3, sucursal 4, dígito verificador, cuenta 13, dígito verificador.',
        '22 dígitos: banco 3, agência 4, dígito verificador, conta 13, dígito verificador.',
      ),
      check: blockCheck,
    },
    {
      name: say('CVU, the account of a wallet', 'CVU, la cuenta de una billetera', 'CVU, a conta de uma carteira'),
      service: 'BT_AR',
      field: 'account',
      change: { account_type: 'CBU', account: '0000003100065557211734' },
      format: say(
        '22 digits that start with 000. Send it with the account type `CBU`.',
        '22 dígitos que empiezan con 000. Envíelo con el tipo de cuenta `CBU`.',
        '22 dígitos que começam com 000. Envie com o tipo de conta `CBU`.',
      ),
      check: blockCheck,
    },
    {
      name: say('Alias', 'Alias', 'Alias'),
      service: 'BT_AR',
      field: 'account',
      change: { account_type: 'ALIAS', account: 'cuarto.centro.naipe' },
      format: say(
        '6 to 20 letters without accents, digits, dots and dashes, in any case.',
        'De 6 a 20 letras sin acentos, dígitos, puntos y guiones, en mayúsculas o minúsculas.',
        'De 6 a 20 letras sem acentos, dígitos, pontos e hifens, em maiúsculas ou minúsculas.',
      ),
      check: noCheckDigit,
    },
  ],
  mistakes: [
    { service: 'BT_AR', operation: 'payin', change: { payer_doc_id: '20267565392' } },
    { service: 'BT_AR', operation: 'payin', change: { payer_doc_id: '2012345699' } },
    { service: 'BT_AR', operation: 'payin', change: { payer_doc_id: '99-05536168-8' } },
    { service: 'BT_AR', operation: 'payout', change: { account: '2810590940090418135201' } },
    { service: 'BT_AR', operation: 'payout', change: { account_type: 'CVU', account: '0000003100065557211734' } },
    { service: 'BT_AR', operation: 'payout', change: { account_bank: 'Galicia' } },
    { service: 'DEBIN_AR', operation: 'payin', change: { account: 'alias con espacio' } },
    { service: 'DEBIN_AR', operation: 'payin', change: { account: 2850590940090418, account_type: 'CBU' } },
  ],
}
