import type { Sentence } from '../texts.ts'

/** Refusals of the merchant API and of general HTTP checks. */
export const merchantApiSentences: readonly Sentence[] = [
  {
    en: "Too many payers' bank references were given for pay-ins that are not paid: {0} within an hour, and one more for each that was right within a day. Nothing was changed.",
    es: 'Se dieron demasiadas referencias bancarias de pagadores para cobros que no están pagados: {0} en una hora, y una más por cada una que fue correcta en un día. Nada se cambió.',
    pt: 'Foram dadas referências bancárias de pagadores demais para recebimentos que não foram pagos: {0} em uma hora, e mais uma para cada uma que esteve certa em um dia. Nada foi alterado.',
  },
  {
    en: 'There is no such transaction.',
    es: 'No existe esa transacción.',
    pt: 'Essa transação não existe.',
  },
  {
    en: '{0} is no transaction_id. By your reference: {1}',
    es: '{0} no es un transaction_id. Por su referencia: {1}',
    pt: '{0} não é um transaction_id. Pela sua referência: {1}',
  },
  {
    en: 'There is no such test transaction.',
    es: 'No existe esa transacción de prueba.',
    pt: 'Essa transação de teste não existe.',
  },
  {
    en: '{0} is no query parameter of this address, which has none',
    es: '{0} no es un parámetro de esta dirección, que no tiene ninguno',
    pt: '{0} não é um parâmetro deste endereço, que não tem nenhum',
  },
  {
    en: '{0} is no query parameter of this address: did you mean {1}?',
    es: '{0} no es un parámetro de esta dirección: ¿quiso decir {1}?',
    pt: '{0} não é um parâmetro deste endereço: você quis dizer {1}?',
  },
  {
    en: '{0} is no query parameter of this address: known are {1}',
    es: '{0} no es un parámetro de esta dirección: se conocen {1}',
    pt: '{0} não é um parâmetro deste endereço: são conhecidos {1}',
  },
  {
    en: 'This is a live key (pas_live_…) that this gateway does not know: it was revoked, or another deployment made it. A test deployment takes keys that begin with pas_test_.',
    es: 'Esta es una clave real (pas_live_…) que este gateway no conoce: fue revocada, o la hizo otra instalación. Una instalación de prueba acepta claves que empiezan con pas_test_.',
    pt: 'Esta é uma chave real (pas_live_…) que este gateway não conhece: foi revogada, ou outra instalação a criou. Uma instalação de teste aceita chaves que começam com pas_test_.',
  },
  {
    en: 'This is a test key (pas_test_…) that this gateway does not know: it was revoked, or another deployment made it. A live deployment takes keys that begin with pas_live_.',
    es: 'Esta es una clave de prueba (pas_test_…) que este gateway no conoce: fue revocada, o la hizo otra instalación. Una instalación real acepta claves que empiezan con pas_live_.',
    pt: 'Esta é uma chave de teste (pas_test_…) que este gateway não conhece: foi revogada, ou outra instalação a criou. Uma instalação real aceita chaves que começam com pas_live_.',
  },
  {
    en: 'This is no API key: API keys begin with pas_test_ or pas_live_. A test point also takes HTTP Basic auth_point_id:auth_api_token.',
    es: 'Esto no es una clave de API: las claves de API empiezan con pas_test_ o pas_live_. Un punto de prueba acepta también HTTP Basic auth_point_id:auth_api_token.',
    pt: 'Isto não é uma chave de API: as chaves de API começam com pas_test_ ou pas_live_. Um ponto de teste aceita também HTTP Basic auth_point_id:auth_api_token.',
  },
  {
    en: 'The header Host is missing.',
    es: 'Falta la cabecera Host.',
    pt: 'Falta o cabeçalho Host.',
  },
  {
    en: 'This API key is incomplete or misspelt: copy it once more, whole.',
    es: 'Esta clave de API está incompleta o mal escrita: cópiela otra vez, entera.',
    pt: 'Esta chave de API está incompleta ou mal escrita: copie-a outra vez, inteira.',
  },
  {
    en: 'There is no such address. All addresses: {0}',
    es: 'No existe esa dirección. Todas las direcciones: {0}',
    pt: 'Esse endereço não existe. Todos os endereços: {0}',
  },
  {
    en: 'This address answers {0} only, not {1}. What it takes: {2}',
    es: 'Esta dirección solo responde a {0}, no a {1}. Lo que recibe: {2}',
    pt: 'Este endereço só responde a {0}, não a {1}. O que recebe: {2}',
  },
  {
    en: 'The body is empty: send a JSON object.',
    es: 'El cuerpo está vacío: envíe un objeto JSON.',
    pt: 'O corpo está vazio: envie um objeto JSON.',
  },
  {
    en: 'The body is empty: send a JSON object with Content-Type: application/json.',
    es: 'El cuerpo está vacío: envíe un objeto JSON con Content-Type: application/json.',
    pt: 'O corpo está vazio: envie um objeto JSON com Content-Type: application/json.',
  },
  {
    en: 'The body is not valid UTF-8.',
    es: 'El cuerpo no es UTF-8 válido.',
    pt: 'O corpo não é UTF-8 válido.',
  },
  {
    en: 'The field name {0} is never accepted.',
    es: 'El nombre de campo {0} nunca se acepta.',
    pt: 'O nome de campo {0} nunca é aceito.',
  },
  {
    en: 'Send JSON as UTF-8: Content-Type: application/json.',
    es: 'Envíe JSON en UTF-8: Content-Type: application/json.',
    pt: 'Envie JSON em UTF-8: Content-Type: application/json.',
  },
  {
    en: 'Content-Length does not match the body.',
    es: 'Content-Length no corresponde al cuerpo.',
    pt: 'Content-Length não corresponde ao corpo.',
  },
  {
    en: 'The address holds a malformed percent escape.',
    es: 'La dirección contiene un escape con porcentaje mal formado.',
    pt: 'O endereço contém um escape com porcentagem malformado.',
  },
  {
    en: 'This process is shutting down.',
    es: 'Este proceso se está apagando.',
    pt: 'Este processo está sendo encerrado.',
  },
  {
    en: 'The gateway is full at the moment.',
    es: 'La pasarela está llena en este momento.',
    pt: 'O gateway está lotado neste momento.',
  },
  {
    en: 'Too many of your requests are in progress at once: wait for the answers of some.',
    es: 'Demasiadas solicitudes suyas están en curso a la vez: espere la respuesta de algunas.',
    pt: 'Muitas requisições suas estão em andamento ao mesmo tempo: aguarde a resposta de algumas.',
  },
  {
    en: 'The bank answers too slowly at the moment: nothing was accepted.',
    es: 'El banco responde demasiado lento en este momento: no se aceptó nada.',
    pt: 'O banco está respondendo devagar demais neste momento: nada foi aceito.',
  },
  {
    en: 'On live points the feed needs the scopes read and webhook.',
    es: 'En puntos de producción la lista de eventos requiere los permisos read y webhook.',
    pt: 'Em pontos de produção a lista de eventos exige as permissões read e webhook.',
  },
  {
    en: 'This notification could not be verified.',
    es: 'No se pudo verificar esta notificación.',
    pt: 'Não foi possível verificar esta notificação.',
  },
  {
    en: 'This needs the scope {0}; the credentials have {1}. In the demo that is the settings_key of demo.json in its data folder; else make a key with the scope in the dashboard: {2}',
    es: 'Esto requiere el permiso {0}; las credenciales tienen {1}. En la demostración es la settings_key de demo.json en su carpeta de datos; si no, cree una clave con el permiso en el panel: {2}',
    pt: 'Isto exige a permissão {0}; as credenciais têm {1}. Na demonstração é a settings_key de demo.json na pasta de dados dela; senão, crie uma chave com a permissão no painel: {2}',
  },
  {
    en: 'This needs the scope {0}; the credentials have {1}. Make a key with the scope in the dashboard: {2}',
    es: 'Esto requiere el permiso {0}; las credenciales tienen {1}. Cree una clave con el permiso en el panel: {2}',
    pt: 'Isto exige a permissão {0}; as credenciais têm {1}. Crie uma chave com a permissão no painel: {2}',
  },
  {
    en: 'HTTP Basic opens the endpoints with an API key as user name, or for a test point that allows it with auth_point_id and auth_api_token. These credentials are neither.',
    es: 'HTTP Basic abre los endpoints con una clave de API como usuario, o en un punto de prueba que lo permite con auth_point_id y auth_api_token. Estas credenciales no son ni lo uno ni lo otro.',
    pt: 'HTTP Basic abre os endpoints com uma chave de API como usuário, ou em um ponto de teste que o permite com auth_point_id e auth_api_token. Estas credenciais não são nem uma coisa nem outra.',
  },
  {
    en: 'This point takes signed payouts only: send X-Timestamp, X-Nonce and X-Signature.',
    es: 'Este punto solo acepta pagos firmados: envíe X-Timestamp, X-Nonce y X-Signature.',
    pt: 'Este ponto só aceita pagamentos assinados: envie X-Timestamp, X-Nonce e X-Signature.',
  },
  {
    en: 'X-Signature cannot be verified: this point has no signing secret. Leave it out, or ask your operator for one.',
    es: 'No se puede verificar X-Signature: este punto no tiene secreto de firma. Omítala o pida uno a su operador.',
    pt: 'Não é possível verificar X-Signature: este ponto não tem segredo de assinatura. Omita-a ou peça um ao seu operador.',
  },
  {
    en: 'This reference was used before with other content: {0}. Use a new reference for a new transaction.',
    es: 'Esta referencia ya se usó con otro contenido: {0}. Use una referencia nueva para una transacción nueva.',
    pt: 'Esta referência já foi usada com outro conteúdo: {0}. Use uma nova referência para uma nova transação.',
  },
  {
    en: 'No bank is configured for {0} yet: ask your operator.',
    es: 'Todavía no hay un banco configurado para {0}: consulte a su operador.',
    pt: 'Ainda não há um banco configurado para {0}: fale com o seu operador.',
  },
  {
    en: 'No deposit account is configured for {0} yet: ask your operator.',
    es: 'Todavía no hay una cuenta de depósito configurada para {0}: consulte a su operador.',
    pt: 'Ainda não há uma conta de depósito configurada para {0}: fale com o seu operador.',
  },
  {
    en: 'The simulated bank is not connected: test points are closed.',
    es: 'El banco simulado no está conectado: los puntos de prueba están cerrados.',
    pt: 'O banco simulado não está conectado: os pontos de teste estão fechados.',
  },
  {
    en: 'The available {0} balance does not cover this payout and its fee: see GET /api/v1/balances.',
    es: 'El saldo disponible en {0} no cubre este pago y su comisión: vea GET /api/v1/balances.',
    pt: 'O saldo disponível em {0} não cobre este pagamento e a sua tarifa: veja GET /api/v1/balances.',
  },
  {
    en: 'The bank is being called about this transaction: try again in a few seconds.',
    es: 'Se está consultando al banco por esta transacción: intente de nuevo en unos segundos.',
    pt: 'O banco está sendo consultado sobre esta transação: tente de novo em alguns segundos.',
  },
  {
    en: 'The bank did not cancel it; the transaction is {0}.',
    es: 'El banco no la canceló; la transacción está {0}.',
    pt: 'O banco não a cancelou; a transação está {0}.',
  },
  {
    en: 'The bank of this payout is not connected.',
    es: 'El banco de este pago no está conectado.',
    pt: 'O banco deste pagamento não está conectado.',
  },
  {
    en: 'This key may not approve payouts any more.',
    es: 'Esta clave ya no puede aprobar pagos.',
    pt: 'Esta chave não pode mais aprovar pagamentos.',
  },
  {
    en: 'A payout is decided by another key than the one that created it, and than every key that is one with it by rotation.',
    es: 'Un pago lo decide otra clave que la que lo creó, y que toda clave unida a ella por rotación.',
    pt: 'Um pagamento é decidido por outra chave que não a que o criou, nem nenhuma ligada a ela por rotação.',
  },
  {
    en: 'The time to decide about this payout is over: it ends as ERROR (approval_expired).',
    es: 'El plazo para decidir sobre este pago a terceros ya pasó: termina como ERROR (approval_expired).',
    pt: 'O prazo para decidir sobre este pagamento a terceiros já passou: ele termina como ERROR (approval_expired).',
  },
  {
    en: 'This transaction does not wait for an approval: it is {0} ({1}).',
    es: 'Esta transacción no espera aprobación: está {0} ({1}).',
    pt: 'Esta transação não espera aprovação: está {0} ({1}).',
  },
  {
    en: 'The transaction has not changed its status yet: there is nothing to send.',
    es: 'La transacción todavía no cambió de estado: no hay nada que enviar.',
    pt: 'A transação ainda não mudou de status: não há nada a enviar.',
  },
  {
    en: 'A callback can be sent again for {0} days after the change of status.',
    es: 'Un callback puede reenviarse durante {0} días después del cambio de estado.',
    pt: 'Um callback pode ser reenviado durante {0} dias depois da mudança de status.',
  },
  {
    en: 'This callback was sent again a moment ago, or 20 times within an hour.',
    es: 'Este callback se reenvió hace un momento, o 20 veces en una hora.',
    pt: 'Este callback foi reenviado há um momento, ou 20 vezes em uma hora.',
  },
  {
    en: 'No callback address is set: PUT /api/v1/webhook first.',
    es: 'No hay dirección de callbacks: primero PUT /api/v1/webhook.',
    pt: 'Não há endereço de callbacks: primeiro PUT /api/v1/webhook.',
  },
  {
    en: 'No token is staged: stage one first.',
    es: 'No hay ningún token preparado: prepare uno primero.',
    pt: 'Não há nenhum token preparado: prepare um primeiro.',
  },
  {
    en: 'There is no token to retire: neither an old nor a staged one.',
    es: 'No hay token que retirar: ni uno antiguo ni uno preparado.',
    pt: 'Não há token a retirar: nem um antigo nem um preparado.',
  },
  {
    en: "A payer's bank reference is taken for pay-ins by transfer or wallet that are not decided; this one is {0}.",
    es: 'La referencia bancaria del pagador se acepta para cobros por transferencia o billetera sin decidir; este está {0}.',
    pt: 'A referência bancária do pagador é aceita para recebimentos por transferência ou carteira ainda não decididos; este está {0}.',
  },
  {
    en: 'The reference was changed too often, or the pay-in was decided.',
    es: 'La referencia se cambió demasiadas veces, o el cobro ya se decidió.',
    pt: 'A referência foi alterada vezes demais, ou o recebimento já foi decidido.',
  },
  {
    en: 'Too many card pay-ins at once with the same card, address or e-mail. Nothing was created.',
    es: 'Demasiados cobros con tarjeta a la vez con la misma tarjeta, dirección o correo. No se creó nada.',
    pt: 'Recebimentos demais ao mesmo tempo com o mesmo cartão, endereço ou e-mail. Nada foi criado.',
  },
  {
    en: 'Too many repeated card pay-ins at once. Nothing was created.',
    es: 'Demasiados cobros con tarjeta repetidos a la vez. No se creó nada.',
    pt: 'Recebimentos com cartão repetidos demais ao mesmo tempo. Nada foi criado.',
  },
  {
    en: 'This reference was used before, and other cards were sent with used references too often: what was sent is not compared any more. Read the transaction by its id.',
    es: 'Esta referencia ya se usó y se enviaron demasiadas veces otras tarjetas con referencias usadas: lo enviado ya no se compara. Consulte la transacción por su id.',
    pt: 'Esta referência já foi usada e outros cartões foram enviados vezes demais com referências usadas: o que foi enviado não é mais comparado. Consulte a transação pelo id.',
  },
  {
    en: 'Other merchants share the clock of this deployment: only its operator can let you move it (TEST_CLOCK).',
    es: 'Otros comercios comparten el reloj de esta instalación: solo su operador puede permitirle moverlo (TEST_CLOCK).',
    pt: 'Outros lojistas compartilham o relógio desta instalação: só o operador dela pode permitir que você o mova (TEST_CLOCK).',
  },
  {
    en: 'This deployment has a live point: its clock is the true one and cannot be moved.',
    es: 'Esta instalación tiene un punto de producción: su reloj es el verdadero y no puede moverse.',
    pt: 'Esta instalação tem um ponto de produção: o seu relógio é o verdadeiro e não pode ser movido.',
  },
  {
    en: 'The clock is at most a year ahead: reset it first.',
    es: 'El reloj se adelanta a lo sumo un año: primero restablézcalo.',
    pt: 'O relógio se adianta no máximo um ano: primeiro restabeleça-o.',
  },
  {
    en: 'The gateway’s clock was moved, the simulated bank’s was not: it does not answer. Tell it with {"advance_seconds":0}.',
    es: 'Se movió el reloj de la pasarela, el del banco simulado no: no responde. Avísele con {"advance_seconds":0}.',
    pt: 'O relógio do gateway foi movido, o do banco simulado não: ele não responde. Avise-o com {"advance_seconds":0}.',
  },
  {
    en: 'The simulated bank does not know this payment.',
    es: 'El banco simulado no conoce este pago.',
    pt: 'O banco simulado não conhece este pagamento.',
  },
  {
    en: 'The simulated bank does not answer.',
    es: 'El banco simulado no responde.',
    pt: 'O banco simulado não responde.',
  },
  {
    en: 'Only a PENDING pay-in expires; this one is {0}.',
    es: 'Solo vence un cobro PENDING; este está {0}.',
    pt: 'Só expira um recebimento PENDING; este está {0}.',
  },
]
