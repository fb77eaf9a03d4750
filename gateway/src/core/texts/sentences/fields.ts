import type { Sentence } from '../texts.ts'

/**
 * What is wrong or unusual about a field, without its name in front, and what is said about a whole request. Parts of
 * other sentences are here too.
 */
export const fieldSentences: readonly Sentence[] = [
  { en: 'text', es: 'texto', pt: 'texto' },
  {
    en: 'of the first request stays: {0}',
    es: 'de la primera solicitud sigue en vigor: {0}',
    pt: 'da primeira solicitação continua em vigor: {0}',
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
  { en: 'has at most {0} characters', es: 'tiene {0} caracteres como máximo', pt: 'tem no máximo {0} caracteres' },
  { en: 'has at least {0} characters', es: 'tiene {0} caracteres como mínimo', pt: 'tem no mínimo {0} caracteres' },
  { en: 'is empty', es: 'está vacío', pt: 'está vazio' },
  {
    en: 'metadata_key and metadata_value belong together',
    es: 'metadata_key y metadata_value van juntos',
    pt: 'metadata_key e metadata_value vão juntos',
  },
  { en: 'must be payin or payout', es: 'debe ser payin o payout', pt: 'deve ser payin ou payout' },
  { en: 'must start with https://', es: 'debe empezar con https://', pt: 'deve começar com https://' },
]
