import type { Language } from '#contract/primitives.ts';

/** What the bot says about a visit: `when` is its day and time, in the customer's words. */
export type VisitReply =
  | 'confirmed'
  | 'already_confirmed'
  | 'cancelled'
  | 'already_cancelled'
  | 'gone'
  | 'past'
  | 'moved'
  | 'confirm_failed'
  | 'cancel_failed'
  | 'cancel_closed';

export type Reply =
  | 'trial'
  | 'which_confirm'
  | 'which_cancel'
  | 'ask_phone'
  | 'phone_shared'
  | 'opted_out'
  | 'opted_in';

export const VISIT_REPLIES: Record<Language, Record<VisitReply, (when: string) => string>> = {
  ru: {
    confirmed: (when) => `Спасибо, запись на ${when} подтверждена. Ждём вас.`,
    already_confirmed: (when) => `Запись на ${when} уже подтверждена. Ждём вас.`,
    cancelled: (when) => `Запись на ${when} отменена. Напишите нам, если захотите выбрать другое время.`,
    already_cancelled: (when) => `Запись на ${when} уже отменена. Напишите нам, если захотите выбрать другое время.`,
    gone: (when) => `Запись на ${when} была отменена раньше. Напишите нам, если хотите записаться снова.`,
    past: (when) =>
      `Запись на ${when} уже началась или прошла, поэтому её не изменить. Если нужна помощь, напишите нам.`,
    moved: (when) => `Ваша запись перенесена: теперь ${when}. Вы придёте?`,
    confirm_failed: (when) =>
      `Мы получили ваш ответ о записи на ${when}, но отметить его пока не удалось. Администратор сделает это сам.`,
    cancel_failed: (when) =>
      `Отменить запись на ${when} пока не удалось. Администратор увидел вашу просьбу и ответит вам.`,
    cancel_closed: (when) => `Запись на ${when} может отменить только администратор. Мы передали ему вашу просьбу.`,
  },
  en: {
    confirmed: (when) => `Thank you, your booking for ${when} is confirmed. See you then.`,
    already_confirmed: (when) => `Your booking for ${when} is already confirmed. See you then.`,
    cancelled: (when) => `Your booking for ${when} is cancelled. Write to us when you want another time.`,
    already_cancelled: (when) =>
      `Your booking for ${when} is already cancelled. Write to us when you want another time.`,
    gone: (when) => `Your booking for ${when} was cancelled earlier. Write to us if you want to book again.`,
    past: (when) =>
      `Your booking for ${when} has already begun or is over, so it cannot be changed. Write to us if you need help.`,
    moved: (when) => `Your booking has moved: it is now ${when}. Will you come?`,
    confirm_failed: (when) => `We have your answer about ${when}, but could not note it yet. Our staff will do it.`,
    cancel_failed: (when) =>
      `We could not cancel your booking for ${when} yet. Our staff have seen your request and will answer you.`,
    cancel_closed: (when) => `Only our staff can cancel the booking for ${when}. We have passed your request on.`,
  },
  pt_br: {
    confirmed: (when) => `Obrigado, seu horário de ${when} está confirmado. Esperamos você.`,
    already_confirmed: (when) => `Seu horário de ${when} já está confirmado. Esperamos você.`,
    cancelled: (when) => `Seu horário de ${when} foi cancelado. Escreva para nós quando quiser outro.`,
    already_cancelled: (when) => `Seu horário de ${when} já está cancelado. Escreva para nós quando quiser outro.`,
    gone: (when) => `Seu horário de ${when} foi cancelado antes. Escreva para nós se quiser marcar de novo.`,
    past: (when) =>
      `Seu horário de ${when} já começou ou já passou e não pode mais ser alterado. Se precisar de ajuda, escreva para nós.`,
    moved: (when) => `Seu horário mudou: agora é ${when}. Você vem?`,
    confirm_failed: (when) =>
      `Recebemos sua resposta sobre ${when}, mas ainda não conseguimos registrá-la. Nossa equipe fará isso.`,
    cancel_failed: (when) =>
      `Ainda não conseguimos cancelar seu horário de ${when}. Nossa equipe viu seu pedido e vai responder.`,
    cancel_closed: (when) => `Só nossa equipe pode cancelar o horário de ${when}. Já repassamos seu pedido.`,
  },
  uk: {
    confirmed: (when) => `Дякуємо, запис на ${when} підтверджено. Чекаємо на вас.`,
    already_confirmed: (when) => `Запис на ${when} уже підтверджено. Чекаємо на вас.`,
    cancelled: (when) => `Запис на ${when} скасовано. Напишіть нам, якщо захочете обрати інший час.`,
    already_cancelled: (when) => `Запис на ${when} уже скасовано. Напишіть нам, якщо захочете обрати інший час.`,
    gone: (when) => `Запис на ${when} було скасовано раніше. Напишіть нам, якщо хочете записатися знову.`,
    past: (when) =>
      `Запис на ${when} уже почався або минув, тому його не змінити. Якщо потрібна допомога, напишіть нам.`,
    moved: (when) => `Ваш запис перенесено: тепер ${when}. Ви прийдете?`,
    confirm_failed: (when) =>
      `Ми отримали вашу відповідь про запис на ${when}, але позначити її поки не вдалося. Адміністратор зробить це сам.`,
    cancel_failed: (when) =>
      `Скасувати запис на ${when} поки не вдалося. Адміністратор побачив ваше прохання і відповість вам.`,
    cancel_closed: (when) => `Запис на ${when} може скасувати лише адміністратор. Ми передали йому ваше прохання.`,
  },
};

