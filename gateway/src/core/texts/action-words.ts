import type { Language } from './messages/languages.ts'

/** Texts of actions in the audit log and of proposals, as in "somebody did this: …". */
const words = {
  'authentication.fail': {
    en: 'offered wrong credentials',
    es: 'presentó credenciales erróneas',
    pt: 'apresentou credenciais erradas',
  },
  'api_key.create': { en: 'made an API key', es: 'creó una clave de API', pt: 'criou uma chave de API' },
  'api_key.rotate': { en: 'rotated an API key', es: 'rotó una clave de API', pt: 'trocou uma chave de API' },
  'api_key.revoke': { en: 'revoked an API key', es: 'revocó una clave de API', pt: 'revogou uma chave de API' },
  'api_token.stage': {
    en: 'prepared a new API token',
    es: 'preparó un nuevo token de API',
    pt: 'preparou um novo token de API',
  },
  'api_token.activate': {
    en: 'put the new API token to use',
    es: 'activó el nuevo token de API',
    pt: 'ativou o novo token de API',
  },
  'api_token.retire': {
    en: 'retired the old API token',
    es: 'retiró el token de API anterior',
    pt: 'aposentou o token de API anterior',
  },
  'webhook_secret.rotate': {
    en: 'rotated the webhook secret',
    es: 'rotó el secreto de los webhooks',
    pt: 'trocou o segredo dos webhooks',
  },
  'credential.reveal': { en: 'looked at a secret', es: 'vio un secreto', pt: 'viu um segredo' },
  'callback_address.change': {
    en: 'changed the callback address',
    es: 'cambió la dirección de los callbacks',
    pt: 'mudou o endereço dos callbacks',
  },
  'signed_payouts.demand': {
    en: 'demanded signed payouts',
    es: 'exigió que los pagos vayan firmados',
    pt: 'passou a exigir pagamentos assinados',
  },
  'signed_payouts.lift': {
    en: 'no longer demands signed payouts',
    es: 'dejó de exigir que los pagos vayan firmados',
    pt: 'deixou de exigir pagamentos assinados',
  },
  'invitation.create': { en: 'invited somebody', es: 'invitó a alguien', pt: 'convidou alguém' },
  'team.invite': { en: 'invited somebody', es: 'invitó a alguien', pt: 'convidou alguém' },
  'team.withdraw_invitation': {
    en: 'withdrew an invitation',
    es: 'retiró una invitación',
    pt: 'retirou um convite',
  },
  'team.join': { en: 'joined the team', es: 'se unió al equipo', pt: 'entrou na equipe' },
  'team.change_role': { en: 'changed somebody’s role', es: 'cambió el rol de alguien', pt: 'mudou a função de alguém' },
  'team.disable': { en: 'disabled somebody', es: 'desactivó a alguien', pt: 'desativou alguém' },
  'team.enable': { en: 'let somebody in again', es: 'reactivó a alguien', pt: 'reativou alguém' },
  'team.end_sessions': {
    en: 'signed somebody out everywhere',
    es: 'cerró todas las sesiones de alguien',
    pt: 'encerrou todas as sessões de alguém',
  },
  'team.confirm': {
    en: 'confirmed that somebody invited is a person of their own',
    es: 'confirmó que alguien invitado es otra persona',
    pt: 'confirmou que alguém convidado é outra pessoa',
  },
  'team.show_link': {
    en: 'was shown the link of an invitation',
    es: 'vio el enlace de una invitación',
    pt: 'viu o link de um convite',
  },
  'user.propose_recovery': {
    en: 'proposed a new password for somebody',
    es: 'propuso una contraseña nueva para alguien',
    pt: 'propôs uma nova senha para alguém',
  },
  'user.show_recovery_link': {
    en: 'was shown the link by which somebody sets a new password',
    es: 'vio el enlace con el que alguien pone una contraseña nueva',
    pt: 'viu o link com que alguém define uma nova senha',
  },
  'user.refuse_recovery': {
    en: 'refused a new password for somebody',
    es: 'rechazó una contraseña nueva para alguien',
    pt: 'recusou uma nova senha para alguém',
  },
  'user.recover_password': {
    en: 'set a new password by a link that operators gave',
    es: 'puso una contraseña nueva con un enlace que dieron operadores',
    pt: 'definiu uma nova senha por um link que operadores deram',
  },
  'user.give_way': {
    en: 'proved to own the address of an account that never proved it, which is closed now',
    es: 'demostró ser dueño de la dirección de una cuenta que nunca lo demostró, y que ahora está cerrada',
    pt: 'provou ser dono do endereço de uma conta que nunca o provou, e que agora está fechada',
  },
  'break_glass.execute': {
    en: 'acted alone at the machine',
    es: 'actuó a solas en la máquina',
    pt: 'agiu sozinho na máquina',
  },
  'deposit_account.show': {
    en: 'had a changed account for deposits shown at once',
    es: 'hizo mostrar de inmediato una cuenta para depósitos cambiada',
    pt: 'fez mostrar de imediato uma conta para depósitos alterada',
  },
  point_settings: {
    en: 'lower safeguards of a point',
    es: 'reducir protecciones de un punto',
    pt: 'reduzir proteções de um ponto',
  },
  second_factor_reset: {
    en: 'reset somebody’s second factor',
    es: 'restablecer el segundo factor de alguien',
    pt: 'redefinir o segundo fator de alguém',
  },
  'user.create': {
    en: 'made an account for somebody',
    es: 'creó una cuenta para alguien',
    pt: 'criou uma conta para alguém',
  },
  'account.lock': { en: 'locked the account', es: 'bloqueó la cuenta', pt: 'bloqueou a conta' },
  'attention.close': {
    en: 'closed what needed a person',
    es: 'cerró lo que pedía atención',
    pt: 'encerrou o que pedia atenção',
  },
  'bank_account.set': {
    en: 'changed settings of an own bank account',
    es: 'cambió la configuración de una cuenta bancaria propia',
    pt: 'mudou as configurações de uma conta bancária própria',
  },
  bank_account: {
    en: 'change an own bank account',
    es: 'cambiar una cuenta bancaria propia',
    pt: 'alterar uma conta bancária própria',
  },
  bank_channel: {
    en: 'import the files of a folder by themselves',
    es: 'importar por sí solos los archivos de una carpeta',
    pt: 'importar sozinhos os arquivos de uma pasta',
  },
  statement_file: {
    en: 'import a bank statement',
    es: 'importar un extracto bancario',
    pt: 'importar um extrato bancário',
  },
  'bank_channel.add': {
    en: 'began to import the files of a folder',
    es: 'empezó a importar los archivos de una carpeta',
    pt: 'passou a importar os arquivos de uma pasta',
  },
  'bank_channel.remove': {
    en: 'ended the import of the files of a folder',
    es: 'terminó la importación de los archivos de una carpeta',
    pt: 'encerrou a importação dos arquivos de uma pasta',
  },
  'bank_statement.import': {
    en: 'imported bank statements',
    es: 'importó extractos bancarios',
    pt: 'importou extratos bancários',
  },
  'deposit_account.add': {
    en: 'added an account for deposits',
    es: 'agregó una cuenta para depósitos',
    pt: 'adicionou uma conta para depósitos',
  },
  'merchant.create': { en: 'made a merchant', es: 'creó un comercio', pt: 'criou um lojista' },
  'password.change': { en: 'changed the password', es: 'cambió la contraseña', pt: 'mudou a senha' },
  'password.set': { en: 'set a new password', es: 'fijó una contraseña nueva', pt: 'definiu uma senha nova' },
  'point.create': { en: 'made a point', es: 'creó un punto', pt: 'criou um ponto' },
  'point.suspend': { en: 'suspended the point', es: 'suspendió el punto', pt: 'suspendeu o ponto' },
  'point.reactivate': { en: 'reactivated the point', es: 'reactivó el punto', pt: 'reativou o ponto' },
  'point.settings': {
    en: 'changed settings of the point',
    es: 'cambió ajustes del punto',
    pt: 'mudou configurações do ponto',
  },
  'payment_page.set': {
    en: 'changed how payment pages look',
    es: 'cambió el aspecto de las páginas de pago',
    pt: 'mudou a aparência das páginas de pagamento',
  },
  'point.funding': { en: 'prefunded the point', es: 'prefinanció el punto', pt: 'pré-financiou o ponto' },
  'point.correction': { en: 'corrected the balance', es: 'corrigió el saldo', pt: 'corrigiu o saldo' },
  'point.overdraft': {
    en: 'set the overdraft limit',
    es: 'fijó el límite de descubierto',
    pt: 'definiu o limite de descoberto',
  },
  'point.payout_limits': { en: 'set payout limits', es: 'fijó límites de pagos', pt: 'definiu limites de pagamentos' },
  'point.terms': { en: 'set fee and release', es: 'fijó comisión y liberación', pt: 'definiu tarifa e liberação' },
  'point.policies': { en: 'set policies', es: 'fijó políticas', pt: 'definiu políticas' },
  'point.card_limits': {
    en: 'set limits against card testing',
    es: 'fijó límites contra pruebas de tarjetas',
    pt: 'definiu limites contra testes de cartões',
  },
  'profile.change': { en: 'changed the own profile', es: 'cambió su perfil', pt: 'mudou o próprio perfil' },
  'proposal.create': { en: 'made a proposal', es: 'hizo una propuesta', pt: 'fez uma proposta' },
  'proposal.approve': { en: 'agreed to a proposal', es: 'aprobó una propuesta', pt: 'aprovou uma proposta' },
  'proposal.refuse': { en: 'refused a proposal', es: 'rechazó una propuesta', pt: 'recusou uma proposta' },
  'proposal.withdraw': { en: 'took a proposal back', es: 'retiró una propuesta', pt: 'retirou uma proposta' },
  'recovery_codes.renew': {
    en: 'made new recovery codes',
    es: 'creó nuevos códigos de recuperación',
    pt: 'criou novos códigos de recuperação',
  },
  'second_factor.set_up': {
    en: 'set up a second factor',
    es: 'configuró un segundo factor',
    pt: 'configurou um segundo fator',
  },
  'second_factor.remove': {
    en: 'removed the second factor',
    es: 'quitó el segundo factor',
    pt: 'removeu o segundo fator',
  },
  'second_factor.reset': {
    en: 'reset somebody’s second factor',
    es: 'restableció el segundo factor de alguien',
    pt: 'redefiniu o segundo fator de alguém',
  },
  'session.sign_in': { en: 'signed in', es: 'inició sesión', pt: 'entrou' },
  'session.sign_out': { en: 'signed out', es: 'cerró la sesión', pt: 'saiu' },
  'session.end': { en: 'ended a session', es: 'cerró una sesión', pt: 'encerrou uma sessão' },
  'session.step_up': { en: 'proved to be there', es: 'demostró ser quien es', pt: 'provou ser quem é' },
  'test.funds': { en: 'set the test balance', es: 'fijó el saldo de prueba', pt: 'definiu o saldo de teste' },
  'payout.approve': {
    en: 'approved a payout or refund',
    es: 'aprobó un pago o reembolso',
    pt: 'aprovou um pagamento ou reembolso',
  },
  'payout.refuse': {
    en: 'rejected a payout or refund',
    es: 'rechazó un pago o reembolso',
    pt: 'rejeitou um pagamento ou reembolso',
  },
  'suspense.accept': {
    en: 'accepted money in suspense',
    es: 'aceptó dinero en suspenso',
    pt: 'aceitou dinheiro em suspenso',
  },
  'suspense.return': {
    en: 'noted that money in suspense went back',
    es: 'anotó que el dinero en suspenso volvió',
    pt: 'registrou que o dinheiro em suspenso voltou',
  },
  'transaction.confirm': {
    en: 'confirmed that the money moved',
    es: 'confirmó que el dinero se movió',
    pt: 'confirmou que o dinheiro se moveu',
  },
  'transaction.fail': { en: 'said that it did not happen', es: 'dijo que no ocurrió', pt: 'disse que não aconteceu' },
  'statement.export': { en: 'exported a statement', es: 'exportó un extracto', pt: 'exportou um extrato' },
  'transactions.export': { en: 'exported a list', es: 'exportó una lista', pt: 'exportou uma lista' },
  confirm: {
    en: 'confirm that the money moved',
    es: 'confirmar que el dinero se movió',
    pt: 'confirmar que o dinheiro se moveu',
  },
  fail: { en: 'say that it did not happen', es: 'decir que no ocurrió', pt: 'dizer que não aconteceu' },
  suspense_accept: {
    en: 'accept the money in suspense',
    es: 'aceptar el dinero en suspenso',
    pt: 'aceitar o dinheiro em suspenso',
  },
  suspense_return: {
    en: 'note that the money went back to its sender',
    es: 'anotar que el dinero volvió a quien lo envió',
    pt: 'registrar que o dinheiro voltou a quem o enviou',
  },
  close_attention: { en: 'nothing is left to do', es: 'no queda nada por hacer', pt: 'não resta nada a fazer' },
  fund: { en: 'prefund a point', es: 'prefinanciar un punto', pt: 'pré-financiar um ponto' },
  correction: { en: 'correct a balance', es: 'corregir un saldo', pt: 'corrigir um saldo' },
  overdraft: {
    en: 'set an overdraft limit',
    es: 'fijar un límite de descubierto',
    pt: 'definir um limite de descoberto',
  },
  payout_limits: { en: 'set payout limits', es: 'fijar límites de pagos', pt: 'definir limites de pagamentos' },
  terms: { en: 'set fee and release', es: 'fijar comisión y liberación', pt: 'definir tarifa e liberação' },
  policies: { en: 'set policies', es: 'fijar políticas', pt: 'definir políticas' },
  card_limits: {
    en: 'set limits against card testing',
    es: 'fijar límites contra pruebas de tarjetas',
    pt: 'definir limites contra testes de cartões',
  },
  deposit_account: {
    en: 'add an account for deposits',
    es: 'agregar una cuenta para depósitos',
    pt: 'adicionar uma conta para depósitos',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

/** The text of an action. An action without a text is returned unchanged. */
export function actionIn(language: Language, action = ''): string {
  return isWorded(action) ? words[action][language] : action
}

function isWorded(action: string): action is keyof typeof words {
  return Object.hasOwn(words, action)
}
