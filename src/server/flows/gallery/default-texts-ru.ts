import type { KindTexts } from './default-texts.ts';

/** The same of a day and of a week. */
const FIGURES = `Итоги за {reportPeriod}, {branchTitle}

Записей: {reportBooked}
Пришли: {reportCame}
Не пришли: {reportNoShow}
Отменили: {reportCancelled}
Новых клиентов: {reportNew}
Выручка: {reportRevenue}
Средний чек: {reportAverage}
Сообщений: {reportSent}, прочитали {reportRead}, ответили {reportAnswered}`;

/** What a new flow says until its owner changes it. */
export const texts: KindTexts = {
  visit_created: {
    title: 'Подтверждение записи',
    text: `{clientName}, вы записаны на {recordDate}, {recordWeekday}, {recordTime}.

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}
Изменить запись: {recordForm}

{businessName}`,
  },
  visit_changed: {
    title: 'Запись изменена',
    text: `{clientName}, ваша запись изменилась: {recordDate}, {recordWeekday}, {recordTime}.
Раньше было: {oldRecordDate}, {oldRecordTime}

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}

{businessName}`,
  },
  visit_cancelled: {
    title: 'Запись отменена',
    text: `{clientName}, ваша запись на {recordDate}, {recordTime} отменена.
Услуга: {serviceTitle}

Напишите нам, если захотите выбрать другое время.
{businessName}`,
  },
  visit_reminder: {
    title: null,
    text: `{clientName}, ждём вас {recordDate}, {recordWeekday}, в {recordTime}.

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}

Вы придёте?`,
  },
  review_request: {
    title: 'Просьба об отзыве',
    text: `{clientName}, спасибо, что были у нас. Как вам {serviceTitle}?

Ответьте на это сообщение: нам важно каждое слово.

{businessName}`,
  },
  first_visit: {
    title: 'После первого визита',
    text: `{clientName}, рады знакомству. Спасибо, что выбрали нас.

Если появятся вопросы, ответьте на это сообщение. Записаться снова: {recordForm}

{businessName}`,
  },
  no_show_retry: {
    title: 'Вернуть после неявки',
    text: `{clientName}, в прошлый раз встретиться не получилось. Подберём новое время для услуги «{serviceTitle}»?

Ответьте удобным днём, и мы вас запишем.

{businessName}
Не писать мне: {ignoreLink}`,
  },
  repeat_visit: {
    title: 'Напоминание о повторном визите',
    text: `{clientName}, вы были у нас {recordDate}: {serviceTitle}. Пора повторить?

Ответьте удобным днём, и мы вас запишем.

{businessName}
Не писать мне: {ignoreLink}`,
  },
  lost_client: {
    title: 'Вернуть ушедшего клиента',
    text: `{clientName}, давно вас не видели и скучаем. Последний раз вы были у нас {recordDate}.

Ответьте на это сообщение, и мы подберём время.

{businessName}
Не писать мне: {ignoreLink}`,
  },
  cross_selling: {
    title: 'Предложить ещё услугу',
    text: `{clientName}, после услуги «{serviceTitle}» многие выбирают {offerTitle}. Записать вас?

Ответьте удобным днём.

{businessName}
Не писать мне: {ignoreLink}`,
  },
  threshold: {
    title: 'Новый рубеж клиента',
    text: `{clientName}, спасибо, что вы с нами. Это ваш визит номер {visitsCount}.

Мы приготовили для вас подарок: спросите о нём при следующем визите.

{businessName}
Не писать мне: {ignoreLink}`,
  },
  birthday: {
    title: 'Поздравление с днём рождения',
    text: `{clientName}, с днём рождения. Желаем радости и хорошего настроения.

Для вас есть подарок: ответьте на это сообщение, и мы расскажем.

{businessName}
Не писать мне: {ignoreLink}`,
  },
  order_status: {
    title: 'Статус заказа',
    text: `{clientName}, ваш заказ {orderNumber} {orderStatus}.

Состав: {orderItems}
Сумма: {orderSum}
Курьер: {courierName}, {courierPhone}

{businessName}`,
  },
  abandoned_cart: {
    title: 'Брошенная корзина',
    text: `{clientName}, вы не закончили заказ: {orderItems}.
Сумма: {orderSum}

Завершить: {paymentLink}

{businessName}
Не писать мне: {ignoreLink}`,
  },
  daily_report: {
    title: 'Итоги дня',
    text: `${FIGURES}

Записей на сегодня: {reportAhead}`,
  },
  weekly_report: {
    title: 'Итоги недели',
    text: `${FIGURES}

Записей на эту неделю: {reportAhead}`,
  },
  api_event: {
    title: 'Событие из вашей программы',
    text: `{clientName}, у нас для вас новость.

{businessName}`,
  },
};
