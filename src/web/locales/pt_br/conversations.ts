export const texts = {
  title: 'Conversa',
  close: 'Fechar a conversa',
  nameless: 'Sem nome',
  channel: {
    dialog360: 'WhatsApp',
    telegram_bot: 'Telegram',
  },
  waits_since: 'Escreveu {{when}}, aguarda resposta',
  reason: {
    not_understood: 'o bot não entendeu',
    asked_for_person: 'quer falar com uma pessoa',
    cancel_failed: 'não foi possível cancelar a visita',
    confirm_failed: 'não foi possível confirmar a visita',
    which_visit: 'não está claro de qual visita se trata',
  },
  answered: 'Respondido',
  marked: 'Marcado como respondido',
  earlier: 'Mostrar anteriores',
  empty: 'Ainda não há mensagens aqui.',
  no_text: 'Mensagem sem texto',
  reply: 'Responder ao cliente',
  send: 'Enviar',
  open_until: 'Você pode responder livremente até: {{when}}',
  closed_title: 'O texto livre está fechado',
  closed_text:
    'O WhatsApp permite responder livremente por 24 horas depois que o cliente escreve. Ligue ou espere o cliente escrever de novo: abre sozinho.',
} as const;
