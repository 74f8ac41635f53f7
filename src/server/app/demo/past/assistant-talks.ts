import type { Language } from '#contract/primitives.ts';

/**
 * Sentences of clients and an assistant. `{service}`, `{price}`, `{master}` and the times `{first}` and
 * `{second}` are filled in; a list has wordings that are used in turn.
 */
export type TalkTexts = {
  openings: readonly string[];
  offers: readonly string[];
  picks: readonly string[];
  books: readonly string[];
  /** A question without a booking, and its answer. */
  questions: readonly (readonly [question: string, answer: string])[];
  complaint: string;
  /** For the person who gets the complaint. */
  summary: string;
};

export const TALKS: Readonly<Record<Language, TalkTexts>> = {
  ru: {
    openings: [
      'Здравствуйте! Хочу записаться: {service}',
      'Добрый день, есть время на «{service}»?',
      '{service} — сколько стоит и когда можно прийти?',
    ],
    offers: [
      'Здравствуйте! «{service}» стоит {price}. Свободно {first} и {second}. Что удобнее?',
      'Добрый день! Цена услуги «{service}» — {price}. Могу предложить {first} или {second}.',
    ],
    picks: ['Давайте {first}', '{first}, пожалуйста', 'Первое время подходит'],
    books: [
      'Записала вас: {service}, {first}, {master}. Накануне пришлём напоминание.',
      'Готово, вы записаны: {service}, {first}, {master}. Если планы изменятся, напишите сюда.',
    ],
    questions: [
      ['Можно оплатить картой?', 'Да, картой, по СБП и наличными.'],
      ['Есть ли у вас парковка?', 'Да, бесплатная, во дворе. Въезд с улицы, шлагбаум откроет администратор.'],
      ['До скольки вы сегодня работаете?', 'Сегодня до 20:00. Последняя запись в 19:00.'],
    ],
    complaint: 'Я ждала почти час, и меня приняли не по записи. Верните деньги!',
    summary: 'Клиентка ждала около часа, недовольна и просит вернуть деньги.',
  },
  en: {
    openings: [
      'Hello! I would like to book: {service}',
      'Hi, do you have a time for “{service}”?',
      '{service}: how much is it and when could I come?',
    ],
    offers: [
      'Hello! “{service}” is {price}. {first} and {second} are free. Which suits you?',
      'Hi! The price of “{service}” is {price}. I can offer {first} or {second}.',
    ],
    picks: ['{first}, please', 'Let’s do {first}', 'The first one works for me'],
    books: [
      'You are booked: {service}, {first}, {master}. We will send a reminder the day before.',
      'Done, you are booked: {service}, {first}, {master}. If your plans change, write here.',
    ],
    questions: [
      ['Can I pay by card?', 'Yes: by card, Apple Pay, Google Pay or cash.'],
      ['Is there parking?', 'Yes, there are two free places in the yard.'],
      ['How late are you open today?', 'Until 8 pm today. The last booking is at 7 pm.'],
    ],
    complaint: 'I waited almost an hour past my time. I want my money back!',
    summary: 'The client waited about an hour, is unhappy and wants a refund.',
  },
  pt_br: {
    openings: [
      'Olá! Quero agendar: {service}',
      'Oi, tem horário para “{service}”?',
      '{service}: quanto custa e quando posso ir?',
    ],
    offers: [
      'Olá! “{service}” custa {price}. Tenho {first} e {second}. Qual prefere?',
      'Oi! O valor de “{service}” é {price}. Posso oferecer {first} ou {second}.',
    ],
    picks: ['Pode ser {first}', '{first}, por favor', 'O primeiro horário está ótimo'],
    books: [
      'Agendado: {service}, {first}, {master}. Na véspera enviamos um lembrete.',
      'Pronto, está agendado: {service}, {first}, {master}. Se mudar de planos, escreva aqui.',
    ],
    questions: [
      ['Posso pagar com cartão?', 'Sim: cartão, Pix ou dinheiro.'],
      ['Tem estacionamento?', 'Sim, temos duas vagas gratuitas no pátio.'],
      ['Até que horas vocês atendem hoje?', 'Hoje até as 20h. O último horário é às 19h.'],
    ],
    complaint: 'Esperei quase uma hora além do meu horário. Quero meu dinheiro de volta!',
    summary: 'A cliente esperou cerca de uma hora, está insatisfeita e pede reembolso.',
  },
  uk: {
    openings: [
      'Вітаю! Хочу записатися: {service}',
      'Добрий день, є час на «{service}»?',
      '{service} — скільки коштує і коли можна прийти?',
    ],
    offers: [
      'Вітаю! «{service}» коштує {price}. Вільно {first} і {second}. Що зручніше?',
      'Добрий день! Ціна послуги «{service}» — {price}. Можу запропонувати {first} або {second}.',
    ],
    picks: ['Давайте {first}', '{first}, будь ласка', 'Перший час підходить'],
    books: [
      'Записала вас: {service}, {first}, {master}. Напередодні надішлемо нагадування.',
      'Готово, ви записані: {service}, {first}, {master}. Якщо плани зміняться, напишіть сюди.',
    ],
    questions: [
      ['Можна оплатити карткою?', 'Так, карткою або готівкою.'],
      ['Чи є у вас паркування?', 'Так, безкоштовне, у дворі.'],
      ['До котрої ви сьогодні працюєте?', 'Сьогодні до 20:00. Останній запис о 19:00.'],
    ],
    complaint: 'Я чекала майже годину, і мене прийняли не за записом. Поверніть гроші!',
    summary: 'Клієнтка чекала близько години, незадоволена і просить повернути гроші.',
  },
};
