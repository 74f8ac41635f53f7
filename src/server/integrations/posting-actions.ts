import { hash } from 'node:crypto';
import type { z } from 'zod';
import { type ApiScope, type ItemOutcome, ItemsReply } from '#contract/integrations/events.ts';
import { CartItem, ContactItem, CustomItem, OrderItem, VisitItem } from '#contract/integrations/items.ts';
import { ANSWER_RETENTION_HOURS } from '#contract/endpoint.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import { noteApiPost, openApiConnection } from '#server/connections/storage/api-actions.ts';
import type { ActionScope, ApiClientContext, Services } from '#server/platform/context/context.ts';
import type { SystemScope, Scoped } from '#server/platform/database/db.ts';
import { countsOf, fieldsBeyond } from '#server/platform/values/fields.ts';
import { canonical } from '#server/platform/values/json.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { claimKey, deleteAnswers, setAnswer } from './answer-queries.ts';
import { recordCarts } from './cart-actions.ts';
import { recordContacts } from './contact-actions.ts';
import { recordCustom } from './custom-actions.ts';
import { recordApiOrders } from './order-actions.ts';
import type { Outcome, Place, Recorder } from './api-branch.ts';
import { externalIdOf, type IndexedItem, readItems } from './reading.ts';
import { countIgnored, deleteRequests } from './request-queries.ts';
import { API_TARIFF } from './rules.ts';
import { recordApiVisits } from './visit-actions.ts';

/** The schema of a kind's items, and the function that stores them. */
type Kind<Shape extends z.ZodType> = { shape: Shape; record: Recorder<z.output<Shape>> };

type Take = (scope: Scoped<ApiClientContext>, place: Place, items: readonly unknown[]) => Promise<ItemOutcome[]>;

const TAKES: Record<ApiScope, Take> = {
  contacts: taking({ shape: ContactItem, record: recordContacts }),
  visits: taking({ shape: VisitItem, record: recordApiVisits }),
  orders: taking({ shape: OrderItem, record: recordApiOrders }),
  carts: taking({ shape: CartItem, record: recordCarts }),
  custom: taking({ shape: CustomItem, record: recordCustom }),
};

/**
 * Stores the payload of an API client. Its effect, its reply and the Idempotency-Key are one transaction: a call
 * repeated
 * with the key gets the same reply and has no effect; a concurrent one waits for that reply.
 *
 * @throws {Problem} `idempotency.key_reused` when the key was used for something else within 24 hours
 */
export async function takePayloads(
  scope: Scoped<ApiClientContext>,
  kind: ApiScope,
  body: { items: unknown[] },
): Promise<z.input<typeof ItemsReply>> {
  await requireTariff(scope);
  const { apiTokenId: tokenId, idempotencyKey: key } = scope;
  if (key === null) throw new Problem('idempotency.key_missing');
  const now = scope.clock.now();
  const fingerprint = hash('sha256', `${kind}\n${canonical(body)}`, 'buffer');
  const known = await claimKey(scope, { tokenId, key, fingerprint, now, retentionHours: ANSWER_RETENTION_HOURS });
  if (known) {
    if (!known.fingerprint.equals(fingerprint)) throw new Problem('idempotency.key_reused', { key });
    scope.noteReplay();
    return ItemsReply.parse(known.answer);
  }

  const { countryId, timeZone, currency } = await getTenant(scope);
  const branch = await openApiConnection(scope);
  const items = await TAKES[kind](scope, { branch, countryId, timeZone, currency, now }, body.items);
  const ignoredFields = fieldsBeyond(body, { items: body.items });
  const counts = countsOf([...ignoredFields, ...items.flatMap((one) => one.ignoredFields ?? [])]);
  await countIgnored(scope, kind, { counts, now });
  await noteApiPost(scope, branch.connectionId, now);
  const refusedCount = items.filter(({ outcome }) => outcome === 'refused').length;
  const answer = {
    acceptedCount: items.length - refusedCount,
    refusedCount,
    ignoredCount: counts.values().reduce((sum, count) => sum + count, 0),
    ignoredFields,
    items,
  };
  await setAnswer(scope, { tokenId, key, answer });
  return answer;
}

/** Allows API calls while the cabinet has the tariff "API". */
export async function requireTariff(scope: ActionScope): Promise<void> {
  if (await hasAbility(scope, 'api', scope.clock.now())) return;
  throw new Problem('tariff.missing', { tariff: API_TARIFF });
}

function taking<Shape extends z.ZodType>({ shape, record }: Kind<Shape>): Take {
  return async (scope, place, items) => {
    const { valid, wrong } = readItems(shape, items, place.countryId);
    const outcomes = await record(scope, place, valid);
    const results = valid.map((one) => outcomeOf(one, items[one.index], outcomes.get(one.index)));
    const refused = wrong.map((one) => ({ ...one, outcome: 'refused' as const, id: null, ignoredFields: [] }));
    return [...results, ...refused].toSorted((a, b) => a.index - b.index);
  };
}

function outcomeOf(
  { index, ignoredFields }: IndexedItem<unknown>,
  item: unknown,
  outcome: Outcome | undefined,
): ItemOutcome {
  if (!outcome) throw new Error(`Nothing became of item ${index}`);
  return { index, externalId: externalIdOf(item), ignoredFields, ...outcome };
}

const REQUEST_RETENTION_DAYS = 7;

/** Deletes expired replies, and calls older than a week. Runs on a schedule. */
export async function sweepPayloads(scope: SystemScope & Services): Promise<void> {
  const now = scope.clock.now();
  await deleteAnswers(scope, now.subtract({ hours: ANSWER_RETENTION_HOURS }));
  await deleteRequests(scope, now.subtract({ hours: 24 * REQUEST_RETENTION_DAYS }));
}
