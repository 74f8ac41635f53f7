import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Processes: files that take a `Context` and open transactions, although they bind neither calls nor jobs. What they
 * do cannot be one transaction. Paths are below `src/server`.
 */
const PROCESSES: Readonly<Record<string, readonly string[]>> = {
  'call an outside service, read a file or hash a password between transactions': [
    'auth/account-actions.ts',
    'auth/actions.ts',
    'auth/mail-actions.ts',
    'auth/registration.ts',
    'booking/table-settling.ts',
    'booking/visit-page-actions.ts',
    'channels/checking.ts',
    'channels/connecting.ts',
    'channels/partner-connecting.ts',
    'channels/echo.ts',
    'channels/listening.ts',
    'channels/pairing.ts',
    'channels/sign-in.ts',
    'chatbots/actions.ts',
    'connections/application-actions.ts',
    'connections/checking-actions.ts',
    'connections/connecting-actions.ts',
    'connections/marketplace-install-actions.ts',
    'connections/sync/import-actions.ts',
    'connections/sync/inbox-actions.ts',
    'connections/sync/poll-actions.ts',
    'connections/sync/reading-actions.ts',
    'connections/webhook-actions.ts',
    'conversations/file-actions.ts',
    'conversations/signal-actions.ts',
    'delivery/cascade-actions.ts',
    'delivery/dispatch-actions.ts',
    'delivery/lease.ts',
    'delivery/opt-out-actions.ts',
    'delivery/poll-actions.ts',
    'delivery/record-actions.ts',
    'delivery/webhook-actions.ts',
    'imports/correcting-actions.ts',
    'imports/draft-actions.ts',
    'orders/guests-actions.ts',
    'providers/iiko/tokens.ts',
    'reviews/photo-actions.ts',
    'templates/submitting-actions.ts',
    'texts/attachment-actions.ts',
    'visits/actions.ts',
    'visits/catalogue-actions.ts',
    'visits/clients-actions.ts',
    'visits/creating-actions.ts',
    'waitlist/booking-actions.ts',
  ],
  'go through cabinets or batches, one transaction each': [
    'contacts/opt-out-actions.ts',
    'audiences/recounting-actions.ts',
    'conversations/live-actions.ts',
    'delivery/feed-actions.ts',
    'delivery/retention-actions.ts',
    'delivery/sweep-actions.ts',
    'flows/planning/actions.ts',
    'flows/planning/later-actions.ts',
    'flows/stops/checking.ts',
    'flows/stops/tariff-actions.ts',
    'imports/running-actions.ts',
    'insights/conversion-measuring.ts',
    'links/recording.ts',
    'mailings/sending/healing.ts',
    'rehearsal/playing.ts',
    'visits/sum-actions.ts',
  ],
  'act in two cabinets': ['admin/actions.ts', 'transfers/offers.ts'],
};

const root = join(import.meta.dirname, 'server');
const sources = new Map(
  globSync('**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** Binds calls and jobs, composes the product, or is the platform itself. */
const OPENS_BY_ITS_PLACE = /^(app|platform|testing)\/|(^|[/-])(routes|workers)\.ts$/;

test('transactions are opened by routes, workers and the listed processes', () => {
  const opening = [...sources].filter(([file, source]) => {
    return /\bwith(Tenant|System|Retry)\(|\.transaction\(/.test(source) && !OPENS_BY_ITS_PLACE.test(file);
  });
  expect(sources.size).toBeGreaterThan(300);
  expect(opening.map(([file]) => file).toSorted()).toEqual(Object.values(PROCESSES).flat().toSorted());
});

test('no function takes a context beside a scope: the scope has the services', () => {
  const pair = /\(\s*(?:ctx|\{[^{}]*\}): [\w<>', |&{}:[\]]+,\s*\w*[sS]cope: \w*Scope\b/;
  expect(pair.test("function stop(ctx: Pick<Context, 'clock'>, scope: TenantScope, id: FlowId)")).toBe(true);
  expect([...sources].filter(([, source]) => pair.test(source)).map(([file]) => file)).toEqual([]);
});
