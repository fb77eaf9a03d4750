import { type CountryDescription, noCheckDigit, say, type TargetDescription } from './country-description.ts'

const cpfCheck = say(
  'The last two digits come from the first nine with the weights 10 to 2, then 11 to 2, modulus 11.',
  'Los dos últimos dígitos salen de los nueve primeros con los pesos 10 a 2 y luego 11 a 2, módulo 11.',
  'Os dois últimos dígitos vêm dos nove primeiros com os pesos 10 a 2 e depois 11 a 2, módulo 11.',
)
const cnpjCheck = say(
  'The last two digits come from the first twelve with the weights 2 to 9 from the right, modulus 11. A letter counts as its ASCII code less 48.',
  'Los dos últimos dígitos salen de los doce primeros con los pesos 2 a 9 desde la derecha, módulo 11. Una letra vale su código ASCII menos 48.',
  'Os dois últimos dígitos vêm dos doze primeiros com os pesos 2 a 9 a partir da direita, módulo 11. Uma letra vale seu código ASCII menos 48.',
)

type KeyTexts = Pick<TargetDescription, 'name' | 'format' | 'check'>

function pixKey(account: string, texts: KeyTexts, document = '390.533.447-05'): TargetDescription {
  return { service: 'PIX_BR', field: 'account', change: { account, account_doc_id: document }, ...texts }
}

export const brazil: CountryDescription = {
  country: 'BR',
  documents: [
    {
      types: ['CPF'],
      example: '390.533.447-05',
      format: say(
        '11 digits that are not all equal.',
        '11 dígitos que no son todos iguales.',
        '11 dígitos que não são todos iguais.',
      ),
      check: cpfCheck,
    },
    {
      types: ['CNPJ'],
      example: '12.ABC.345/01DE-35',
      format: say(
        '14 characters: 12 letters or digits, then 2 digits. Letters are in use since July 2026.',
        '14 caracteres: 12 letras o dígitos y luego 2 dígitos. Las letras se usan desde julio de 2026.',
        '14 caracteres: 12 letras ou dígitos e depois 2 dígitos. As letras são usadas desde julho de 2026.',
      ),
      check: cnpjCheck,
    },
  ],
  targets: [
    pixKey('390.533.447-05', {
      name: say('PIX key: CPF', 'Llave PIX: CPF', 'Chave PIX: CPF'),
      format: say(
        'The CPF of the holder. 11 digits are always read as a CPF, never as a phone.',
        'El CPF del titular. 11 dígitos siempre se leen como CPF, nunca como teléfono.',
        'O CPF do titular. 11 dígitos são sempre lidos como CPF, nunca como telefone.',
      ),
      check: cpfCheck,
    }),
    pixKey(
      '16.727.230/0001-97',
      {
        name: say('PIX key: CNPJ', 'Llave PIX: CNPJ', 'Chave PIX: CNPJ'),
        format: say('The CNPJ of the holder.', 'El CNPJ del titular.', 'O CNPJ do titular.'),
        check: cnpjCheck,
      },
      '16.727.230/0001-97',
    ),
    pixKey('+5511999998888', {
      name: say('PIX key: phone', 'Llave PIX: teléfono', 'Chave PIX: telefone'),
      format: say(
        '+55, the area code and the number: 12 or 13 digits in all. Of another country: + and 8 to 15 digits.',
        '+55, el código de área y el número: 12 o 13 dígitos en total. De otro país: + y de 8 a 15 dígitos.',
        '+55, o código de área e o número: 12 ou 13 dígitos ao todo. De outro país: + e de 8 a 15 dígitos.',
      ),
      check: say(
        'A number that is no Brazilian mobile gets a warning.',
        'Un número que no es un móvil de Brasil recibe una advertencia.',
        'Um número que não é um celular do Brasil recebe um aviso.',
      ),
    }),
    pixKey('loja@example.com', {
      name: say('PIX key: e-mail', 'Llave PIX: correo', 'Chave PIX: e-mail'),
      format: say(
        'An e-mail address of at most 77 characters.',
        'Un correo de 77 caracteres como máximo.',
        'Um e-mail de no máximo 77 caracteres.',
      ),
      check: noCheckDigit,
    }),
    pixKey('123e4567-e12b-12d1-a456-426655440000', {
      name: say('PIX key: random', 'Llave PIX: aleatoria', 'Chave PIX: aleatória'),
      format: say('A UUID, with its dashes.', 'Un UUID, con sus guiones.', 'Um UUID, com seus hifens.'),
      check: noCheckDigit,
    }),
  ],
  mistakes: [
    { service: 'PIX_BR', operation: 'payin', change: { payer_doc_id: '231.002.999-00' } },
    { service: 'PIX_BR', operation: 'payin', change: { payer_doc_id: '111.111.111-11' } },
    { service: 'PIX_BR', operation: 'payin', change: { payer_doc_id: 1234567890 } },
    { service: 'PIX_BR', operation: 'payout', change: { account: '11999998888' } },
    { service: 'PIX_BR', operation: 'payout', change: { account: '+5551' } },
    { service: 'PIX_BR', operation: 'payout', change: { account: '123E4567E12B12D1A456426655440000' } },
    { service: 'PIX_BR', operation: 'payout', change: { account: '16.727.230/0001-97' } },
  ],
}
