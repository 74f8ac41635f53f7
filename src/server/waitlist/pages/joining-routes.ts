import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readVisitToken } from '#server/booking/links/link-actions.ts';
import type { VisitPagePart } from '#server/booking/port.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { html } from '#server/platform/visitors/visitor-html.ts';
import { serveVisitorPages } from '#server/platform/visitors/visitor-pages.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { joinWaitlist } from '#server/waitlist/entries/entry-actions.ts';
import { findEntryOfVisit, setEntryStatus } from '#server/waitlist/entries/entry-queries.ts';
import { DAY_PARTS, type DayPart, earlierThan, mayJoin } from '#server/waitlist/entries/joining-rules.ts';
import { getSettings } from '#server/waitlist/settings/settings-actions.ts';
import { text } from '#server/waitlist/settings/texts.ts';

const Params = z.object({ token: z.string().max(300).catch('') });
const Form = z.object({ request: z.enum(['join', 'leave']), part: z.enum(DAY_PARTS).default('any') });

/** The part of a visit's page by which the contact waits for an earlier time. */
export const waitlistPart: VisitPagePart = async (scope, { visit, token, language }) => {
  const { settings } = await getSettings(scope);
  if (visit.contactId === null || !mayJoin(settings, visit, scope.clock.now())) return null;
  const action = `${token}/waitlist`;
  if (await findEntryOfVisit(scope, visit.id))
    return html`<form method="post" action="${action}">
      <p>${text(language, 'join.waiting')}</p>
      <button name="request" value="leave" class="second">${text(language, 'join.leave')}</button>
    </form>`;
  return html`<details>
    <summary>${text(language, 'join.title')}</summary>
    <form method="post" action="${action}">
      <p>${text(language, 'join.note')}</p>
      <label class="field"
        >${text(language, 'join.part_label')}
        <select name="part">
          ${DAY_PARTS.map((part) => html`<option value="${part}">${text(language, `join.part.${part}`)}</option>`)}
        </select></label
      >
      <button name="request" value="join">${text(language, 'join.submit')}</button>
    </form>
  </details>`;
};

/** Takes the form of that part. A visit is on the list once, however often it is posted. */
export function serveJoining(app: FastifyInstance, ctx: Context): void {
  serveVisitorPages(app, ctx, (pages) =>
    pages.post('/visit/:token/waitlist', async ({ params, form, language }) => {
      const { token } = Params.parse(params);
      const found = readVisitToken(ctx, token);
      if (!found) return gonePage(language);
      const given = Form.safeParse(form).data;
      if (!given) throw new Problem('request.invalid');
      await withTenant(ctx, found.tenantId, async (scope) => {
        const [visit] = await getVisitFacts(scope, [found.visitId]);
        if (visit && given.request === 'join') await join(scope, visit, given.part);
        if (visit && given.request === 'leave') await leave(scope, visit);
      });
      // NOTE: relative, because the public address may have a path before ours.
      return { redirect: `../${token}` };
    }),
  );
}

async function join(scope: ActionScope, visit: VisitFactsForFlow, part: DayPart): Promise<void> {
  const { settings } = await getSettings(scope);
  const { id: visitId, contactId } = visit;
  if (contactId === null || !mayJoin(settings, visit, scope.clock.now())) return;
  const preference = earlierThan(visit, part);
  await joinWaitlist(scope, { contactId, preference, comment: '', source: 'visit', visitId });
}

async function leave(scope: ActionScope, visit: VisitFactsForFlow): Promise<void> {
  const entryId = await findEntryOfVisit(scope, visit.id);
  if (entryId) await setEntryStatus(scope, entryId, { status: 'removed', now: scope.clock.now() });
}
