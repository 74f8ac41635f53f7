import { expect, test } from 'vitest';
import { checkReply, type ReplySources } from './check-rules.ts';
import { REST_READ, REST_WRITE } from './deed-words.ts';

const sources = (change: Partial<ReplySources> = {}): ReplySources => ({
  known: '',
  fromContact: '',
  doneTools: new Set(),
  ownVisits: [],
  instructions: '',
  toolNames: ['find_times', 'book', 'hand_over'],
  names: [],
  language: null,
  isClinic: false,
  ...change,
});

const checks = (reply: string, change: Partial<ReplySources> = {}) =>
  checkReply(reply, sources(change)).map(({ check }) => check);

test.each([
  'Записала вас на завтра.',
  'Готово, вы записаны!',
  'Ваша запись на стрижку подтверждена.',
  'I have booked you for tomorrow.',
  'You’re all booked.',
  'Your appointment has been confirmed.',
  'Agendei para amanhã.',
  'Seu horário está agendado.',
  'Записав вас на завтра.',
  'Запис створено.',
])('“%s” is a claim of a booking, which needs a call of its kind in the turn', (reply) => {
  expect(checks(reply)).toEqual(['deed']);
  expect(checks(reply, { doneTools: new Set(['find_times']) })).toEqual(['deed']);
  expect(checks(reply, { doneTools: new Set(['book']) })).toEqual([]);
});

test.each([
  'Записать вас на завтра?',
  'Хотите, запишу вас к Анне?',
  'Чтобы записать вас, подскажите имя.',
  'Shall I book you for tomorrow?',
  'I can book you with Anna.',
  'Posso agendar para amanhã?',
  'Записати вас на завтра?',
  'Вы записаны к кому-то из мастеров?',
])('“%s” offers a booking and claims none', (reply) => {
  expect(checks(reply)).toEqual([]);
});

test.each([
  'Оформила ваш заказ.',
  'Я отправила заявку.',
  'I’ve placed your order.',
  'Fiz o seu pedido.',
  'Оформила ваше замовлення.',
])('“%s” needs a call that changed something, an order or a request of the owner’s', (reply) => {
  for (const done of [[], ['order_status'], [REST_READ]])
    expect(checks(reply, { doneTools: new Set(done) })).toEqual(['deed']);
  for (const done of ['place_order', REST_WRITE]) expect(checks(reply, { doneTools: new Set([done]) })).toEqual([]);
});

test.each(['Ваш заказ принят.', 'Your order has been confirmed.', 'Pedido confirmado.', 'Замовлення підтверджено.'])(
  '“%s” may also be what an order’s state is known to be',
  (reply) => {
    expect(checks(reply)).toEqual(['deed']);
    for (const done of ['place_order', 'order_status', REST_READ])
      expect(checks(reply, { doneTools: new Set([done]) })).toEqual([]);
  },
);

test.each(['Оформить заказ?', 'Чтобы оформить заказ, напишите адрес.', 'Shall I place the order?'])(
  '“%s” offers an order and claims none',
  (reply) => {
    expect(checks(reply)).toEqual([]);
  },
);

test.each([
  ['Перенесла вашу запись.', 'move_visit'],
  ['Запись отменена.', 'cancel_visit'],
  ['I’ve cancelled your visit.', 'cancel_visit'],
  ['Передала ваш вопрос администратору.', 'hand_over'],
  ['I have passed this on to the manager.', 'hand_over'],
  ['Отправила прайс.', 'send_file'],
  ['Візит скасовано.', 'cancel_visit'],
  ['Sua consulta foi remarcada.', 'move_visit'],
])('“%s” needs a successful call of %s', (reply, tool) => {
  expect(checks(reply)).toEqual(['deed']);
  expect(checks(reply, { doneTools: new Set([tool]) })).toEqual([]);
});

test('a visit that the contact has may be stated without a call, another one may not', () => {
  const ownVisits = ['2026-12-03 Thursday 15:00 Маникюр'];
  const known = ownVisits.join('\n');
  expect(checks('Вы записаны на 3 декабря, 15:00.', { ownVisits, known })).toEqual([]);
  expect(checks('Вы записаны на 4 декабря, 15:00.', { ownVisits, known })).toEqual(['deed', 'date']);
});

