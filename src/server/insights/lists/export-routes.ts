import type { FastifyInstance } from 'fastify';
import { OPT_OUT_SCOPES, OPT_OUT_SOURCES } from '#contract/contacts/values.ts';
import {
  exportContacts,
  exportMailingPeople,
  exportOptOuts,
  exportRejections,
  exportReviews,
  exportRfm,
  exportSubscribers,
} from '#contract/insights/exports.ts';
import { REJECTION_REASONS } from '#contract/imports/values.ts';
import { HINTS, MAP_SERVICES } from '#contract/reviews/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { admitExport } from '#server/auth/sign-in/export-actions.ts';
import { listContactDetails } from '#server/contacts/lists/list-actions.ts';
import { pageOfOptOuts } from '#server/contacts/opt-outs/opt-out-actions.ts';
import { pageOfSubscribers } from '#server/contacts/tags/subscriber-actions.ts';
import { getImport, pageOfRejections } from '#server/imports/actions.ts';
import { listConsents } from '#server/imports/consent-reads.ts';
import { getStored, pageOfMailingPeople } from '#server/mailings/results/people-reads.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Scoped, withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { RFM_GROUPS } from '#contract/audiences/values.ts';
import { getStoredRfm } from '#server/audiences/rfm/dashboard-actions.ts';
import { listRfmPeople } from '#server/audiences/rfm/people-actions.ts';
import { pageOfReviews } from '#server/reviews/lists/listing-actions.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { minorUnits } from '#server/texts/content/format-rules.ts';
import { pageOfContacts } from './contact-list-actions.ts';
import { parsed, send } from './file-reply-routes.ts';
import { serveFigureExports } from './figure-export-routes.ts';

/** Rows read in one transaction. */
const PAGE_ROWS = 500;

/** Serves lists as files: rows are read page by page while the file is sent. */
export function serveExports(app: FastifyInstance, ctx: Context): void {
  app.get(exportContacts.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const query = parsed(exportContacts.query, request);
    return send(reply, 'contacts', query, () =>
      rowsOf(ctx, tenantId, {
        async read(scope, cursor) {
          const page = await pageOfContacts(scope, { ...query, cursor, limit: PAGE_ROWS });
          const ids = page.items.map(({ id }) => id);
          const [details, consents] = [await listContactDetails(scope, ids), await listConsents(scope, page.items)];
          return {
            ...page,
            items: page.items.map((one) => ({ ...one, ...details.get(one.id), ...consents.get(one.id) })),
          };
        },
        toRow: (contact) => [
          contact.name,
          contact.phone ?? '',
          contact.email ?? '',
          contact.birthDate ?? '',
          contact.language ?? '',
          contact.tags.join(', '),
          contact.note ?? '',
          contact.consentSource ?? '',
          contact.consentedOn ?? '',
          String(contact.visitsCount),
          dayOf(contact.lastVisitAt, contact.lastVisitTimeZone),
          dayOf(contact.nextVisitAt, contact.nextVisitTimeZone),
        ],
      }),
    );
  });
  app.get(exportSubscribers.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const query = parsed(exportSubscribers.query, request);
    return send(reply, 'subscribers', query, () =>
      rowsOf(ctx, tenantId, {
        read: (scope, cursor) => pageOfSubscribers(scope, query, { cursor, limit: PAGE_ROWS }),
        toRow: (one) => [
          one.name,
          one.phone ?? '',
          one.channelTitle,
          dayOf(one.subscribedAt, 'UTC'),
          dayOf(one.lastInboundAt, 'UTC'),
          one.tags.join(', '),
        ],
      }),
    );
  });
  app.get(exportOptOuts.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const { words, ...query } = parsed(exportOptOuts.query, request);
    const { timeZone } = await withTenant(ctx, tenantId, getTenant);
    const names = new Map([...OPT_OUT_SOURCES, ...OPT_OUT_SCOPES].map((key, index) => [key, words[index] ?? key]));
    return send(reply, 'opt-outs', query, () =>
      rowsOf(ctx, tenantId, {
        read: (scope, cursor) => pageOfOptOuts(scope, { ...query, cursor, limit: PAGE_ROWS }),
        toRow: (one) => [
          one.name ?? '',
          one.phone ?? '',
          names.get(one.source) ?? '',
          names.get(one.scope) ?? '',
          one.note ?? '',
          dayOf(one.createdAt, timeZone),
          one.createdBy ?? '',
          dayOf(one.endsAt, timeZone),
          dayOf(one.liftedAt, timeZone),
          one.liftedBy ?? '',
        ],
      }),
    );
  });
  serveOutcomeExports(app, ctx);
  serveFigureExports(app, ctx);
}

