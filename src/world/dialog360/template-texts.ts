type TemplateText = {
  category: 'UTILITY' | 'MARKETING';
  /** Whether buttons to confirm and to cancel stand below. */
  requestsAnswer: boolean;
  /** By WhatsApp's language code. */
  texts: Record<string, string>;
};

export const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  ru: ['Подтвердить', 'Отменить'],
  en: ['Confirm', 'Cancel visit'],
  pt_BR: ['Confirmar', 'Cancelar'],
  uk: ['Підтвердити', 'Скасувати'],
};

/** Birthday greetings below a picture of the business. */
export const BIRTHDAY_CARDS: Readonly<Record<string, string>> = {
  ru: 'Здравствуйте, {{1}}! С днём рождения! Дарим вам скидку 10 % на любую услугу. Всегда вам рады.',
  en: 'Hello {{1}}, happy birthday! Take 10% off any service. We are always glad to see you.',
  pt_BR: 'Olá, {{1}}! Feliz aniversário! Ganhe 10% de desconto em qualquer serviço. Esperamos você.',
  uk: 'Вітаємо, {{1}}! З днем народження! Даруємо вам знижку 10 % на будь-яку послугу. Завжди вам раді.',
};

/** Approved templates of each demo number, by name: one for each kind of message. */
export const TEMPLATE_TEXTS: Readonly<Record<string, TemplateText>> = {
  visit_reminder: {
    category: 'UTILITY',
    requestsAnswer: true,
    texts: {
      ru: 'Здравствуйте, {{1}}! Напоминаем о визите: {{2}}, {{3}}. {{4}} ждёт вас.',
      en: 'Hello {{1}}, a reminder of your visit: {{2}}, {{3}}. See you at {{4}}.',
      pt_BR: 'Olá, {{1}}! Lembrete da sua visita: {{2}}, {{3}}. Até logo em {{4}}.',
      uk: 'Вітаємо, {{1}}! Нагадуємо про візит: {{2}}, {{3}}. {{4}} чекає на вас.',
    },
  },
  visit_created: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Здравствуйте, {{1}}! Вы записаны на {{2}}: {{3}}. {{4}} ждёт вас.',
      en: 'Hello {{1}}, you are booked for {{2}}: {{3}}. See you at {{4}}.',
      pt_BR: 'Olá, {{1}}! Seu horário está marcado para {{2}}: {{3}}. Até logo em {{4}}.',
      uk: 'Вітаємо, {{1}}! Вас записано на {{2}}: {{3}}. {{4}} чекає на вас.',
    },
  },
  visit_moved: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Здравствуйте, {{1}}! Ваш визит перенесён на {{2}}: {{3}}. {{4}} ждёт вас.',
      en: 'Hello {{1}}, your visit was moved to {{2}}: {{3}}. Yours, {{4}}.',
      pt_BR: 'Olá, {{1}}! Sua visita mudou para {{2}}: {{3}}. Abraços, {{4}}.',
      uk: 'Вітаємо, {{1}}! Ваш візит перенесено на {{2}}: {{3}}. {{4}} чекає на вас.',
    },
  },
  visit_cancelled: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Здравствуйте, {{1}}! Ваш визит {{2}} ({{3}}) отменён. {{4}} всегда ждёт вас.',
      en: 'Hello {{1}}, your visit on {{2}} ({{3}}) was cancelled. We hope to see you again at {{4}}.',
      pt_BR: 'Olá, {{1}}! Sua visita de {{2}} ({{3}}) foi cancelada. Esperamos você em {{4}}.',
      uk: 'Вітаємо, {{1}}! Ваш візит {{2}} ({{3}}) скасовано. {{4}} завжди чекає на вас.',
    },
  },
  review_request: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, спасибо за визит {{2}}! Всё ли понравилось ({{3}})? Ответьте на это сообщение, {{4}} читает каждое слово.',
      en: 'Thank you for your visit on {{2}}, {{1}}! Were you happy with your {{3}}? Reply to this message: {{4}} reads every word.',
      pt_BR:
        '{{1}}, obrigado pela visita de {{2}}! Você gostou ({{3}})? Responda a esta mensagem: a equipe {{4}} lê tudo.',
      uk: '{{1}}, дякуємо за візит {{2}}! Чи все сподобалося ({{3}})? Дайте відповідь на це повідомлення, {{4}} читає кожне слово.',
    },
  },
  first_visit: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, рады знакомству! Спасибо, что выбрали нас {{2}} ({{3}}). Будут вопросы, ответьте на это сообщение. {{4}}.',
      en: '{{1}}, it was good to meet you on {{2}} ({{3}}). Any questions? Just reply to this message. {{4}}.',
      pt_BR: '{{1}}, foi um prazer conhecer você em {{2}} ({{3}}). Dúvidas? Responda a esta mensagem. {{4}}.',
      uk: '{{1}}, раді знайомству! Дякуємо, що обрали нас {{2}} ({{3}}). Є запитання? Дайте відповідь на це повідомлення. {{4}}.',
    },
  },
  no_show: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, {{2}} встретиться не получилось. Подберём новое время: {{3}}? Напишите удобный день. {{4}}.',
      en: '{{1}}, we missed you on {{2}}. Shall we find a new time for your {{3}}? Reply with a day that suits you. {{4}}.',
      pt_BR: '{{1}}, sentimos sua falta em {{2}}. Vamos remarcar ({{3}})? Responda com o melhor dia. {{4}}.',
      uk: '{{1}}, {{2}} зустрітися не вдалося. Підберемо новий час: {{3}}? Напишіть зручний день. {{4}}.',
    },
  },
  repeat_visit: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, вы были у нас {{2}}: {{3}}. Пора повторить? Напишите удобный день, и мы вас запишем. {{4}}.',
      en: '{{1}}, you were with us on {{2}} for your {{3}}. Time for the next one? Reply with a day and we will book you in. {{4}}.',
      pt_BR:
        '{{1}}, você esteve conosco em {{2}}: {{3}}. Hora de repetir? Responda com um dia e marcamos para você. {{4}}.',
      uk: '{{1}}, ви були в нас {{2}}: {{3}}. Час повторити? Напишіть зручний день, і ми вас запишемо. {{4}}.',
    },
  },
  lost_client: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, давно вас не видели: последний раз {{2}} ({{3}}). Будем рады встрече! {{4}}.',
      en: '{{1}}, it has been a while: your last visit was on {{2}} ({{3}}). We would love to see you again. {{4}}.',
      pt_BR: '{{1}}, faz tempo! Sua última visita foi em {{2}} ({{3}}). Adoraríamos ver você de novo. {{4}}.',
      uk: '{{1}}, давно вас не бачили: востаннє {{2}} ({{3}}). Будемо раді зустрічі! {{4}}.',
    },
  },
  cross_sale: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, к вашей услуге {{2}} хорошо подойдёт: {{3}}. Записать вас? Ответьте на это сообщение. {{4}}.',
      en: '{{1}}, something that goes well with your {{2}}: {{3}}. Shall we book you in? Reply to this message. {{4}}.',
      pt_BR: '{{1}}, combina com o seu {{2}}: {{3}}. Quer marcar? Responda a esta mensagem. {{4}}.',
      uk: '{{1}}, до вашої послуги {{2}} пасуватиме: {{3}}. Записати вас? Дайте відповідь на це повідомлення. {{4}}.',
    },
  },
  loyalty_bonus: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, спасибо, что остаётесь с нами! {{2}} ({{3}}) вы получили новый статус гостя. Подробности в салоне. {{4}}.',
      en: '{{1}}, thank you for staying with us! On {{2}} ({{3}}) you reached a new guest level. Ask us for details. {{4}}.',
      pt_BR:
        '{{1}}, obrigado por continuar conosco! Em {{2}} ({{3}}) você alcançou um novo nível. Saiba mais no salão. {{4}}.',
      uk: '{{1}}, дякуємо, що ви з нами! {{2}} ({{3}}) ви отримали новий статус гостя. Подробиці в салоні. {{4}}.',
    },
  },
  birthday: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, с днём рождения! Дарим вам скидку 10 % на любую услугу. {{2}} всегда вам рада.',
      en: 'Happy birthday, {{1}}! Take 10% off any service. {{2}} is always glad to see you.',
      pt_BR: 'Feliz aniversário, {{1}}! Ganhe 10% de desconto em qualquer serviço. {{2}} espera você.',
      uk: '{{1}}, з днем народження! Даруємо вам знижку 10 % на будь-яку послугу. {{2}} завжди вам рада.',
    },
  },
  order_status: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, заказ {{2}}: {{3}}. Спасибо, что выбрали {{4}}!',
      en: '{{1}}, order {{2}}: {{3}}. Thank you for choosing {{4}}!',
      pt_BR: '{{1}}, pedido {{2}}: {{3}}. Obrigado por escolher {{4}}!',
      uk: '{{1}}, замовлення {{2}}: {{3}}. Дякуємо, що обрали {{4}}!',
    },
  },
  new_lead: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, спасибо за обращение: {{2}}. {{3}} скоро свяжется с вами.',
      en: '{{1}}, thank you for your request: {{2}}. {{3}} will be in touch soon.',
      pt_BR: '{{1}}, obrigado pelo contato: {{2}}. {{3}} falará com você em breve.',
      uk: '{{1}}, дякуємо за звернення: {{2}}. {{3}} скоро зв’яжеться з вами.',
    },
  },
  request_stage: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, новости по заявке {{2}}: {{3}}. {{4}} на связи.',
      en: '{{1}}, there is news about {{2}}: {{3}}. Write to us at any time, {{4}}.',
      pt_BR: '{{1}}, há novidades sobre {{2}}: {{3}}. Conte com {{4}}.',
      uk: '{{1}}, новини щодо заявки {{2}}: {{3}}. {{4}} на зв’язку.',
    },
  },
  agreed_call: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, напоминаем: {{2}} мы на связи. {{3}}.',
      en: '{{1}}, a reminder: we are in touch on {{2}}. Yours, {{3}}.',
      pt_BR: '{{1}}, lembrete: falaremos em {{2}}. Abraços, {{3}}.',
      uk: '{{1}}, нагадуємо: {{2}} ми на зв’язку. {{3}}.',
    },
  },
  abandoned_cart: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, в вашей корзине остались {{2}} на сумму {{3}}. Завершить заказ: {{4}} ждёт вас.',
      en: '{{1}}, {{2}} ({{3}}) is still in your cart. {{4}} is ready when you are.',
      pt_BR: '{{1}}, {{2}} ({{3}}) ainda está no seu carrinho. {{4}} espera você.',
      uk: '{{1}}, у вашому кошику залишилися {{2}} на суму {{3}}. {{4}} чекає на вас.',
    },
  },
  client_lapsing: {
    category: 'MARKETING',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, давно вас не видели и будем рады встрече. {{2}} на связи, ответьте на это сообщение.',
      en: '{{1}}, we have not seen you for a while. Reply to this message to reach {{2}}.',
      pt_BR: '{{1}}, faz tempo que você não vem. Responda para falar com {{2}}.',
      uk: '{{1}}, давно вас не бачили й будемо раді зустрічі. {{2}} на зв’язку, дайте відповідь на це повідомлення.',
    },
  },
  api_event: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: '{{1}}, новость для вас: {{2}}. {{3}} на связи, ответьте на это сообщение.',
      en: '{{1}}, an update for you: {{2}}. Reply to this message to reach {{3}}.',
      pt_BR: '{{1}}, uma novidade para você: {{2}}. Responda para falar com {{3}}.',
      uk: '{{1}}, новина для вас: {{2}}. {{3}} на зв’язку, дайте відповідь на це повідомлення.',
    },
  },
  daily_report: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Итоги: {{1}}. Записей: {{2}}, пришли: {{3}}, выручка: {{4}}. Подробности в кабинете.',
      en: 'Summary for {{1}}. Booked: {{2}}, came: {{3}}, revenue: {{4}}. Details are in your cabinet.',
      pt_BR: 'Resumo de {{1}}. Marcados: {{2}}, vieram: {{3}}, receita: {{4}}. Detalhes no painel.',
      uk: 'Підсумки: {{1}}. Записів: {{2}}, прийшли: {{3}}, виторг: {{4}}. Подробиці в кабінеті.',
    },
  },
  weekly_report: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Неделя: {{1}}. Записей: {{2}}, пришли: {{3}}, выручка: {{4}}. Подробности в кабинете.',
      en: 'Your week, {{1}}. Booked: {{2}}, came: {{3}}, revenue: {{4}}. Details are in your cabinet.',
      pt_BR: 'Sua semana, {{1}}. Marcados: {{2}}, vieram: {{3}}, receita: {{4}}. Detalhes no painel.',
      uk: 'Тиждень: {{1}}. Записів: {{2}}, прийшли: {{3}}, виторг: {{4}}. Подробиці в кабінеті.',
    },
  },
  owner_notice: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Новый отзыв, {{1}}. Оценка: {{2}} из 5. {{3}} Ответить: {{4}} (в кабинете).',
      en: 'A new review by {{1}}. Rating: {{2}} of 5. {{3}} Answer: {{4}} (in your cabinet).',
      pt_BR: 'Nova avaliação de {{1}}. Nota: {{2}} de 5. {{3}} Responder: {{4}} (no painel).',
      uk: 'Новий відгук, {{1}}. Оцінка: {{2}} з 5. {{3}} Відповісти: {{4}} (у кабінеті).',
    },
  },
  reply_to_client: {
    category: 'UTILITY',
    requestsAnswer: false,
    texts: {
      ru: 'Ответ на ваш отзыв: {{1}} Спасибо, что написали нам, {{2}}!',
      en: 'An answer to your review: {{1}} Thank you for writing to us, {{2}}!',
      pt_BR: 'Resposta à sua avaliação: {{1}} Obrigado por escrever para nós, {{2}}!',
      uk: 'Відповідь на ваш відгук: {{1}} Дякуємо, що написали нам, {{2}}!',
    },
  },
};