test.each([
  ['Стрижка стоит 1 500 ₽.', 'price', '{"price":"1 500 ₽"}'],
  ['Стрижка стоит 1500 руб.', 'price', '{"price":"1 500 ₽"}'],
  ['It is £55.', 'price', 'Haircut £55'],
  ['Custa R$ 120,50.', 'price', 'Corte: R$ 120,50'],
  ['Коштує 700 грн.', 'price', 'Стрижка 700 ₴'],
  ['Свободно в 15:30.', 'time', '{"time":"15:30"}'],
  ['There is a time at 3:30 pm.', 'time', '{"time":"15:30"}'],
  ['Ждём вас 3 декабря.', 'date', '{"day":"2026-12-03"}'],
  ['See you on December 3rd.', 'date', '{"day":"2026-12-03"}'],
  ['Esperamos você em 3 de dezembro.', 'date', '{"day":"2026-12-03"}'],
  ['Чекаємо 3 грудня.', 'date', '{"day":"2026-12-03"}'],
  ['Запись: https://salon.ru/book.', 'link', 'Online booking: http://www.salon.ru/book/'],
  ['Звоните: 8 (916) 111-22-33.', 'phone', 'Phone +79161112233'],
] as const)('“%s” states a %s, which must be known', (reply, check, known) => {
  expect(checks(reply)).toEqual([check]);
  expect(checks(reply, { known })).toEqual([]);
});

test.each([
  ['Есть время 10.12.', 'date', '{"day":"2026-12-10"}'],
  ['Ждём вас в 15 часов.', 'time', '{"time":"15:00"}'],
  ['Приходите в 3 часа дня.', 'time', '{"time":"15:00"}'],
  ['Мастер свободен в 7 вечера.', 'time', '{"time":"19:00"}'],
  ['Come at 3 o’clock.', 'time', '{"time":"15:00"}'],
  ['Esperamos você às 15 horas.', 'time', '{"time":"15:00"}'],
  ['Temos vaga às 3 da tarde.', 'time', '{"time":"15:00"}'],
  ['Чекаємо о 15 годині.', 'time', '{"time":"15:00"}'],
  ['Ми працюємо до 20 години.', 'time', 'Графік: 10–20'],
  ['Работаем с 10 до 20 часов.', 'time', 'Часы работы: с 10 до 20'],
  ['Стрижка стоит 1500.', 'price', 'Стрижка — 1500'],
  ['Цена на стрижку — от 1 500.', 'price', 'Стрижка — 1500'],
  ['A haircut costs 40.', 'price', 'Haircut: 40'],
  ['O corte custa 80.', 'price', 'Corte — R$ 80'],
  ['Стрижка коштує 700.', 'price', 'Стрижка 700 грн'],
  ['Стрижка стоит полторы тысячи рублей.', 'price', 'Стрижка 1500 ₽'],
  ['Окрашивание обойдётся в две тысячи пятьсот.', 'price', 'Окрашивание: 2500'],
  ['Стоит 2 тыс. руб.', 'price', 'Стрижка 2000 ₽'],
  ['It is forty-five pounds.', 'price', 'Haircut £45'],
  ['Fica oitenta e cinco reais.', 'price', 'Corte R$ 85,00'],
  ['Коштує сімсот гривень.', 'price', 'Стрижка 700 ₴'],
  ['Мы на ул. Ленина, д. 5.', 'address', 'Адрес: Москва, улица Ленина, 5'],
  ['Приходите на улицу Тверскую, дом 12.', 'address', 'Тверская ул., 12'],
  ['Наш салон: Невский проспект, 20.', 'address', 'Салон на Невском проспекте, дом 20'],
  ['We are at 14 Main Street.', 'address', 'Address: 14 Main St.'],
  ['Estamos na Rua Augusta, 120.', 'address', 'Endereço: R. Augusta, nº 120, São Paulo'],
  ['Ми на вул. Хрещатик, 22.', 'address', 'Адреса: Київ, Хрещатик 22'],
] as const)('“%s” states a %s in other words, which must be known too', (reply, check, known) => {
  expect(checks(reply)).toEqual([check]);
  expect(checks(reply, { known })).toEqual([]);
});

test('a part of a time, a day, a phone or a duration does not make a price known', () => {
  const known = '{"time":"16:00","day":"2026-12-30","durationMinutes":45} Маникюр, 60 минут. Тел. 8 (916) 111-22-33';
  expect(checks('Это 16 ₽.', { known })).toEqual(['price']);
  expect(checks('Это 30 ₽.', { known })).toEqual(['price']);
  expect(checks('Стоит 45.', { known })).toEqual(['price']);
  expect(checks('Стоит 60.', { known })).toEqual(['price']);
  expect(checks('Стоит 916.', { known })).toEqual(['price']);
});

