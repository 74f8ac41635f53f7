import { expect, test } from 'vitest';
import { databaseErrorKind } from './db-errors.ts';

const aFailure = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

test('a database that shuts down, is full, or cannot be reached is unavailable', () => {
  for (const code of ['57P01', '57P02', '57P03', '53300', '08006', '58030', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
    expect([code, databaseErrorKind(aFailure(code))]).toEqual([code, 'unavailable']);
  expect(databaseErrorKind(new Error('Connection terminated unexpectedly'))).toBe('unavailable');
  expect(databaseErrorKind(new Error('select failed', { cause: aFailure('ECONNRESET') }))).toBe('unavailable');
});

test('a deadlock is a conflict and a unique violation a duplicate', () => {
  expect(databaseErrorKind(aFailure('40P01'))).toBe('conflict');
  expect(databaseErrorKind(aFailure('40001'))).toBe('conflict');
  expect(databaseErrorKind(aFailure('23505'))).toBe('duplicate');
});

test('a socket file that is missing is a database that is away, any other file is not', () => {
  expect(databaseErrorKind(Object.assign(aFailure('ENOENT'), { syscall: 'connect' }))).toBe('unavailable');
  expect(databaseErrorKind(Object.assign(aFailure('ENOENT'), { syscall: 'open' }))).toBe('other');
});

test('a bug is neither, regardless of its message', () => {
  expect(databaseErrorKind(new Error('the connection of a salon is terminated'))).toBe('other');
  expect(databaseErrorKind(aFailure('42703', 'column "timeout" does not exist'))).toBe('other');
  expect(databaseErrorKind('ECONNREFUSED')).toBe('other');
});