export const REPLIES: Record<Language, Record<Reply, string>> = {
  ru: {
    trial: 'Это проверка: запись клиента не изменилась.',
    which_confirm: 'У вас несколько записей. Какую подтвердить?',
    which_cancel: 'У вас несколько записей. Какую отменить?',
    ask_phone:
      'Здравствуйте. Чтобы узнать вас и присылать напоминания о записи, нам нужен ваш номер телефона. Нажмите кнопку ниже.',
    phone_shared: 'Спасибо. Теперь напоминания о записи будут приходить сюда.',
    opted_out: 'Мы больше не будем вам писать. Чтобы снова получать сообщения, напишите «Старт».',
    opted_in: 'Вы снова будете получать наши сообщения.',
  },
  en: {
    trial: "This is a test: the customer's booking has not changed.",
    which_confirm: 'You have several bookings. Which one do you confirm?',
    which_cancel: 'You have several bookings. Which one shall we cancel?',
    ask_phone:
      'Hello. To recognise you and send you reminders of your bookings we need your phone number. Tap the button below.',
    phone_shared: 'Thank you. Reminders of your bookings will come here from now on.',
    opted_out: 'We will not write to you any more. To hear from us again, write “Start”.',
    opted_in: 'You will hear from us again.',
  },
  pt_br: {
    trial: 'Este é um teste: o horário do cliente não mudou.',
    which_confirm: 'Você tem mais de um horário. Qual deles confirma?',
    which_cancel: 'Você tem mais de um horário. Qual deles cancelamos?',
    ask_phone:
      'Olá. Para reconhecer você e enviar lembretes dos seus horários, precisamos do seu telefone. Toque no botão abaixo.',
    phone_shared: 'Obrigado. A partir de agora os lembretes chegam aqui.',
    opted_out: 'Não vamos mais escrever para você. Para voltar a receber mensagens, escreva “Iniciar”.',
    opted_in: 'Você voltará a receber nossas mensagens.',
  },
  uk: {
    trial: 'Це перевірка: запис клієнта не змінився.',
    which_confirm: 'У вас кілька записів. Який підтвердити?',
    which_cancel: 'У вас кілька записів. Який скасувати?',
    ask_phone:
      'Вітаємо. Щоб упізнати вас і надсилати нагадування про запис, нам потрібен ваш номер телефону. Натисніть кнопку нижче.',
    phone_shared: 'Дякуємо. Відтепер нагадування про запис надходитимуть сюди.',
    opted_out: 'Ми більше не писатимемо вам. Щоб знову отримувати повідомлення, напишіть «Старт».',
    opted_in: 'Ви знову отримуватимете наші повідомлення.',
  },
};

/** At most 20 characters: what a button of any channel holds. */
export const SHARE_PHONE_TITLES: Record<Language, string> = {
  ru: 'Отправить номер',
  en: 'Share my number',
  pt_br: 'Enviar meu número',
  uk: 'Надіслати номер',
};