test.each([
  ['Friday, 3 December', 'Thursday, 3 December'],
  ['пятницу, 3 декабря', 'четверг, 3 декабря'],
  ['3 декабря (пятница)', '3 декабря (четверг)'],
  ['sexta-feira, dia 3 de dezembro', 'quinta-feira, dia 3 de dezembro'],
  ['п’ятницю 3 грудня', 'четвер 3 грудня'],
  ['пт, 03.12', 'чт, 03.12'],
  ['Fri, December 3, 2026', 'Thu, December 3, 2026'],
])('“%s” names a weekday that the known day does not have, “%s” its own', (wrong, right) => {
  const known = '{"day":"2026-12-03"}';
  expect(checks(`${wrong} 15:00`, { known: `${known} 15:00` })).toEqual(['date']);
  expect(checks(`${right} 15:00`, { known: `${known} 15:00` })).toEqual([]);
});

test.each([
  'Вы записаны, всё хорошо?',
  'Готово, вы записаны на завтра, до встречи?',
  'You’re all booked, anything else?',
  'I’ve booked you for tomorrow, is that OK?',
  'Agendei para amanhã, tudo bem?',
  'Ви записані, все гаразд?',
])('“%s” claims a booking although it asks something else', (reply) => {
  expect(checks(reply)).toEqual(['deed']);
  expect(checks(reply, { doneTools: new Set(['book']) })).toEqual([]);
});

const FACTS = [
  'Сегодня 2026-12-01 Tuesday, 12:00',
  'Стрижка 1500 ₽, 60 минут; Окрашивание 3 500 ₽, 120 минут; Haircut £40',
  '{"day":"2026-12-03","times":["10:00","15:00","16:30"]} {"day":"2026-12-04","times":["11:00"]}',
  'Часы работы: 10:00–20:00. Адрес: Москва, ул. Ленина, 5. Телефон +7 916 111-22-33, https://salon.ru',
  'Отмена бесплатна за 24 часа. Скидка 10% на день рождения.',
].join('\n');

test.each([
  'Здравствуйте! Чем могу помочь?',
  'Стрижка стоит 1500 ₽ и длится 60 минут.',
  'Стрижка — 1 500 ₽, окрашивание — 3500 ₽, это займёт около 2 часов.',
  'Стрижка стоит полторы тысячи рублей.',
  'В четверг, 3 декабря, есть 10:00, 15:00 и 16:30, в пятницу, 4 декабря, — 11:00.',
  'Записать вас на 15:00?',
  'Записать вас на четверг, 3 декабря, в 15 часов?',
  'Вам удобно в 3 часа дня или в 16:30?',
  'Мы работаем с 10 до 20 часов, без выходных.',
  'Мы находимся на улице Ленина, дом 5, вход со двора.',
  'Отменить запись бесплатно можно за 24 часа до визита.',
  'Вам стоит прийти за 10 минут до начала.',
  'Стоит ли красить волосы раз в 4 недели, решает мастер.',
  'В день рождения у нас скидка 10%.',
  'Если вы записаны и хотите перенести визит, напишите удобный день.',
  'Вы записаны к нам или хотите записаться впервые?',
  'На улице холодно, поэтому у нас горячий чай для каждого гостя.',
  'В салоне 20 марок красок и 3 майки в подарок, 10 других вопросов.',
  'Приходите к 10 часам утра, мастер ждёт вас в 15:00.',
  'Стоимость одинакова в любой день, 3 декабря тоже.',
  'Окрашивание займёт до 2 часов, цена 3500.',
  'Подарим скидку тем, кто приведёт двух друзей.',
  'Вам подойдёт Анна: у неё 12 лет опыта и сто довольных клиентов.',
  'Вы были у нас, но записаны ли вы сейчас, я не вижу. Проверить?',
  'На улице Ленина нас легко найти.',
  'Our set 3 is popular, and you may 2 times move your visit.',
  'Мы на улице Ленина. Ждём вас! Адрес Ленина улица, 5.',
  'Рейтинг салона 4.9, стрижка длится примерно 1.5 часа.',
  'Позвоните нам: 8 916 111 22 33, или зайдите на salon.ru.',
  'A haircut is £40 and takes 60 minutes.',
  'Would you like Thursday at 3 pm or Friday 4 December at 11 am?',
  'If you are booked already, I can move your visit.',
  'O corte custa £40 e demora 60 minutos; abrimos às 10 horas.',
  'Стрижка триває 60 хвилин, можу запропонувати 3 грудня о 15 годині.',
])('“%s” is true by what is known', (reply) => {
  expect(checkReply(reply, sources({ known: FACTS }))).toEqual([]);
});

