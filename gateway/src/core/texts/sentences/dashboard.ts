import type { Sentence } from '../texts.ts'

/** Refusals that only the dashboard receives. */
export const dashboardSentences: readonly Sentence[] = [
  {
    en: 'This sign-in belongs to the demonstration and is closed, because a live point exists. Ask for an invitation.',
    es: 'Este acceso es de la demostración y está cerrado, porque existe un punto real. Pida una invitación.',
    pt: 'Este acesso é da demonstração e está fechado, porque existe um ponto real. Peça um convite.',
  },
  {
    en: 'People of the demonstration make no live point: it would close their own sign-ins. Invite an operator first.',
    es: 'Las personas de la demostración no crean puntos reales: cerraría sus propios accesos. Invite primero a un operador.',
    pt: 'As pessoas da demonstração não criam pontos reais: isso fecharia seus próprios acessos. Convide primeiro um operador.',
  },
  {
    en: 'One of the two invited the other, or gave them their access: somebody else must decide, or a third person confirms that they are two.',
    es: 'Una de las dos personas invitó a la otra, o le dio su acceso: otra persona debe decidir, o una tercera confirma que son dos.',
    pt: 'Uma das duas pessoas convidou a outra, ou lhe deu o acesso: outra pessoa precisa decidir, ou uma terceira confirma que são duas.',
  },
  {
    en: 'Somebody confirms this whom the inviter did not invite, directly or by others.',
    es: 'Esto lo confirma alguien a quien no invitó la misma persona, ni directamente ni por medio de otras.',
    pt: 'Isto é confirmado por alguém que não foi convidado pela mesma pessoa, nem diretamente nem por meio de outras.',
  },
  {
    en: 'There is nothing to confirm here.',
    es: 'Aquí no hay nada que confirmar.',
    pt: 'Não há nada a confirmar aqui.',
  },
  {
    en: 'Both keys were made on the machine, so that nobody knows whose they are: a person decides in the dashboard, or a key that a person made there.',
    es: 'Ambas claves se crearon en la máquina y nadie sabe de quién son: decide una persona en el panel, o una clave que una persona creó allí.',
    pt: 'As duas chaves foram criadas na máquina e ninguém sabe de quem são: decide uma pessoa no painel, ou uma chave que uma pessoa criou ali.',
  },
  {
    en: 'People of the demonstration confirm nobody: their passwords stand in one file.',
    es: 'Las personas de la demostración no confirman a nadie: sus contraseñas están en un mismo archivo.',
    pt: 'As pessoas da demonstração não confirmam ninguém: as senhas delas estão em um mesmo arquivo.',
  },
  {
    en: 'This lowers a safeguard of a live point: propose it, and another operator decides.',
    es: 'Esto reduce una protección de un punto real: propóngalo, y decide otro operador.',
    pt: 'Isto reduz uma proteção de um ponto real: proponha, e outro operador decide.',
  },
  {
    en: 'No folder with this id is watched: see pasarela bank channel list.',
    es: 'Ninguna carpeta con este id se vigila: vea pasarela bank channel list.',
    pt: 'Nenhuma pasta com este id é vigiada: veja pasarela bank channel list.',
  },
  {
    en: 'There is no such bank account.',
    es: 'No existe esa cuenta bancaria.',
    pt: 'Essa conta bancária não existe.',
  },
  {
    en: 'There is no such account that waits.',
    es: 'No existe esa cuenta en espera.',
    pt: 'Essa conta em espera não existe.',
  },
  {
    en: 'This link is used, withdrawn or too old: ask for a new one.',
    es: 'Este enlace ya se usó, se retiró o es demasiado antiguo: pida uno nuevo.',
    pt: 'Este link já foi usado, foi retirado ou é antigo demais: peça um novo.',
  },
  {
    en: 'Somebody else hands over the link to your own account.',
    es: 'El enlace de su propia cuenta lo entrega otra persona.',
    pt: 'O link da sua própria conta é entregue por outra pessoa.',
  },
  {
    en: 'They were disabled: let them in again first.',
    es: 'Esa cuenta está desactivada: reactívela primero.',
    pt: 'Essa conta está desativada: reative-a primeiro.',
  },
  { en: 'There is no such point.', es: 'No existe ese punto.', pt: 'Esse ponto não existe.' },
  { en: 'There is no such session.', es: 'No existe esa sesión.', pt: 'Essa sessão não existe.' },
  {
    en: 'Begin the set-up first.',
    es: 'Comience primero la configuración.',
    pt: 'Comece primeiro a configuração.',
  },
  { en: 'There is no second factor.', es: 'No hay un segundo factor.', pt: 'Não há um segundo fator.' },
  {
    en: 'The set-up was begun again or finished elsewhere: begin it again and scan the new code.',
    es: 'La configuración se volvió a iniciar o se terminó en otro lugar: iníciela de nuevo y escanee el código nuevo.',
    pt: 'A configuração foi reiniciada ou concluída em outro lugar: inicie-a de novo e escaneie o novo código.',
  },
  {
    en: 'A second factor is set up already: remove it first.',
    es: 'Ya hay un segundo factor configurado: primero elimínelo.',
    pt: 'Já há um segundo fator configurado: primeiro remova-o.',
  },
  {
    en: 'This invitation is used, revoked or too old: ask for a new one.',
    es: 'Esta invitación ya se usó, se retiró o es demasiado antigua: pida una nueva.',
    pt: 'Este convite já foi usado, foi retirado ou é antigo demais: peça um novo.',
  },
  {
    en: 'Somebody signs in with this address already.',
    es: 'Ya hay alguien que inicia sesión con esta dirección.',
    pt: 'Alguém já entra com este endereço.',
  },
  {
    en: 'There is no such open invitation.',
    es: 'No existe esa invitación abierta.',
    pt: 'Esse convite aberto não existe.',
  },
  {
    en: 'They have no second factor.',
    es: 'Esa persona no tiene un segundo factor.',
    pt: 'Essa pessoa não tem um segundo fator.',
  },
  {
    en: 'Nobody signs in as {0}.',
    es: 'Nadie inicia sesión como {0}.',
    pt: 'Ninguém entra como {0}.',
  },
  {
    en: 'There is nobody like that in your team.',
    es: 'No hay nadie así en su equipo.',
    pt: 'Não há ninguém assim na sua equipe.',
  },
  {
    en: 'The team needs one {0} at least: make somebody else one first.',
    es: 'El equipo necesita al menos una persona con el rol {0}: asígnelo primero a otra.',
    pt: 'A equipe precisa de pelo menos uma pessoa com a função {0}: atribua-a primeiro a outra.',
  },
  {
    en: 'There is no such file.',
    es: 'No existe ese archivo.',
    pt: 'Esse arquivo não existe.',
  },
  {
    en: 'Operators invite the first owner of a merchant only.',
    es: 'Los operadores solo invitan al primer propietario de un comercio.',
    pt: 'Os operadores só convidam o primeiro proprietário de um lojista.',
  },
  {
    en: 'No mail server is set: see SMTP_URL.',
    es: 'No hay un servidor de correo configurado: vea SMTP_URL.',
    pt: 'Não há um servidor de e-mail configurado: veja SMTP_URL.',
  },
  {
    en: 'There is no point {0}.',
    es: 'No existe el punto {0}.',
    pt: 'Não existe o ponto {0}.',
  },
  {
    en: 'You proposed this yourself: somebody else must decide.',
    es: 'Usted mismo lo propuso: otra persona debe decidir.',
    pt: 'Você mesmo propôs isto: outra pessoa deve decidir.',
  },
  {
    en: 'Only who proposed it takes it back; you can refuse it.',
    es: 'Solo quien lo propuso puede retirarlo; usted puede rechazarlo.',
    pt: 'Só quem propôs pode retirar; você pode recusar.',
  },
  {
    en: 'This proposal was decided already: {0}.',
    es: 'Esta propuesta ya se decidió: {0}.',
    pt: 'Esta proposta já foi decidida: {0}.',
  },
  {
    en: 'Too many proposals wait for a decision already: decide some of them first.',
    es: 'Ya hay demasiadas propuestas a la espera: decida primero algunas.',
    pt: 'Já há propostas demais à espera: decida algumas primeiro.',
  },
  {
    en: 'Too many invitations are open: withdraw some of them first.',
    es: 'Hay demasiadas invitaciones pendientes: retire primero algunas.',
    pt: 'Há convites pendentes demais: cancele alguns primeiro.',
  },
  {
    en: 'A proposal about this transaction waits for its decision already.',
    es: 'Ya hay una propuesta sobre esta transacción a la espera de decisión.',
    pt: 'Já há uma proposta sobre esta transação à espera de decisão.',
  },
  {
    en: 'There is no such proposal.',
    es: 'No existe esa propuesta.',
    pt: 'Essa proposta não existe.',
  },
  {
    en: 'The books are being proved at this moment: look at that run.',
    es: 'Los libros se están comprobando en este momento: mire esa ejecución.',
    pt: 'Os livros estão sendo comprovados neste momento: veja essa execução.',
  },
  {
    en: 'There is no such merchant.',
    es: 'No existe ese comercio.',
    pt: 'Esse lojista não existe.',
  },
  {
    en: 'Nothing was changed: this proposal was decided already, or it is not yours to decide.',
    es: 'No se cambió nada: esta propuesta ya se decidió o no le corresponde decidirla.',
    pt: 'Nada foi mudado: esta proposta já foi decidida ou não cabe a você decidi-la.',
  },
  {
    en: 'This point has no {0}.',
    es: 'Este punto no tiene {0}.',
    pt: 'Este ponto não tem {0}.',
  },
  {
    en: 'The secret was rotated a while ago, and the one before signs until {0}: rotating again would silence it. Wait, or send "force": true.',
    es: 'El secreto se cambió hace poco y el anterior firma hasta {0}: cambiarlo otra vez lo silenciaría. Espere, o envíe "force": true.',
    pt: 'O segredo foi trocado há pouco e o anterior assina até {0}: trocá-lo de novo o silenciaria. Espere, ou envie "force": true.',
  },
]