/** Serves what came of mailings, reviews and imports as files. */
function serveOutcomeExports(app: FastifyInstance, ctx: Context): void {
  app.get(exportMailingPeople.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const query = parsed(exportMailingPeople.query, request);
    const { mailingId } = exportMailingPeople.params.safeParse(request.params).data ?? {};
    if (!mailingId) throw new Problem('distribution.not_found');
    const { timeZone } = await withTenant(ctx, tenantId, async (scope) => {
      await getStored(scope, mailingId);
      return getTenant(scope);
    });
    return send(reply, 'mailing', query, () =>
      rowsOf(ctx, tenantId, {
        read: (scope, cursor) => pageOfMailingPeople(scope, mailingId, { ...query, cursor, limit: PAGE_ROWS }),
        toRow: (one) => [
          one.contactName,
          one.phone ?? '',
          one.channelTitle ?? '',
          dayOf(one.at, timeZone),
          dayOf(one.repliedAt, timeZone),
        ],
      }),
    );
  });
  app.get(exportReviews.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const { words, ...query } = parsed(exportReviews.query, request);
    const names = new Map([...HINTS, ...MAP_SERVICES, 'yes', 'no'].map((key, index) => [key, words[index] ?? key]));
    const nameOf = (key: string) => names.get(key) ?? key;
    return send(reply, 'reviews', query, () =>
      rowsOf(ctx, tenantId, {
        read: (scope, cursor) => pageOfReviews(scope, query, { cursor, limit: PAGE_ROWS }),
        toRow: (one) => [
          dayOf(one.createdAt, one.timeZone),
          String(one.stars),
          one.text,
          one.tags.map(nameOf).join(', '),
          one.comesAgain === null ? '' : nameOf(one.comesAgain ? 'yes' : 'no'),
          one.mapChosen ? nameOf(one.mapChosen) : '',
          one.contact?.name ?? '',
          one.contact?.phone ?? '',
          dayOf(one.visit?.startsAt ?? null, one.timeZone),
          one.serviceTitles.join(', '),
          one.masterName ?? '',
          one.branch?.title ?? '',
          one.answer?.text ?? '',
        ],
      }),
    );
  });
  app.get(exportRfm.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const { words, ...query } = parsed(exportRfm.query, request);
    const { dashboardId } = exportRfm.params.safeParse(request.params).data ?? {};
    if (!dashboardId) throw new Problem('rfm.not_found');
    const { timeZone } = await withTenant(ctx, tenantId, async (scope) => {
      await getStoredRfm(scope, dashboardId);
      return getTenant(scope);
    });
    return send(reply, 'clients', query, () =>
      rowsOf(ctx, tenantId, {
        read: (scope, cursor) => listRfmPeople(scope, dashboardId, { ...query, cursor, limit: PAGE_ROWS }),
        toRow: (one) => [
          one.contactName,
          one.phone ?? '',
          words[RFM_GROUPS.indexOf(one.group)] ?? one.group,
          dayOf(one.since, timeZone),
          String(one.visits),
          String(one.spent.amountMinor / minorUnits(1, one.spent.currency)),
          one.spent.currency,
          one.lastDay,
        ],
      }),
    );
  });
  app.get(exportRejections.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const { words, titles, ...query } = parsed(exportRejections.query, request);
    const { importId } = exportRejections.params.safeParse(request.params).data ?? {};
    if (!importId) throw new Problem('import.not_found');
    const { columns } = await withTenant(ctx, tenantId, (scope) => getImport(scope, importId));
    const reasons = new Map(REJECTION_REASONS.map((reason, index) => [reason, words[index] ?? reason]));
    const all = [...columns.map(({ title }, index) => title || String(index + 1)), ...titles];
    return send(reply, 'rejected', { ...query, titles: all }, () =>
      rowsOf(ctx, tenantId, {
        read: (scope, cursor) => pageOfRejections(scope, importId, { cursor, limit: PAGE_ROWS }),
        toRow: ({ rowNumber, reason, cells }) => [
          ...columns.map((_column, index) => cells[index] ?? ''),
          reasons.get(reason) ?? reason,
          String(rowNumber),
        ],
      }),
    );
  });
}

type Source<Item> = {
  read(scope: Scoped<Context>, cursor: string | undefined): Promise<{ items: Item[]; nextCursor: string | null }>;
  toRow(item: Item): string[];
};

async function* rowsOf<Item>(
  ctx: Context,
  tenantId: TenantId,
  { read, toRow }: Source<Item>,
): AsyncGenerator<string[]> {
  for (let cursor: string | undefined; ;) {
    const at = cursor;
    const page = await withTenant(ctx, tenantId, (scope) => read(scope, at));
    yield* page.items.map(toRow);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

function dayOf(at: string | null, timeZone: string): string {
  return at === null ? '' : Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