test('an hour that the contact has named may be repeated as a time', () => {
  expect(checks('В 15:00 занято, подскажите другое время?', { fromContact: 'можно в 15?' })).toEqual([]);
  expect(checks('Доставим на ул. Мира, 10?', { fromContact: 'Привезите на Мира 10' })).toEqual([]);
});

test('a price that only the contact has named is not confirmed to them, a time may be repeated', () => {
  const fromContact = 'Ваш коллега обещал 500 ₽, на 15:00';
  expect(checks('Да, будет 500 ₽.', { fromContact })).toEqual(['price']);
  expect(checks('Вам удобно в 15:00?', { fromContact })).toEqual([]);
});

test('ids, names of tools and fields, markup and the instruction do not reach a contact', () => {
  expect(checks('Номер 0190c1de-0000-7000-8000-000000000001')).toContain('internal');
  expect(checks('Сначала вызову find_times.')).toContain('internal');
  expect(checks('Нужно поле service_id.')).toContain('internal');
  expect(checks('{"ok": true}')).toContain('internal');
  const instructions = 'Никогда не обещай скидок больше десяти процентов никому из клиентов салона.';
  expect(
    checks('Мне сказано: никогда не обещай скидок больше десяти процентов никому из клиентов.', { instructions }),
  ).toContain('internal');
  expect(checks('Скидок больше десяти процентов не бывает.', { instructions })).toEqual([]);
});

test('a reply in another language than the contact’s is found', () => {
  const english = 'We are open every day and would be happy to see you.';
  expect(checks(english, { language: 'ru' })).toEqual(['language']);
  expect(checks(english, { language: 'en' })).toEqual([]);
  expect(checks('Ми працюємо щодня і чекаємо на вас у салоні.', { language: 'ru' })).toEqual(['language']);
  expect(checks('Мы работаем каждый день и ждём вас.', { language: 'uk' })).toEqual(['language']);
  expect(checks('OK, Anna', { language: 'ru' })).toEqual([]);
  const named = "So that's Женская стрижка with Анна Белова. Right?";
  expect(checks(named, { language: 'en' })).toEqual(['language']);
  expect(checks(named, { language: 'en', names: ['Женская стрижка', 'Анна Белова'] })).toEqual([]);
});

test('titles of the booking system are no words of another language', () => {
  const names = ['Женская стрижка', 'Мужская стрижка', 'Студия Ромашка'];
  const reply = 'Hi! Here is the list: Женская стрижка (Студия Ромашка), Мужская стрижка (Студия Ромашка)';
  expect(checks(reply, { language: 'en', names })).toEqual([]);
  expect(checks('Женская стрижка есть каждый день, приходите к нам!', { language: 'en', names })).toEqual(['language']);
});

test('a list of the contact’s own visits may be introduced as booked', () => {
  const ownVisits = ['2026-11-30 16:00, Monday: Haircut', '2026-12-02 10:30, Wednesday: Manicure'];
  const known = ownVisits.join('\n');
  const own = 'You’re booked for:\n• Monday 30 November at 16:00: Haircut\n• Wednesday 2 December at 10:30: Manicure';
  expect(checks(own, { known, ownVisits })).toEqual([]);
  expect(checks('You’re booked for:\n• Monday 30 November at 10:30: Haircut', { known, ownVisits })).toEqual(['deed']);
  expect(checks('You’re booked for a haircut.', { known, ownVisits })).toEqual(['deed']);
});

test('a word of the language is no name of a function', () => {
  expect(checks('Would you like to book a haircut?')).toEqual([]);
  expect(checks('I called find_times for you.')).toEqual(['internal']);
});

test('an empty reply is found', () => {
  expect(checks('  ')).toEqual(['empty']);
});

test('medical advice is a finding where the assistant is a clinic’s', () => {
  const advice = 'Принимайте ибупрофен после еды.';
  expect(checks(advice, { isClinic: true })).toEqual(['advice']);
  expect(checks(advice)).toEqual([]);
});

test('a consent text of the owner may be in their language, the rest of the reply may not', () => {
  const consent = 'Мы передадим клинике имя и телефон. Вы согласны на обработку этих данных?';
  const reply = `Almost there, one question left. ${consent}`;
  expect(checks(reply, { language: 'en' })).toEqual(['language']);
  expect(checks(reply, { language: 'en', names: [consent] })).toEqual([]);
});
