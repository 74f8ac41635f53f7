import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/results.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { listTemplates } from '#server/channels/storage/actions.ts';
import { likelyLanguage } from '#server/contacts/book/rules.ts';
import { contentOfVariant } from '#server/mailings/writing/message-writing.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { chooseText, fillTemplate } from '#server/texts/content/text-rules.ts';
import { getStored } from './people-reads.ts';

type SentText = ReplyOf<typeof contract.listSentTexts>['texts'][number];

/** Lists the texts and templates that left with a mailing, the most frequent first, with the number of messages of each. */
export async function listSentTexts(
  scope: TenantScope,
  id: MailingId,
): Promise<ReplyOf<typeof contract.listSentTexts>> {
  const { settings, winner } = await getStored(scope, id);
  const { customerLanguage } = await getTenant(scope);
  const found = new Map<string, SentText>();
  for (const { variant, templateName, templateLanguage, language, prefix, channelId, messages } of await countForms(
    scope,
    id,
  )) {
    const letter = variant ?? winner ?? 0;
    const { texts, templates } = contentOfVariant(settings, letter);
    const own = chooseText(texts, language ?? likelyLanguage(`+${prefix}`), customerLanguage);
    const one: SentText =
      templateName === null
        ? {
            templateName,
            language: own.text === texts.default ? null : own.language,
            variant: settings.experiment ? letter : null,
            text: own.text.trim(),
            messages: 0,
          }
        : {
            templateName,
            language: templateLanguage,
            variant: null,
            text: await textOfTemplate(scope, {
              channelId,
              name: templateName,
              language: templateLanguage ?? '',
              templates,
            }),
            messages: 0,
          };
    const key = JSON.stringify(one);
    const known = found.get(key) ?? one;
    found.set(key, { ...known, messages: known.messages + messages });
  }
  return { texts: [...found.values()].toSorted((one, other) => other.messages - one.messages) };
}

type Known = { name: string; language: string; channelId: ChannelId; parameters: readonly string[] };

/** The text of a template with the variables in its places; empty where the channel has no such template any more. */
async function textOfTemplate(
  scope: TenantScope,
  { channelId, name, language, templates }: Omit<Known, 'parameters'> & { templates: readonly Known[] },
): Promise<string> {
  const isIt = (one: { name: string; language: string }) => one.name === name && one.language === language;
  const { body } = (await listTemplates(scope, channelId)).find(isIt) ?? { body: '' };
  const { parameters = [] } = templates.find((one) => one.channelId === channelId && isIt(one)) ?? {};
  return fillTemplate(body, parameters);
}

type FormGroup = {
  channelId: ChannelId;
  templateName: string | null;
  templateLanguage: string | null;
  variant: number | null;
  /** The contact's own. */
  language: string | null;
  /** First digits of the phone; '' without one. */
  prefix: string;
  messages: number;
};

/** Counts the messages of a mailing that left by their form and by what decided on their text. NOTE: reads each of them once. */
async function countForms({ tx, tenantId }: TenantScope, mailingId: MailingId): Promise<FormGroup[]> {
  const { rows } = await sql<FormGroup>`
    select m.channel_id as "channelId", m.content -> 'leftBy' ->> 'name' as "templateName",
      m.content -> 'leftBy' ->> 'language' as "templateLanguage", r.variant::int as variant, c.language,
      coalesce(substr(c.phone, 2, 3), '') as prefix, count(*) as messages
    from messages m
    join contacts c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    left join mailing_recipients r on r.tenant_id = ${tenantId} and r.mailing_id = ${mailingId} and r.contact_id = m.contact_id
    where m.tenant_id = ${tenantId} and m.sender_id = ${mailingId} and m.phase = 'left' and not m.is_test
    group by 1, 2, 3, 4, 5, 6`.execute(tx);
  return rows.map((row) => ({ ...row, channelId: ChannelId.parse(row.channelId) }));
}
