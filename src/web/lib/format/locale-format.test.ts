import { expect, test } from 'vitest';
import { createFormat } from './locale-format.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');
const russian = createFormat('ru-RU');
const plain = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

test('the days of a period are written in one form, though some are near', () => {
  expect(plain(russian.days('2026-10-24', '2026-11-23', NOW))).toBe('24 октября – 23 ноября');
  expect(plain(russian.days('2026-11-17', '2026-11-23', NOW))).toBe('17–23 ноября');
  expect(plain(russian.days('2026-11-23', '2026-11-23', NOW))).toBe('23 ноября');
  expect(plain(russian.days('2025-12-20', '2026-01-18', NOW))).toBe('20 декабря 2025 г. – 18 января 2026 г.');
});

test('a time names its zone where the viewer has another, by a city in the language', () => {
  const moscow = createFormat('ru-RU', 'Europe/Moscow');
  expect(plain(moscow.dateTime('2026-11-23T09:00:00Z', undefined, NOW))).toBe('пн, 23 ноября, 12:00 (Москва, GMT+3)');
  expect(plain(moscow.timeOf('2026-11-23T09:00:00Z', 'Asia/Yekaterinburg'))).toBe('14:00 (Екатеринбург, GMT+5)');
  expect(moscow.timeOf('2026-11-23T09:00:00Z', 'UTC')).toBe('09:00');
  // A zone without a name in Russian, as most are in browsers.
  expect(plain(moscow.timeOf('2026-11-23T09:00:00Z', 'Etc/GMT-7'))).toBe('16:00 (GMT+7)');
  expect(createFormat('pt-BR').timeOf('2026-11-23T09:00:00Z', 'Europe/Moscow')).toBe('12:00 (Moscou, GMT+3)');
  // Portuguese abbreviates the zone's name, and the zone's id has no accent.
  const atSalon = createFormat('pt-BR').timeOf('2026-11-23T09:00:00Z', 'America/Sao_Paulo');
  expect(atSalon).toBe('06:00 (São Paulo, GMT-3)');
});

test('past times are written in minutes, hours and days of the zone, and then as a date', () => {
  const ago = (at: string) => plain(russian.ago(at, 'Europe/Moscow', NOW));
  expect(ago('2026-11-23T08:55:00Z')).toBe('5 мин. назад');
  expect(ago('2026-11-22T21:30:00Z')).toBe('12 ч назад');
  expect(ago('2026-11-22T20:30:00Z')).toBe('вчера');
  expect(ago('2026-11-19T09:00:00Z')).toBe('4 дн. назад');
  expect(ago('2026-11-12T09:00:00Z')).toBe('12 нояб.');
  expect(ago('2025-11-12T09:00:00Z')).toBe('12 нояб. 2025 г.');
});
