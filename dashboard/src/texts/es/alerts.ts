import type { alerts as en } from '../en/alerts.ts'

export const alerts: typeof en = {
  title: 'Alertas',
  explanation: 'Lo que debe saber. Una alerta termina sola cuando su causa desaparece.',
  bell: (open) => `Alertas, ${open} abiertas`,
  columns: { alert: 'Alerta', about: 'Sobre', since: 'Desde', state: 'Estado' },
  open: 'Abierta',
  ended: 'Terminada',
  transactionId: 'id de la transacción',
  emptyTitle: 'No hay alertas',
  empty: 'Cuando fallen los callbacks, un pago a terceros espere aprobación o venza una clave, aparecerá aquí.',
  emptyOperator:
    'Cuando una transacción necesite a una persona, un conector no responda o los libros no cuadren, aparecerá aquí.',
  mails: {
    title: 'Correos para usted',
    explanation: 'Qué alertas llegan también a su correo. Aquí las ve todas en cualquier caso.',
    legend: 'Alertas por correo',
    usuallyOn: 'Suele estar activado para su rol',
    usuallyOff: 'Suele estar desactivado para su rol',
    save: 'Guardar',
    saved: 'Su elección está guardada.',
    reset: 'Lo habitual para mi rol',
    notConfigured:
      'No hay servidor de correo, así que las alertas están solo aquí. El operador configura SMTP_URL y MAIL_FROM.',
    test: 'Enviarme un correo de prueba',
    testSent: 'El servidor de correo aceptó el correo de prueba.',
    testFailed: (code) => `El servidor de correo no lo aceptó: ${code}`,
    state: (waiting, failed) => `Correos en espera: ${waiting}. Abandonados en un día: ${failed}.`,
    lastError: (code) => `Último error: ${code}.`,
  },
  retention: {
    title: 'Eliminación de datos personales',
    explanation: (days) =>
      `Los nombres, documentos y textos de pagos que terminaron hace más de ${days} días se eliminan cada día. Los montos, el libro mayor y los ids se conservan.`,
    off: 'RETENTION_PERSONAL_DAYS es 0: los datos personales se guardan para siempre.',
    waiting: (count) => `Transacciones antiguas que no terminaron y conservan sus datos: ${count}.`,
    started: 'Ejecución',
    horizon: 'Anterior a',
    removed: 'Transacciones',
    rows: 'Filas por tabla y columna',
    running: 'en curso',
    nothing: 'nada',
    emptyTitle: 'Todavía no hubo ejecución',
    empty: 'La primera dejará aquí su informe.',
  },
}
