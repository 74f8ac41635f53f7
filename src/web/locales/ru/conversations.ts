export const texts = {
  title: 'Переписка',
  close: 'Закрыть переписку',
  nameless: 'Без имени',
  channel: {
    dialog360: 'WhatsApp',
    telegram_bot: 'Telegram',
  },
  waits_since: 'Написали {{when}}, ждут ответа',
  reason: {
    not_understood: 'бот не понял сообщение',
    asked_for_person: 'просит человека',
    cancel_failed: 'не получилось отменить запись',
    confirm_failed: 'не получилось подтвердить запись',
    which_visit: 'неясно, о какой записи речь',
  },
  answered: 'Отвечено',
  marked: 'Отметили: ответ не нужен',
  earlier: 'Показать раньше',
  empty: 'Здесь пока нет сообщений.',
  no_text: 'Сообщение без текста',
  reply: 'Ответить клиенту',
  send: 'Отправить',
  open_until: 'Ответить своими словами можно до: {{when}}',
  closed_title: 'Своими словами уже не написать',
  closed_text:
    'WhatsApp даёт свободно отвечать 24 часа после слов клиента. Позвоните или дождитесь, пока клиент напишет снова: окно откроется само.',
} as const;
