import { pino } from 'pino';

export type Logger = pino.Logger;

/** Fields that may hold secrets or texts of messages; they are never logged. */
const REDACTED = [
  'password',
  'token',
  'refreshToken',
  'credentials',
  'authorization',
  'body',
  'text',
  '*.password',
  '*.token',
  '*.credentials',
  '*.body',
  '*.text',
  'req.headers.authorization',
  'req.headers.cookie',
];

export function createLogger(level: string): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: '…' }, base: { pid: process.pid } });
}
