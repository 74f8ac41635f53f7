import type { FlowKind } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';

/** What a new flow says until its owner changes it, in every language a customer may have. */
export const DEFAULT_TEXTS: Record<FlowKind, Record<Language, string>> = {
  visit_created: {
    ru: `{clientName}, вы записаны на {recordDate}, {recordWeekday}, {recordTime}.

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}
Изменить запись: {recordForm}

{businessName}`,
    en: `{clientName}, you are booked for {recordWeekday}, {recordDate}, at {recordTime}.

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}
Change the booking: {recordForm}

{businessName}`,
    pt_br: `{clientName}, seu horário está marcado: {recordWeekday}, {recordDate}, às {recordTime}.

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}
Alterar o horário: {recordForm}

{businessName}`,
    uk: `{clientName}, вас записано на {recordDate}, {recordWeekday}, {recordTime}.

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}
Змінити запис: {recordForm}

{businessName}`,
  },
  visit_changed: {
    ru: `{clientName}, ваша запись изменилась: {recordDate}, {recordWeekday}, {recordTime}.
Раньше было: {oldRecordDate}, {oldRecordTime}

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}

{businessName}`,
    en: `{clientName}, your booking has changed: {recordWeekday}, {recordDate}, at {recordTime}.
It was: {oldRecordDate}, {oldRecordTime}

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}

{businessName}`,
    pt_br: `{clientName}, seu horário mudou para {recordWeekday}, {recordDate}, às {recordTime}.
Antes era: {oldRecordDate}, {oldRecordTime}

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}

{businessName}`,
    uk: `{clientName}, ваш запис перенесено на {recordDate}, {recordWeekday}, {recordTime}.
Раніше було: {oldRecordDate}, {oldRecordTime}

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}

{businessName}`,
  },
  visit_cancelled: {
    ru: `{clientName}, ваша запись на {recordDate}, {recordTime} отменена.
Услуга: {serviceTitle}

Напишите нам, если захотите выбрать другое время.
{businessName}`,
    en: `{clientName}, your booking for {recordDate}, {recordTime} is cancelled.
Service: {serviceTitle}

Write to us when you want another time.
{businessName}`,
    pt_br: `{clientName}, seu horário de {recordDate}, {recordTime} foi cancelado.
Serviço: {serviceTitle}

Escreva para nós quando quiser outro horário.
{businessName}`,
    uk: `{clientName}, ваш запис на {recordDate}, {recordTime} скасовано.
Послуга: {serviceTitle}

Напишіть нам, якщо захочете обрати інший час.
{businessName}`,
  },
  visit_reminder: {
    ru: `{clientName}, ждём вас {recordDate}, {recordWeekday}, в {recordTime}.

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}

Вы придёте?`,
    en: `{clientName}, we expect you on {recordWeekday}, {recordDate}, at {recordTime}.

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}

Will you come?`,
    pt_br: `{clientName}, esperamos você: {recordWeekday}, {recordDate}, às {recordTime}.

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}

Você vem?`,
    uk: `{clientName}, чекаємо на вас {recordDate}, {recordWeekday}, о {recordTime}.

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}

Ви прийдете?`,
  },
  review_request: {
    ru: `{clientName}, спасибо, что были у нас. Как вам {serviceTitle}?

Ответьте на это сообщение: нам важно каждое слово.

{businessName}`,
    en: `{clientName}, thank you for your visit. How did you like {serviceTitle}?

Just reply to this message: every word matters to us.

{businessName}`,
    pt_br: `{clientName}, obrigado pela visita. O que você achou de {serviceTitle}?

É só responder a esta mensagem: cada palavra importa.

{businessName}`,
    uk: `{clientName}, дякуємо, що завітали до нас. Як вам {serviceTitle}?

Відповідайте на це повідомлення: нам важливе кожне слово.

{businessName}`,
  },
  first_visit: {
    ru: `{clientName}, рады знакомству. Спасибо, что выбрали нас.

Если появятся вопросы, ответьте на это сообщение. Записаться снова: {recordForm}

{businessName}`,
    en: `{clientName}, it was good to meet you. Thank you for choosing us.

If you have a question, reply to this message. Book again: {recordForm}

{businessName}`,
    pt_br: `{clientName}, foi um prazer conhecer você. Obrigado pela escolha.

Se tiver dúvidas, responda a esta mensagem. Agendar de novo: {recordForm}

{businessName}`,
    uk: `{clientName}, раді знайомству. Дякуємо, що обрали нас.

Якщо з’являться запитання, відповідайте на це повідомлення. Записатися знову: {recordForm}

{businessName}`,
  },
  no_show_retry: {
    ru: `{clientName}, в прошлый раз встретиться не получилось. Подберём новое время для услуги «{serviceTitle}»?

Ответьте удобным днём, и мы вас запишем.

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, we missed you last time. Shall we find a new time for {serviceTitle}?

Reply with a day that suits you, and we will book it.

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, da última vez não conseguimos nos ver. Vamos achar um novo horário para {serviceTitle}?

Responda com o dia que prefere, e nós agendamos.

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, минулого разу зустрітися не вдалося. Підберемо новий час для послуги «{serviceTitle}»?

Відповідайте зручним днем, і ми вас запишемо.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  repeat_visit: {
    ru: `{clientName}, вы были у нас {recordDate}: {serviceTitle}. Пора повторить?

Ответьте удобным днём, и мы вас запишем.

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, you were with us on {recordDate}: {serviceTitle}. Time for another visit?

Reply with a day that suits you, and we will book it.

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, você esteve aqui em {recordDate}: {serviceTitle}. Que tal repetir?

Responda com o dia que prefere, e nós agendamos.

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, ви були в нас {recordDate}: {serviceTitle}. Час повторити?

Відповідайте зручним днем, і ми вас запишемо.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  lost_client: {
    ru: `{clientName}, давно вас не видели и скучаем. Последний раз вы были у нас {recordDate}.

Ответьте на это сообщение, и мы подберём время.

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, we have not seen you for a while. Your last visit was on {recordDate}.

Reply to this message, and we will find a time.

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, faz tempo que você não vem. Sua última visita foi em {recordDate}.

Responda a esta mensagem, e achamos um horário.

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, давно вас не бачили й сумуємо. Востаннє ви були в нас {recordDate}.

Відповідайте на це повідомлення, і ми підберемо час.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  cross_selling: {
    ru: `{clientName}, после услуги «{serviceTitle}» многие выбирают {offerTitle}. Записать вас?

Ответьте удобным днём.

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, after {serviceTitle} many choose {offerTitle}. Shall we book it for you?

Reply with a day that suits you.

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, depois de {serviceTitle} muita gente escolhe {offerTitle}. Quer agendar?

Responda com o dia que prefere.

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, після послуги «{serviceTitle}» багато хто обирає {offerTitle}. Записати вас?

Відповідайте зручним днем.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  threshold: {
    ru: `{clientName}, спасибо, что вы с нами. Это ваш визит номер {visitsCount}.

Мы приготовили для вас подарок: спросите о нём при следующем визите.

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, thank you for staying with us. This was visit number {visitsCount}.

We have a gift for you: ask about it next time.

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, obrigado por estar com a gente. Esta foi a sua visita número {visitsCount}.

Temos um presente para você: pergunte na próxima visita.

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, дякуємо, що ви з нами. Це ваш візит номер {visitsCount}.

Ми приготували для вас подарунок: запитайте про нього наступного разу.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  birthday: {
    ru: `{clientName}, с днём рождения. Желаем радости и хорошего настроения.

Для вас есть подарок: ответьте на это сообщение, и мы расскажем.

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, happy birthday. We wish you joy and a good mood.

We have a gift for you: reply to this message, and we will tell you.

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, feliz aniversário. Desejamos alegria e um ótimo dia.

Temos um presente: responda a esta mensagem, e nós contamos.

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, з днем народження. Бажаємо радості та гарного настрою.

Для вас є подарунок: відповідайте на це повідомлення, і ми розповімо.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  order_status: {
    ru: `{clientName}, ваш заказ {orderNumber} {orderStatus}.

Состав: {orderItems}
Сумма: {orderSum}
Курьер: {courierName}, {courierPhone}

{businessName}`,
    en: `{clientName}, your order {orderNumber} is {orderStatus}.

Items: {orderItems}
Total: {orderSum}
Courier: {courierName}, {courierPhone}

{businessName}`,
    pt_br: `{clientName}, seu pedido {orderNumber} está {orderStatus}.

Itens: {orderItems}
Total: {orderSum}
Entregador: {courierName}, {courierPhone}

{businessName}`,
    uk: `{clientName}, ваше замовлення {orderNumber} {orderStatus}.

Склад: {orderItems}
Сума: {orderSum}
Кур’єр: {courierName}, {courierPhone}

{businessName}`,
  },
  abandoned_cart: {
    ru: `{clientName}, вы не закончили заказ: {orderItems}.
Сумма: {orderSum}

Завершить: {paymentLink}

{businessName}
Не писать мне: {ignoreLink}`,
    en: `{clientName}, you have not finished your order: {orderItems}.
Total: {orderSum}

Finish it: {paymentLink}

{businessName}
Do not write to me: {ignoreLink}`,
    pt_br: `{clientName}, você não terminou o pedido: {orderItems}.
Total: {orderSum}

Concluir: {paymentLink}

{businessName}
Não me escrever: {ignoreLink}`,
    uk: `{clientName}, ви не завершили замовлення: {orderItems}.
Сума: {orderSum}

Завершити: {paymentLink}

{businessName}
Не писати мені: {ignoreLink}`,
  },
  api_event: {
    ru: `{clientName}, у нас для вас новость.

{businessName}`,
    en: `{clientName}, we have news for you.

{businessName}`,
    pt_br: `{clientName}, temos uma novidade para você.

{businessName}`,
    uk: `{clientName}, у нас для вас новина.

{businessName}`,
  },
};

export type AnswerTitles = { confirm: string; decline: string; optOut: string };

/** Titles of the answers a new flow offers. A button that still has one of them follows the customer's language. */
export const ANSWER_TITLES: Record<Language, AnswerTitles> = {
  ru: { confirm: 'Подтвердить', decline: 'Отменить', optOut: 'Отписаться' },
  en: { confirm: 'Confirm', decline: 'Cancel', optOut: 'Unsubscribe' },
  pt_br: { confirm: 'Confirmar', decline: 'Cancelar', optOut: 'Sair da lista' },
  uk: { confirm: 'Підтвердити', decline: 'Скасувати', optOut: 'Відписатися' },
};

const TITLES: Record<Exclude<FlowKind, 'visit_reminder'>, Record<Language, string>> = {
  visit_created: {
    ru: 'Подтверждение записи',
    en: 'Booking confirmation',
    pt_br: 'Confirmação do horário',
    uk: 'Підтвердження запису',
  },
  visit_changed: {
    ru: 'Запись изменена',
    en: 'Booking changed',
    pt_br: 'Horário alterado',
    uk: 'Запис змінено',
  },
  visit_cancelled: {
    ru: 'Запись отменена',
    en: 'Booking cancelled',
    pt_br: 'Horário cancelado',
    uk: 'Запис скасовано',
  },
  review_request: {
    ru: 'Просьба об отзыве',
    en: 'Review request',
    pt_br: 'Pedido de avaliação',
    uk: 'Прохання про відгук',
  },
  first_visit: {
    ru: 'После первого визита',
    en: 'After the first visit',
    pt_br: 'Depois da primeira visita',
    uk: 'Після першого візиту',
  },
  no_show_retry: {
    ru: 'Вернуть после неявки',
    en: 'Win back after a no-show',
    pt_br: 'Retomar após falta',
    uk: 'Повернути після неявки',
  },
  repeat_visit: {
    ru: 'Напоминание о повторном визите',
    en: 'Repeat visit',
    pt_br: 'Nova visita',
    uk: 'Повторний візит',
  },
  lost_client: {
    ru: 'Вернуть ушедшего клиента',
    en: 'Win back a lost client',
    pt_br: 'Recuperar cliente',
    uk: 'Повернути втраченого клієнта',
  },
  cross_selling: {
    ru: 'Предложить ещё услугу',
    en: 'Offer another service',
    pt_br: 'Oferecer outro serviço',
    uk: 'Запропонувати ще послугу',
  },
  threshold: {
    ru: 'Новый рубеж клиента',
    en: 'A client’s milestone',
    pt_br: 'Marca do cliente',
    uk: 'Новий рубіж клієнта',
  },
  birthday: {
    ru: 'Поздравление с днём рождения',
    en: 'Birthday greeting',
    pt_br: 'Feliz aniversário',
    uk: 'Привітання з днем народження',
  },
  order_status: {
    ru: 'Статус заказа',
    en: 'Order status',
    pt_br: 'Status do pedido',
    uk: 'Статус замовлення',
  },
  abandoned_cart: {
    ru: 'Брошенная корзина',
    en: 'Abandoned cart',
    pt_br: 'Carrinho abandonado',
    uk: 'Покинутий кошик',
  },
  api_event: {
    ru: 'Событие из вашей программы',
    en: 'An event of your program',
    pt_br: 'Evento do seu programa',
    uk: 'Подія з вашої програми',
  },
};

const REMINDER_TITLES: Record<Language, (span: string) => string> = {
  ru: (span) => `Напоминание за ${span}`,
  en: (span) => `Reminder ${span} before`,
  pt_br: (span) => `Lembrete ${span} antes`,
  uk: (span) => `Нагадування за ${span}`,
};

const LOCALES: Record<Language, string> = { ru: 'ru', en: 'en', pt_br: 'pt-BR', uk: 'uk' };

/** @param delayMinutes of reminders, negative: how long before the visit */
export function defaultTitle(kind: FlowKind, delayMinutes: number, language: Language): string {
  if (kind !== 'visit_reminder') return TITLES[kind][language];
  return REMINDER_TITLES[language](spanInWords(-delayMinutes, language));
}

/** The largest unit that divides it: 24 h stay hours, as people say it. */
function spanInWords(minutes: number, language: Language): string {
  const [count, unit] = largestUnit(minutes);
  const words = new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return ACCUSATIVE.reduce((text, [ending, accusative]) => text.replace(ending, accusative), words);
}

/** After «за» Russian and Ukrainian want another case than the formatter's: «за 1 минуту». */
const ACCUSATIVE: readonly [RegExp, string][] = [
  [/минута$/, 'минуту'],
  [/хвилина$/, 'хвилину'],
  [/година$/, 'годину'],
];

function largestUnit(minutes: number): [number, 'day' | 'hour' | 'minute'] {
  if (minutes > 1440 && minutes % 1440 === 0) return [minutes / 1440, 'day'];
  if (minutes % 60 === 0) return [minutes / 60, 'hour'];
  return [minutes, 'minute'];
}
