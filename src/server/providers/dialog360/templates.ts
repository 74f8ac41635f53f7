import { z } from 'zod';
import type {
  Checked,
  Credentials,
  ProviderTemplate,
  TemplateOrder,
  TemplateOutcome,
  TemplateWriting,
} from '#server/channels/port.ts';
import type { Answer } from '#server/platform/http/http-client.ts';
import { troubleOf } from './connect.ts';
import { type Dialog360Options, dialectOf, send } from './dialect.ts';
import { readRefusal } from './errors.ts';
import { statusOf } from './template-events.ts';
import { componentsOf, describeTemplate, partsOf } from './template-grammar.ts';

const Template = z.object({
  id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  name: z.string(),
  language: z.string(),
  category: z.string().default(''),
  status: z.string(),
  rejected_reason: z.string().nullish(),
  quality_score: z.object({ score: z.string().optional() }).nullish().catch(null),
  components: z.array(z.looseObject({ type: z.string() })).default([]),
});
const TemplatePage = z.union([
  z.object({ waba_templates: z.array(Template), total: z.number().optional() }),
  z.object({
    data: z.array(Template),
    paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
  }),
]);

const PAGE = 100;
/** More names than any portfolio may have (6 000). */
const MAX_PAGES = 100;

export async function listTemplates(
  options: Dialog360Options,
  credentials: Credentials,
): Promise<Checked<ProviderTemplate[]>> {
  const dialect = dialectOf(options, credentials);
  const templates: ProviderTemplate[] = [];
  let from = `offset=0`;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await send(options, dialect, {
      method: 'GET',
      url: `${dialect.templatesUrl}?limit=${PAGE}&${from}`,
    });
    if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'unexpected_answer');
    const read = TemplatePage.safeParse(answer.json);
    if (!read.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
    const rows = 'data' in read.data ? read.data.data : read.data.waba_templates;
    templates.push(...rows.map(toTemplate));
    const after = 'data' in read.data ? read.data.paging?.next && read.data.paging.cursors?.after : undefined;
    if ('data' in read.data ? !after : rows.length < PAGE) break;
    from = after ? `after=${encodeURIComponent(after)}` : `offset=${templates.length}`;
  }
  return { isOk: true, value: templates };
}

/** 360dialog writes statuses in lower case, Meta in upper; a reason `NONE` means no reason. */
function toTemplate(template: z.infer<typeof Template>): ProviderTemplate {
  const { id, name, language, category, status, rejected_reason, quality_score, components } = template;
  return {
    id: id ?? null,
    name,
    language,
    category: category.toLowerCase(),
    status: statusOf(status),
    reason: rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null,
    quality: quality_score?.score?.toLowerCase() ?? null,
    content: describeTemplate(components),
    parts: partsOf(components, category),
  };
}

/** Creates, changes and deletes templates: by name at 360dialog, by id and name at Meta. */
export function writeTemplates(options: Dialog360Options): TemplateWriting {
  return {
    async create(credentials, template) {
      const dialect = dialectOf(options, credentials);
      const json = { ...bodyOf(template), name: template.name, language: template.language };
      return outcomeOf(await send(options, dialect, { method: 'POST', url: dialect.templatesUrl, json }));
    },
    async edit(credentials, id, template) {
      const dialect = dialectOf(options, credentials);
      const url = `${dialect.templateUrl}/${encodeURIComponent(id)}`;
      return outcomeOf(await send(options, dialect, { method: 'POST', url, json: bodyOf(template) }), id);
    },
    async delete(credentials, name) {
      const dialect = dialectOf(options, credentials);
      const answer = await send(options, dialect, { method: 'DELETE', url: dialect.deletionUrl(name) });
      const isGone = answer.kind === 'answered' && answer.status === 404;
      return isGone ? { kind: 'done', id: null, status: null } : outcomeOf(answer);
    },
  };
}

const bodyOf = (template: TemplateOrder) => ({
  category: template.category.toUpperCase(),
  allow_category_change: true,
  components: componentsOf(template),
});

const Written = z.object({
  id: z.union([z.string(), z.number().transform(String)]).optional(),
  status: z.string().optional(),
});

/** A gateway's page proves nothing; the vendor's own refusal does. 404 and 405 of a change mean that there is none. */
function outcomeOf(answer: Answer, id: string | null = null): TemplateOutcome {
  if (answer.kind !== 'answered') return { kind: 'unanswered', text: answer.reason };
  if (answer.status < 300) {
    const written = Written.safeParse(answer.json).data;
    return { kind: 'done', id: written?.id ?? id, status: statusOf(written?.status ?? 'pending') };
  }
  if (id !== null && (answer.status === 404 || answer.status === 405)) return { kind: 'not_offered' };
  const refusal = readRefusal(answer.status, answer.json);
  if (!refusal && answer.status >= 500) return { kind: 'unanswered', text: `HTTP ${answer.status}` };
  return { kind: 'refused', text: refusal?.text || `HTTP ${answer.status}` };
}
