import { sql } from 'kysely';
import type { listAnswerTemplates as templatesCall } from '#contract/conversations/answers.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getMemberLanguage } from '#server/auth/sign-in/actions.ts';
import { languageOf } from '#server/contacts/book/rules.ts';
import { getThreadOwner } from '#server/conversations/inbound/actions.ts';
import { fillerFor } from '#server/conversations/quick-replies/filling-actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { ListTemplateUses, TemplateUseRow } from '#server/templates/port.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { isForOwner, suggestedOf, useFor } from './template-rules.ts';
import { findWays } from './way-actions.ts';
import { canAnswerBy, inLanguageOrder } from './way-rules.ts';

/**
 * Lists the templates with which the contact can be written to now, those in the contact's language first, then those in
 * the member's. Their places are proposed as the cabinet's senders fill them, else the contact's name for the first one; a few of them are
 * suggested. Templates for the owner are left out.
 */
export async function listAnswerTemplates(
  scope: MemberScope,
  id: ConversationId,
  templateUses: readonly ListTemplateUses[],
): Promise<ReplyOf<typeof templatesCall>> {
  const thread = await getThreadOwner(scope, id);
  const { ways, templates: known, language } = await findWays(scope, thread);
  const { customerLanguage } = await getTenant(scope);
  const languages = [language, await getMemberLanguage(scope, scope.memberId)];
  const open = new Set(ways.filter((way) => canAnswerBy(way)).map(({ channelId }) => channelId));
  const names = [...new Set(known.map(({ name }) => name))];
  const uses: TemplateUseRow[] = [];
  if (names.length > 0) for (const list of templateUses) uses.push(...(await list(scope, names)));
  const fillers = {
    next: await fillerFor(scope, thread.contactId),
    last: await fillerFor(scope, thread.contactId, { isOfLastVisit: true }),
  };
  const sentAt = await listSentTemplates(scope);
  const offered = known.filter((one) => open.has(one.channelId) && !isForOwner(one, uses));
  const templates = inLanguageOrder(offered, languages).map((template) => {
    const use = useFor(template, uses);
    const fill = fillers[use?.visit ?? 'next'];
    const suggested =
      use?.parameters ?? Array.from({ length: template.parameterCount }, (_, n) => (n === 0 ? '{clientName}' : ''));
    return {
      ...template,
      suggested: [...suggested],
      filled: suggested.map((parameter) => fill(parameter).text.replaceAll(/\s+/g, ' ').trim()),
      isOccasional: use?.visit === null,
      isOfContact: languageOf(template.language) === (language ?? customerLanguage),
      lastSentAt: sentAt.get(`${template.channelId} ${template.name}`) ?? null,
    };
  });
  const suggested = suggestedOf(templates);
  return {
    templates: templates.map((template) => {
      const place = suggested.filter(({ channelId }) => channelId === template.channelId).indexOf(template);
      return { ...template, rank: place < 0 ? null : place + 1 };
    }),
  };
}

/** Messages of the cabinet among which templates count as sent lately. */
const MAX_LATEST = 1_000;

/** When the templates of the latest messages were last sent, by channel and name. */
async function listSentTemplates({ tx, tenantId, clock }: MemberScope): Promise<Map<string, Temporal.Instant>> {
  const { rows } = await sql<{ key: string; at: Temporal.Instant }>`
    select m.channel_id || ' ' || (m.content -> 'leftBy' ->> 'name') as key, max(m.due_at) as at
    from (
      select channel_id, content, due_at from messages
      where tenant_id = ${tenantId} and due_at <= ${clock.now()}
      order by due_at desc, id desc limit ${MAX_LATEST}) m
    where m.content -> 'leftBy' ->> 'name' is not null
    group by 1`.execute(tx);
  return new Map(rows.map(({ key, at }) => [key, at]));
}
