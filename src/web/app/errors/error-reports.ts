import type { Language } from '#contract/primitives.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { reportOf } from './error-report-rules.ts';

/** An error that repeats, e.g. with every frame, is reported once, and a broken page says no more than this. */
const MAX_REPORTS = 10;

const reported = new Set<string>();

/** Reports what nothing else handles: errors of scripts, rejected promises, and pages that could not be drawn. */
export function startErrorReports(url: string, language: Language): () => void {
  const report = (error: unknown) => send(url, error, language);
  const onError = ({ error }: ErrorEvent) => report(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

function send(url: string, error: unknown, language: Language): void {
  const page = { path: location.pathname, brand: brand.variant, language };
  const event = reportOf(error, page);
  if (!event) return;
  const key = JSON.stringify(event.exception);
  if (reported.has(key) || reported.size >= MAX_REPORTS) return;
  reported.add(key);
  const id = crypto.randomUUID().replaceAll('-', '');
  const body = [{ event_id: id }, { type: 'event' }, { ...event, event_id: id, timestamp: Date.now() / 1000 }];
  fetch(url, {
    method: 'POST',
    body: body.map((line) => JSON.stringify(line)).join('\n'),
    mode: 'no-cors', // NOTE: the answer is not read, and the service need not allow our origin
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined); // NOTE: a report that is lost must not become another error
}
