import { type CountryDescription, say } from './country-description.ts'

export const mexico: CountryDescription = {
  country: 'MX',
  documents: [
    {
      types: ['RFC'],
      example: 'GODE561231GR8',
      format: say(
        '3 letters for a company or 4 for a person, a date as YYMMDD, and 3 letters or digits.',
        '3 letras para una empresa o 4 para una persona, una fecha como AAMMDD, y 3 letras o dígitos.',
        '3 letras para uma empresa ou 4 para uma pessoa, uma data como AAMMDD, e 3 letras ou dígitos.',
      ),
      check: say(
        'The last character comes from the others with the weights 13 to 2, modulus 11. About 1.5 % of the numbers in use differ.',
        'El último carácter sale de los demás con los pesos 13 a 2, módulo 11. Cerca del 1.5 % de los números en uso difieren.',
        'O último caractere vem dos demais com os pesos 13 a 2, módulo 11. Cerca de 1,5 % dos números em uso diferem.',
      ),
    },
    {
      types: ['CURP'],
      example: 'BOXW310820HNERXN09',
      format: say(
        '18 characters: 4 letters, 6 digits, H, M or X, 5 letters, a letter or digit, a check digit.',
        '18 caracteres: 4 letras, 6 dígitos, H, M o X, 5 letras, una letra o un dígito, un dígito verificador.',
        '18 caracteres: 4 letras, 6 dígitos, H, M ou X, 5 letras, uma letra ou um dígito, um dígito verificador.',
      ),
      check: say(
        'The last digit comes from the other characters with the weights 18 to 2, modulus 10.',
        'El último dígito sale de los demás caracteres con los pesos 18 a 2, módulo 10.',
        'O último dígito vem dos demais caracteres com os pesos 18 a 2, módulo 10.',
      ),
    },
  ],
  targets: [
    {
      name: say('CLABE', 'CLABE', 'CLABE'),
      service: 'SPEI_MX',
      field: 'account',
      change: { account_type: 'CLABE', account: '002010077777777771' },
      format: say(
        '18 digits: bank 3, city 3, account 11, check digit.',
        '18 dígitos: banco 3, plaza 3, cuenta 11, dígito verificador.',
        '18 dígitos: banco 3, praça 3, conta 11, dígito verificador.',
      ),
      check: say(
        'The last digit comes from the first 17 with the weights 3 7 1, modulus 10.',
        'El último dígito sale de los 17 primeros con los pesos 3 7 1, módulo 10.',
        'O último dígito vem dos 17 primeiros com os pesos 3 7 1, módulo 10.',
      ),
    },
  ],
  mistakes: [
    { service: 'SPEI_MX', operation: 'payout', change: { account: '002010077777777772' } },
    { service: 'SPEI_MX', operation: 'payout', change: { account: '4111111111111111' } },
    { service: 'SPEI_MX', operation: 'payout', change: { account: 2010077777777771 } },
    { service: 'SPEI_MX', operation: 'payout', change: { account_bank: '012' } },
    { service: 'SPEI_MX', operation: 'payin', change: { payer_doc_id: 'GODE561231GR7' } },
    { service: 'SPEI_MX', operation: 'payin', change: { payer_doc_id: '123' } },
  ],
}
