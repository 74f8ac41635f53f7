import type { Language } from '#contract/primitives.ts';
import { type DemoProfile, OWNER_PASSWORD } from './profile.ts';

/** The salon of the demo in each language, which has a restaurant too. */
export const SALONS: Readonly<Record<Language, DemoProfile>> = {
  ru: {
    brand: 'main',
    language: 'ru',
    business: 'Студия Ромашка',
    countryId: 1,
    timeZone: 'Europe/Moscow',
    owner: { email: 'owner@demo.example', password: OWNER_PASSWORD, name: 'Анна Морозова', phone: '+79990000099' },
    others: { staff: 'Ольга Ким', partner: 'Павел Дорохов', admin: 'Ирина Светлова', super_admin: 'Марк Левин' },
    whatsApp: { apiKey: 'd360-demo-key', phone: '+79990000001' },
    telegramToken: '700000001:DEMO-bot-token',
    bookings: { kind: 'yclients', login: 'salon@example.test', password: 'salon-demo' },
    assistant: 'Помощник Ромашки',
    salon: {
      restaurants: { kind: 'iiko', apiLogin: 'iiko-demo-login' },
      reviewMaps: [
        { service: 'yandex', url: 'https://yandex.ru/maps/org/romashka/1000000001/' },
        { service: '2gis', url: 'https://2gis.ru/moscow/firm/70000001000000001' },
      ],
      quickReply: {
        title: 'Как добраться',
        text: '{clientName}, вход со двора, второй этаж, домофон 12. Если заблудитесь, напишите сюда — встретим.',
      },
      segment: 'Постоянные: не были 2 месяца',
      program: 'Сайт и приложение',
    },
  },
  en: {
    brand: 'main',
    language: 'en',
    business: 'Daisy Studio',
    countryId: 184,
    timeZone: 'Europe/London',
    owner: { email: 'owner.en@demo.example', password: OWNER_PASSWORD, name: 'Emily Clarke', phone: '+447700900299' },
    others: { staff: 'Ruth Kim', partner: 'Paul Dorset', admin: 'Irene Bright', super_admin: 'Mark Levine' },
    whatsApp: { apiKey: 'd360-daisy-key', phone: '+447700900020' },
    telegramToken: '700000006:DAISY-bot-token',
    bookings: { kind: 'altegio', login: 'daisy@example.test', password: 'daisy-demo' },
    assistant: 'Daisy assistant',
    salon: {
      restaurants: { kind: 'iiko', apiLogin: 'iiko-ember-login' },
      reviewMaps: [
        { service: 'google', url: 'https://search.google.com/local/writereview?placeid=ChIJdaisystudiolondon01' },
      ],
      quickReply: {
        title: 'How to find us',
        text: '{clientName}, the entrance is in the yard, second floor, bell 12. If you cannot find it, write here and we will meet you.',
      },
      segment: 'Regulars, not seen for 2 months',
      program: 'Website and app',
    },
  },
  pt_br: {
    brand: 'main',
    language: 'pt_br',
    business: 'Estúdio Margarida',
    countryId: 55,
    timeZone: 'America/Sao_Paulo',
    owner: {
      email: 'owner.br@demo.example',
      password: OWNER_PASSWORD,
      name: 'Ana Paula Ribeiro',
      phone: '+5511987650399',
    },
    others: { staff: 'Olga Campos', partner: 'Paulo Duarte', admin: 'Irene Luz', super_admin: 'Marcos Leite' },
    whatsApp: { apiKey: 'd360-margarida-key', phone: '+5511987650030' },
    telegramToken: '700000007:MARGARIDA-bot-token',
    bookings: { kind: 'altegio', login: 'margarida@example.test', password: 'margarida-demo' },
    assistant: 'Assistente Margarida',
    salon: {
      restaurants: { kind: 'iiko', apiLogin: 'iiko-brasa-login' },
      reviewMaps: [
        { service: 'google', url: 'https://search.google.com/local/writereview?placeid=ChIJestudiomargarida001' },
      ],
      quickReply: {
        title: 'Como chegar',
        text: '{clientName}, a entrada é pelo pátio, segundo andar, interfone 12. Se não achar, escreva aqui e vamos buscar você.',
      },
      segment: 'Frequentes: sem visita há 2 meses',
      program: 'Site e aplicativo',
    },
  },
  uk: {
    brand: 'main',
    language: 'uk',
    business: 'Студія Волошка',
    countryId: 4,
    timeZone: 'Europe/Kyiv',
    owner: { email: 'owner.ua@demo.example', password: OWNER_PASSWORD, name: 'Олена Марченко', phone: '+380671230499' },
    others: { staff: 'Ольга Кім', partner: 'Павло Дорош', admin: 'Ірина Ясна', super_admin: 'Марко Левін' },
    whatsApp: { apiKey: 'd360-voloshka-key', phone: '+380671230040' },
    telegramToken: '700000008:VOLOSHKA-bot-token',
    bookings: { kind: 'altegio', login: 'voloshka@example.test', password: 'voloshka-demo' },
    assistant: 'Помічник Волошки',
    salon: {
      restaurants: { kind: 'iiko', apiLogin: 'iiko-zhar-login' },
      reviewMaps: [
        { service: 'google', url: 'https://search.google.com/local/writereview?placeid=ChIJvoloshkastudiokyiv1' },
      ],
      quickReply: {
        title: 'Як дістатися',
        text: '{clientName}, вхід із двору, другий поверх, домофон 12. Якщо заблукаєте, напишіть сюди — зустрінемо.',
      },
      segment: 'Постійні: не були 2 місяці',
      program: 'Сайт і застосунок',
    },
  },
};
