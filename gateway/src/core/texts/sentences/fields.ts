import type { Sentence } from '../texts.ts'

/**
 * What is wrong or unusual about a field, without its name in front, and what is said about a whole request. Parts of
 * other sentences are here too.
 */
export const fieldSentences: readonly Sentence[] = [
  { en: 'is required: {0}', es: 'es obligatorio: {0}', pt: 'é obrigatório: {0}' },
  { en: 'is needed', es: 'hace falta', pt: 'é necessário' },
  { en: 'the body {0}', es: 'el cuerpo {0}', pt: 'o corpo {0}' },
  { en: 'must be {0}', es: 'debe ser {0}', pt: 'deve ser {0}' },
  { en: 'one of {0}', es: 'uno de {0}', pt: 'um de {0}' },
  { en: 'an array', es: 'una lista', pt: 'uma lista' },
  { en: 'a list', es: 'una lista', pt: 'uma lista' },
  { en: 'an object', es: 'un objeto', pt: 'um objeto' },
  { en: 'a string', es: 'un texto', pt: 'um texto' },
  { en: 'text', es: 'texto', pt: 'texto' },
  { en: 'a number', es: 'un número', pt: 'um número' },
  { en: 'a boolean', es: 'un valor lógico (boolean)', pt: 'um valor lógico (boolean)' },
  { en: 'a whole number', es: 'un número entero', pt: 'um número inteiro' },
  { en: 'true or false', es: 'verdadero o falso (true o false)', pt: 'verdadeiro ou falso (true ou false)' },
  { en: 'of another type', es: 'de otro tipo', pt: 'de outro tipo' },
  { en: 'a UUID', es: 'un UUID', pt: 'um UUID' },
  {
    en: 'must not hold a card number',
    es: 'no debe contener un número de tarjeta',
    pt: 'não deve conter um número de cartão',
  },
  {
    en: 'of the first request stays: {0}',
    es: 'de la primera solicitud sigue en vigor: {0}',
    pt: 'da primeira solicitação continua em vigor: {0}',
  },
  {
    en: 'is not known here and was ignored: known are {0}',
    es: 'no se conoce aquí y se ignoró: se conocen {0}',
    pt: 'não é conhecido aqui e foi ignorado: são conhecidos {0}',
  },
  {
    en: 'is no query parameter of this address, which has none',
    es: 'no es un parámetro de esta dirección, que no tiene ninguno',
    pt: 'não é um parâmetro deste endereço, que não tem nenhum',
  },
  {
    en: 'is no query parameter of this address: did you mean {0}?',
    es: 'no es un parámetro de esta dirección: ¿quiso decir {0}?',
    pt: 'não é um parâmetro deste endereço: quis dizer {0}?',
  },
  {
    en: 'is no query parameter of this address: known are {0}',
    es: 'no es un parámetro de esta dirección: se conocen {0}',
    pt: 'não é um parâmetro deste endereço: são conhecidos {0}',
  },
  {
    en: '{0} is no query parameter of this address, which has none',
    es: '{0} no es un parámetro de esta dirección, que no tiene ninguno',
    pt: '{0} não é um parâmetro deste endereço, que não tem nenhum',
  },
  {
    en: '{0} is no query parameter of this address: did you mean {1}?',
    es: '{0} no es un parámetro de esta dirección: ¿quiso decir {1}?',
    pt: '{0} não é um parâmetro deste endereço: quis dizer {1}?',
  },
  {
    en: '{0} is no query parameter of this address: known are {1}',
    es: '{0} no es un parámetro de esta dirección: se conocen {1}',
    pt: '{0} não é um parâmetro deste endereço: são conhecidos {1}',
  },
  { en: 'field {0} differs', es: 'difiere el campo {0}', pt: 'difere o campo {0}' },
  { en: 'fields {0} differ', es: 'difieren los campos {0}', pt: 'diferem os campos {0}' },
  {
    en: 'fields that were removed since differ',
    es: 'difieren campos que se eliminaron desde entonces',
    pt: 'diferem campos que foram removidos desde então',
  },
  {
    en: 'is no service code: did you mean {0}?',
    es: 'no es un código de servicio: ¿quiso decir {0}?',
    pt: 'não é um código de serviço: quis dizer {0}?',
  },
  {
    en: 'is no service code: known are {0}',
    es: 'no es un código de servicio: se conocen {0}',
    pt: 'não é um código de serviço: são conhecidos {0}',
  },
  {
    en: 'there is no service code {0}',
    es: 'no existe el código de servicio {0}',
    pt: 'não existe o código de serviço {0}',
  },
  { en: 'is at most {0}', es: 'es como máximo {0}', pt: 'é no máximo {0}' },
  { en: 'is at least {0}', es: 'es como mínimo {0}', pt: 'é no mínimo {0}' },
  {
    en: 'must be an ISO 8601 instant such as 2030-01-31T12:00:00Z',
    es: 'debe ser un instante ISO 8601 como 2030-01-31T12:00:00Z',
    pt: 'deve ser um instante ISO 8601 como 2030-01-31T12:00:00Z',
  },
  { en: 'has at most {0} characters', es: 'tiene {0} caracteres como máximo', pt: 'tem no máximo {0} caracteres' },
  { en: 'has at most {0} character', es: 'tiene {0} carácter como máximo', pt: 'tem no máximo {0} caractere' },
  { en: 'has at least {0} characters', es: 'tiene {0} caracteres como mínimo', pt: 'tem no mínimo {0} caracteres' },
  { en: 'has at least {0} character', es: 'tiene {0} carácter como mínimo', pt: 'tem no mínimo {0} caractere' },
  { en: 'has at most {0} entries', es: 'tiene {0} elementos como máximo', pt: 'tem no máximo {0} itens' },
  { en: 'has at most {0} entry', es: 'tiene {0} elemento como máximo', pt: 'tem no máximo {0} item' },
  { en: 'has at least {0} entries', es: 'tiene {0} elementos como mínimo', pt: 'tem no mínimo {0} itens' },
  { en: 'has at least {0} entry', es: 'tiene {0} elemento como mínimo', pt: 'tem no mínimo {0} item' },
  {
    en: 'has characters or a form that are not allowed',
    es: 'tiene caracteres o una forma que no se permiten',
    pt: 'tem caracteres ou uma forma que não são permitidos',
  },
  {
    en: 'is missing or has a form that is not allowed',
    es: 'falta o tiene una forma que no se permite',
    pt: 'falta ou tem uma forma que não é permitida',
  },
  { en: 'holds a control character', es: 'contiene un carácter de control', pt: 'contém um caractere de controle' },
  { en: 'is empty', es: 'está vacío', pt: 'está vazio' },
  {
    en: 'metadata_key and metadata_value belong together',
    es: 'metadata_key y metadata_value van juntos',
    pt: 'metadata_key e metadata_value vão juntos',
  },
  {
    en: 'operation must be payin or payout',
    es: 'operation debe ser payin o payout',
    pt: 'operation deve ser payin ou payout',
  },
  { en: 'must be payin or payout', es: 'debe ser payin o payout', pt: 'deve ser payin ou payout' },
  { en: 'must start with https://', es: 'debe empezar con https://', pt: 'deve começar com https://' },
]
