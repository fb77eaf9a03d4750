import { actionIn } from '../../../core/texts/action-words.ts'
import { type AlertTexts, andMore } from './alert-texts.ts'

const outage: Readonly<Record<string, string>> = {
  '15m': 'desde hace 15 minutos',
  '24h': 'desde hace un día',
  '3d': 'desde hace tres días',
}

export const alertsEs: AlertTexts = {
  kinds: {
    callbacks_failing: {
      name: 'Fallan los callbacks',
      title: ({ point, level = '' }) =>
        outage[level]
          ? `Los callbacks de ${point} fallan ${outage[level]}`
          : `Los callbacks de ${point} están suspendidos`,
      text: ({ level = '' }) =>
        outage[level]
          ? 'Su servidor no recibe nuestros callbacks. Seguimos intentándolo y no se pierde nada. Vea en el registro de entregas qué responde.'
          : 'Nadie responde en su dirección de callbacks desde hace cinco días. Los callbacks se guardan 30 días: corrija la dirección o su servidor y envíe una prueba.',
    },
    callbacks_recovered: {
      name: 'Vuelven los callbacks',
      title: ({ point }) => `Los callbacks de ${point} llegan otra vez`,
      text: () => 'Su servidor responde otra vez. Lo que esperaba se entrega, repartido en los próximos minutos.',
    },
    payment_reversed: {
      name: 'Cobros o pagos que se revierten',
      title: ({ point, part, pay_type: payType }) =>
        payType === 'refund'
          ? `Un reembolso de ${point} volvió${part === 'part' ? ' en parte' : ''}`
          : payType === 'payout'
            ? `Un pago a terceros de ${point} fue devuelto${part === 'part' ? ' en parte' : ''}`
            : `Un cobro de ${point} fue revertido${part === 'part' ? ' en parte' : ''}`,
      text: ({ status, pay_type: payType }) =>
        payType === 'refund'
          ? 'El dinero está otra vez en su saldo y el pagador no lo tiene. Consulte al pagador antes de reembolsar otra vez.'
          : `${payType !== 'payin' ? 'El dinero está otra vez en su saldo.' : 'El banco retiró el dinero de su saldo.'} ${
              status === 'ERROR'
                ? 'El estado ahora es ERROR y un segundo callback avisa a su servidor. Un servidor que descarta duplicados solo por el id de la transacción lo ignora: revise usted el pedido.'
                : 'El estado sigue siendo COMPLETED y ningún callback avisa a su servidor: revise usted el pedido.'
            }`,
    },
    second_final_state: {
      name: 'Un estado final cambia otra vez',
      title: ({ point, status }) => `Una operación final de ${point} ahora es ${status}`,
      text: () =>
        'Su servidor ya había confirmado otro estado final. Un segundo callback le avisa. Un servidor que descarta duplicados solo por el id de la transacción lo ignora: revise usted el pedido.',
    },
    paid_late: {
      name: 'Cobros pagados después de vencer, una vez al día',
      title: ({ point, payments, day }) => `${payments} de ${point} pagados después de vencer el ${day}`,
      text: ({ payments, payment_ids: ids = '' }) =>
        `Cobros que estaban EXPIRED ahora son COMPLETED, y el dinero es suyo. Revise que cada pedido se entregue o se reembolse. Transacciones: ${ids}${andMore(ids, payments)}.`,
    },
    payout_approval: {
      name: 'Pagos a terceros y reembolsos esperan aprobación',
      title: ({ point }) => `Pagos a terceros o reembolsos de ${point} esperan aprobación`,
      text: () =>
        'Un pago a terceros o un reembolso por encima de su límite espera a una segunda persona. No se envía nada hasta que alguien lo apruebe.',
    },
    payout_approval_lapsing: {
      name: 'La aprobación de un pago a terceros o reembolso está por vencer',
      title: ({ point }) => `Un pago a terceros o reembolso de ${point} está por vencer`,
      text: () => 'Nadie decidió todavía. Cuando venza su plazo fallará y sus fondos quedarán libres.',
    },
    key_expiring: {
      name: 'Vencen claves de API',
      title: ({ key_name: key, level }) =>
        `La clave de API ${key} vence en menos de ${level === '3d' ? '3' : '14'} días`,
      text: ({ point }) => `Rótela en las credenciales de ${point}. Las solicitudes con una clave vencida se rechazan.`,
    },
    credential_changed: {
      name: 'Se muestran, crean o cambian credenciales',
      title: ({ point = '' }) => `Se usaron o cambiaron credenciales de ${point}`,
      text: ({ by, action }) =>
        `${by} ${actionIn('es', action)}. Si no sabe por qué, revoque la clave o rote el secreto, y consulte el registro de auditoría.`,
    },
    team_changed: {
      name: 'Cambia el equipo',
      title: () => 'Su equipo cambió',
      text: ({ by, action }) =>
        `${by} ${actionIn('es', action)}. Si no sabe por qué, consulte el registro de auditoría.`,
    },
    sign_in_new_address: {
      name: 'Alguien entró en mi cuenta desde una dirección nueva',
      title: () => 'Su cuenta se usó desde una dirección nueva',
      text: ({ address }) =>
        `Fue desde ${address}. Si no fue usted, cambie su contraseña y cierre todas las demás sesiones.`,
    },
    sign_in_locked: {
      name: 'Mi cuenta está bloqueada',
      title: () => 'Su cuenta está bloqueada',
      text: () =>
        'Hubo demasiadas contraseñas o códigos incorrectos. Se desbloquea sola después de un rato. Si no fue usted, alguien conoce su correo: use un segundo factor.',
    },
    password_recovered: {
      name: 'Mi contraseña se cambió sin la anterior',
      title: () => 'Se puso una contraseña nueva a su cuenta',
      text: () =>
        'Se hizo con un enlace para quien olvidó la suya. Todas sus sesiones terminaron. Si no fue usted, avise enseguida a un operador de la pasarela.',
    },
    late_execution: {
      name: 'Una orden se ejecutó después de informarse como fallida',
      title: ({ point }) => `Una orden de ${point} se ejecutó tarde: puede pagarse dos veces`,
      text: ({ service_code: code }) =>
        `Código de servicio: ${code}. Se informó al comercio que no se ejecutó, y el proveedor la ejecutó o la aceptó después. Pregunte de inmediato al comercio si la pagó otra vez. Está en la lista de revisión.`,
    },
    needs_operator: {
      name: 'Una transacción necesita a una persona',
      title: ({ point }) => `Una transacción de ${point} necesita a una persona`,
      text: ({ service_code: code }) =>
        `Código de servicio: ${code}. Está en la lista de lo que pide atención, con el motivo.`,
    },
    suspense_old: {
      name: 'Dinero en suspenso desde hace más de un día',
      title: ({ point }) => `Hay dinero para ${point} en suspenso desde hace un día`,
      text: ({ service_code: code }) =>
        `Código de servicio: ${code}. Pagador y comercio esperan: acéptelo o devuélvalo.`,
    },
    outcome_unknown: {
      name: 'Resultados desconocidos desde hace más de una hora',
      title: ({ account }) => `${account} no informa resultados desde hace una hora`,
      text: ({ connector }) =>
        `Llamadas al conector ${connector} terminaron sin respuesta y las consultas no dijeron más. Sus transacciones siguen PENDING. Consulte el banco.`,
    },
    audit_chain_broken: {
      name: 'El registro de auditoría fue alterado',
      title: () => 'El registro de auditoría no es el que se selló',
      text: ({ chain, number, what }) =>
        `Cadena ${chain}, sello ${number}: ${what}. Ejecute «pasarela audit verify» y compare con los registros de tus procesos.`,
    },
    invariant_violated: {
      name: 'Los libros no cuadran',
      title: ({ invariant }) => `La invariante ${invariant} no se cumple`,
      text: ({ violations }) => `Se encontró ${violations} veces. Ejecute «pasarela verify»: indica cada lugar.`,
    },
    authentication_failing: {
      name: 'Se rechazan credenciales una y otra vez',
      title: ({ point, address = 'varias direcciones' }) =>
        point
          ? `Se rechazan una y otra vez credenciales de ${point}`
          : `${address} envía una y otra vez credenciales erróneas`,
      text: ({ failures, address = 'varias direcciones' }) =>
        `En 15 minutos se rechazaron ${failures} solicitudes por sus credenciales; la primera vino de ${address}. Consulte el registro de auditoría: un programa está mal configurado o alguien intenta entrar.`,
    },
    clock_skew: {
      name: 'El reloj de una máquina está mal',
      title: ({ machine, seconds }) => `El reloj de ${machine} difiere en ${seconds} s`,
      text: () =>
        'La diferencia con el reloj del servidor de base de datos se corrige, así que las firmas y los códigos de un solo uso siguen funcionando. Haga que NTP ajuste el reloj (chronyd o systemd-timesyncd): con más de 30 segundos el gateway no arranca allí.',
    },
    cards_guessed: {
      name: 'Alguien adivina números de tarjeta',
      title: ({ point }) => `Alguien adivina números de tarjeta en ${point}`,
      text: ({ transactions }) =>
        `Se enviaron una y otra vez otras tarjetas con referencias de cobros con tarjeta (${transactions} de ellas). Ya no se comparan. Revise las solicitudes del punto y revoque la clave si no sabe quién las envía.`,
    },
    numbers_typed_in_vain: {
      name: 'Alguien adivina números de transferencias',
      title: ({ point }) => `Alguien adivina números de transferencias en ${point}`,
      text: ({ numbers }) =>
        `En una hora se dieron ${numbers} referencias bancarias de pagadores para pagos que no están pagados. Las siguientes se rechazan. Ninguna da dinero a nadie: vea quién las da antes de confirmar a mano un pago de este punto.`,
    },
    statement_contradicts: {
      name: 'Un extracto contradice lo pagado',
      title: ({ file, lines }) => `Al extracto ${file} le faltan ${lines} líneas con las que se pagaron órdenes`,
      text: ({ other_file: other, day, transaction_id: id }) =>
        `Estaban en el archivo ${other}, la primera del ${day} para la transacción ${id}. Pregunte al banco cuál de los dos es correcto. Nada se cambió.`,
    },
    proposal_waiting: {
      name: 'Una propuesta espera a una segunda persona',
      title: ({ by }) => `${by} propone algo que decide una segunda persona`,
      text: ({ action }) => `Se propone: ${actionIn('es', action)}. Vea las evidencias antes de aceptar.`,
    },
    limits_changed: {
      name: 'Cambian límites y protecciones de puntos reales',
      title: ({ point = '' }) => `Cambiaron límites o protecciones de ${point}`,
      text: ({ by, action }) =>
        `${by} ${actionIn('es', action)}. Si no sabe por qué, consulte el registro de auditoría y deshágalo.`,
    },
    deposit_account_changed: {
      name: 'Se agregan cuentas para depósitos',
      title: () => 'Los pagadores se envían a una cuenta nueva',
      text: ({ by, action }) =>
        `${by} ${actionIn('es', action)}. Una cuenta que reemplaza a otra se muestra a los pagadores después de 24 horas, o cuando una tercera persona está de acuerdo. Compárela con su banco.`,
    },
    break_glass: {
      name: 'Alguien actúa a solas en la máquina',
      title: () => 'Alguien actuó a solas, sin una segunda persona',
      text: ({ by, done }) =>
        `${by} usó --break-glass: ${actionIn('es', done)}. Pregunte por qué y consulte el registro de auditoría.`,
    },
    bootstrap_invitation: {
      name: 'Se invita a un operador en la máquina',
      title: () => 'Se invitó a un operador en la máquina',
      text: ({ email }) =>
        `Alguien con acceso a la máquina invitó a ${email} con “user invite --bootstrap”. Ninguna segunda persona lo confirma. Si no sabe por qué, desactive la cuenta.`,
    },
    confirmation_waiting: {
      name: 'Alguien invitado espera a una segunda persona',
      title: ({ email }) => `${email} espera a una segunda persona`,
      text: ({ by, email }) =>
        `${by} dio a ${email} permiso para decidir sobre dinero. Hasta que otra persona confirme que son dos, ninguno decide sobre el trabajo del otro, durante 30 días.`,
    },
  },
}
