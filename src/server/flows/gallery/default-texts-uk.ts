import type { KindTexts } from './default-texts.ts';

/** The same of a day and of a week. */
const FIGURES = `Підсумки за {reportPeriod}, {branchTitle}

Записів: {reportBooked}
Прийшли: {reportCame}
Не прийшли: {reportNoShow}
Скасували: {reportCancelled}
Нових клієнтів: {reportNew}
Виторг: {reportRevenue}
Середній чек: {reportAverage}
Повідомлень: {reportSent}, прочитали {reportRead}, відповіли {reportAnswered}`;

/** What a new flow says until its owner changes it. */
export const texts: KindTexts = {
  visit_created: {
    title: 'Підтвердження запису',
    text: `{clientName}, вас записано на {recordDate}, {recordWeekday}, {recordTime}.

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}
Змінити запис: {recordForm}

{businessName}`,
  },
  visit_changed: {
    title: 'Запис змінено',
    text: `{clientName}, ваш запис перенесено на {recordDate}, {recordWeekday}, {recordTime}.
Раніше було: {oldRecordDate}, {oldRecordTime}

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}

{businessName}`,
  },
  visit_cancelled: {
    title: 'Запис скасовано',
    text: `{clientName}, ваш запис на {recordDate}, {recordTime} скасовано.
Послуга: {serviceTitle}

Напишіть нам, якщо захочете обрати інший час.
{businessName}`,
  },
  visit_reminder: {
    title: null,
    text: `{clientName}, чекаємо на вас {recordDate}, {recordWeekday}, о {recordTime}.

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}

Ви прийдете?`,
  },
  review_request: {
    title: 'Прохання про відгук',
    text: `{clientName}, дякуємо, що завітали до нас. Як вам {serviceTitle}?

Відповідайте на це повідомлення: нам важливе кожне слово.

{businessName}`,
  },
  first_visit: {
    title: 'Після першого візиту',
    text: `{clientName}, раді знайомству. Дякуємо, що обрали нас.

Якщо з’являться запитання, відповідайте на це повідомлення. Записатися знову: {recordForm}

{businessName}`,
  },
  no_show_retry: {
    title: 'Повернути після неявки',
    text: `{clientName}, минулого разу зустрітися не вдалося. Підберемо новий час для послуги «{serviceTitle}»?

Відповідайте зручним днем, і ми вас запишемо.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  repeat_visit: {
    title: 'Повторний візит',
    text: `{clientName}, ви були в нас {recordDate}: {serviceTitle}. Час повторити?

Відповідайте зручним днем, і ми вас запишемо.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  lost_client: {
    title: 'Повернути втраченого клієнта',
    text: `{clientName}, давно вас не бачили й сумуємо. Востаннє ви були в нас {recordDate}.

Відповідайте на це повідомлення, і ми підберемо час.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  cross_selling: {
    title: 'Запропонувати ще послугу',
    text: `{clientName}, після послуги «{serviceTitle}» багато хто обирає {offerTitle}. Записати вас?

Відповідайте зручним днем.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  threshold: {
    title: 'Новий рубіж клієнта',
    text: `{clientName}, дякуємо, що ви з нами. Це ваш візит номер {visitsCount}.

Ми приготували для вас подарунок: запитайте про нього наступного разу.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  birthday: {
    title: 'Привітання з днем народження',
    text: `{clientName}, з днем народження. Бажаємо радості та гарного настрою.

Для вас є подарунок: відповідайте на це повідомлення, і ми розповімо.

{businessName}
Не писати мені: {ignoreLink}`,
  },
  order_status: {
    title: 'Статус замовлення',
    text: `{clientName}, ваше замовлення {orderNumber} {orderStatus}.

Склад: {orderItems}
Сума: {orderSum}
Кур’єр: {courierName}, {courierPhone}

{businessName}`,
  },
  abandoned_cart: {
    title: 'Покинутий кошик',
    text: `{clientName}, ви не завершили замовлення: {orderItems}.
Сума: {orderSum}

Завершити: {paymentLink}

{businessName}
Не писати мені: {ignoreLink}`,
  },
  daily_report: {
    title: 'Підсумки дня',
    text: `${FIGURES}

Записів на сьогодні: {reportAhead}`,
  },
  weekly_report: {
    title: 'Підсумки тижня',
    text: `${FIGURES}

Записів на цей тиждень: {reportAhead}`,
  },
  api_event: {
    title: 'Подія з вашої програми',
    text: `{clientName}, у нас для вас новина.

{businessName}`,
  },
};
