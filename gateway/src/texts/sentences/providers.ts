import type { Sentence } from '../texts.ts'

/** What operators are told about accounts at providers and routes. */
export const providerSentences: readonly Sentence[] = [
  {
    en: 'These credentials are not kept any more: enter them again.',
    es: 'Estas credenciales ya no se guardan: ingréselas de nuevo.',
    pt: 'Estas credenciais já não são guardadas: informe-as de novo.',
  },
  { en: 'There is no such route.', es: 'No existe esa ruta.', pt: 'Essa rota não existe.' },
  {
    en: 'There is no such connector account.',
    es: 'No existe esa cuenta del conector.',
    pt: 'Essa conta do conector não existe.',
  },
  {
    en: 'The connector {0} is not configured here, or has no credentials of its own.',
    es: 'El conector {0} no está configurado aquí o no tiene credenciales propias.',
    pt: 'O conector {0} não está configurado aqui ou não tem credenciais próprias.',
  },
  {
    en: 'This connector has no call that tries credentials.',
    es: 'Este conector no tiene una llamada que pruebe credenciales.',
    pt: 'Este conector não tem uma chamada que teste credenciais.',
  },
  {
    en: 'The credentials of this account were replaced since these were entered: enter them again.',
    es: 'Las credenciales de esta cuenta se reemplazaron después de ingresar estas: ingréselas de nuevo.',
    pt: 'As credenciais desta conta foram substituídas depois que estas foram informadas: informe-as de novo.',
  },
  {
    en: 'This account is disabled already.',
    es: 'Esta cuenta ya está desactivada.',
    pt: 'Esta conta já está desativada.',
  },
  {
    en: 'This account is not disabled.',
    es: 'Esta cuenta no está desactivada.',
    pt: 'Esta conta não está desativada.',
  },
  {
    en: 'Another route with this priority serves the same orders: choose another number.',
    es: 'Otra ruta con esta prioridad atiende las mismas órdenes: elija otro número.',
    pt: 'Outra rota com esta prioridade atende as mesmas ordens: escolha outro número.',
  },
  {
    en: 'This route belongs to an account for deposits on an own bank account.',
    es: 'Esta ruta pertenece a una cuenta para depósitos en una cuenta bancaria propia.',
    pt: 'Esta rota pertence a uma conta para depósitos em uma conta bancária própria.',
  },
  {
    en: 'This own bank account has no account for deposits with this service code: add one first.',
    es: 'Esta cuenta bancaria propia no tiene una cuenta para depósitos con este código de servicio: agregue una primero.',
    pt: 'Esta conta bancária própria não tem uma conta para depósitos com este código de serviço: adicione uma primeiro.',
  },
  {
    en: 'The provider refuses these credentials.',
    es: 'El proveedor rechaza estas credenciales.',
    pt: 'O provedor recusa estas credenciais.',
  },
  {
    en: 'The provider answered with the HTTP status {0}.',
    es: 'El proveedor respondió con el estado HTTP {0}.',
    pt: 'O provedor respondeu com o status HTTP {0}.',
  },
  {
    en: 'The connector failed while it called the provider.',
    es: 'El conector falló mientras llamaba al proveedor.',
    pt: 'O conector falhou enquanto chamava o provedor.',
  },
  {
    en: 'This connector has no certification.',
    es: 'Este conector no tiene certificación.',
    pt: 'Este conector não tem certificação.',
  },
  {
    en: 'A certification makes payments and returns: it runs at a sandbox, with a test account.',
    es: 'Una certificación hace pagos y devoluciones: se ejecuta en un sandbox, con una cuenta de prueba.',
    pt: 'Uma certificação faz pagamentos e devoluções: roda em um sandbox, com uma conta de teste.',
  },
  {
    en: 'The provider refuses to show the webhook of this Pix key.',
    es: 'El proveedor no permite ver el webhook de esta clave Pix.',
    pt: 'O provedor não permite ver o webhook desta chave Pix.',
  },
  {
    en: 'The provider answered with the HTTP status {0} and no webhook.',
    es: 'El proveedor respondió con el estado HTTP {0} y sin webhook.',
    pt: 'O provedor respondeu com o status HTTP {0} e sem webhook.',
  },
  {
    en: 'The provider refuses the client id, the client secret or the certificate.',
    es: 'El proveedor rechaza el identificador de cliente, el secreto o el certificado.',
    pt: 'O provedor recusa o identificador do cliente, o segredo ou o certificado.',
  },
  {
    en: 'The provider, or the service that gives its tokens, does not answer.',
    es: 'El proveedor, o el servicio que da sus tokens, no responde.',
    pt: 'O provedor, ou o serviço que dá seus tokens, não responde.',
  },
  {
    en: 'The provider refused the address with the HTTP status {0}.',
    es: 'El proveedor rechazó la dirección con el estado HTTP {0}.',
    pt: 'O provedor recusou o endereço com o status HTTP {0}.',
  },
  {
    en: 'The provider of this connector takes no address by a call.',
    es: 'El proveedor de este conector no recibe la dirección por una llamada.',
    pt: 'O provedor deste conector não recebe o endereço por uma chamada.',
  },
]

/** What is said about single fields of their forms. */
export const providerFieldSentences: readonly Sentence[] = [
  {
    en: 'is no field of these credentials',
    es: 'no es un campo de estas credenciales',
    pt: 'não é um campo destas credenciais',
  },
  {
    en: 'is no field of these credentials: do you mean {0}?',
    es: 'no es un campo de estas credenciales: ¿quiso decir {0}?',
    pt: 'não é um campo destas credenciais: quis dizer {0}?',
  },
  {
    en: 'must be a certificate in PEM form',
    es: 'debe ser un certificado en formato PEM',
    pt: 'deve ser um certificado no formato PEM',
  },
  { en: 'has expired on {0}', es: 'venció el {0}', pt: 'venceu em {0}' },
  {
    en: 'does not belong to the private key',
    es: 'no corresponde a la clave privada',
    pt: 'não corresponde à chave privada',
  },
  {
    en: 'no connector here takes accounts',
    es: 'ningún conector acepta cuentas aquí',
    pt: 'nenhum conector aceita contas aqui',
  },
  { en: 'connector is one of {0}', es: 'connector es uno de {0}', pt: 'connector é um de {0}' },
  {
    en: 'the connector {0} serves no {1} points',
    es: 'el conector {0} no atiende puntos de {1}',
    pt: 'o conector {0} não atende pontos de {1}',
  },
  { en: 'is no service code', es: 'no es un código de servicio', pt: 'não é um código de serviço' },
  {
    en: 'is a {0} point, and the account is of {1}',
    es: 'es un punto de {0}, y la cuenta es de {1}',
    pt: 'é um ponto de {0}, e a conta é de {1}',
  },
  { en: 'is a whole number up to {0}', es: 'es un número entero hasta {0}', pt: 'é um número inteiro até {0}' },
  {
    en: 'needs one service code: each has its currency',
    es: 'necesita un código de servicio: cada uno tiene su moneda',
    pt: 'precisa de um código de serviço: cada um tem a sua moeda',
  },
  {
    en: 'is below the smallest amount',
    es: 'es menor que el importe mínimo',
    pt: 'é menor que o valor mínimo',
  },
]
