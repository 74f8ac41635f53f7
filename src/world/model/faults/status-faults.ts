import { ModelError, type ModelErrorDetails } from '../errors.ts';
import type { StatusFault } from './kinds.ts';

const PAGE = '<!doctype html><html><head><title>Please sign in</title></head><body><h1>Sign in</h1></body></html>';

type Refusal = { status: number; message: string } & ModelErrorDetails;

const RATE_LIMIT = 'Rate limit reached for requests per min (RPM). Please try again later.';

const REFUSALS: Readonly<Record<Exclude<StatusFault, 'html'>, Refusal>> = {
  unauthorized: { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' },
  rate_limit_short: {
    status: 429,
    message: RATE_LIMIT,
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after-ms': '200', 'retry-after': '1' },
  },
  rate_limit_long: {
    status: 429,
    message: RATE_LIMIT,
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': '90' },
  },
  quota: {
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  server_error: {
    status: 500,
    message: 'The server had an error while processing your request.',
    type: 'server_error',
  },
  overloaded: { status: 503, message: 'The engine is currently overloaded.', type: 'server_error' },
};

/** The page of `html`, which comes with status 200. @throws {ModelError} for all others */
export function statusFault(kind: StatusFault): string {
  if (kind === 'html') return PAGE;
  const { status, message, ...details } = REFUSALS[kind];
  throw new ModelError(status, message, details);
}
