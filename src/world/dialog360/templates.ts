import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { isRecord, readFields } from '../values/fields.ts';
import { emitAccountChange } from './emit.ts';
import { MetaError } from './errors.ts';
import type { Template, TemplateStatus } from './state.ts';

const TASK = 'd360.template';
const REVIEW_MS = 30_000;
const VARIABLE = /\{\{\s*\w+\s*\}\}/g;

const DAY_MS = 86_400_000;
const BLOCKED_DAYS = 30;
/** Changes of an approved template. */
const MAX_A_DAY = 1;
const MAX_A_MONTH = 10;

const NewTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'only lower case letters, digits and underscores'),
  category: z.enum(['AUTHENTICATION', 'MARKETING', 'UTILITY']),
  language: z.string().min(2),
  allow_category_change: z.boolean().optional(),
  parameter_format: z.string().optional(),
  components: z.array(
    z.strictObject({
      type: z.string(),
      format: z.string().optional(),
      text: z.string().optional(),
      example: z.unknown().optional(),
      buttons: z
        .array(
          z.strictObject({
            type: z.string(),
            text: z.string().max(25),
            url: z.string().optional(),
            phone_number: z.string().optional(),
            example: z.unknown().optional(),
          }),
        )
        .optional(),
    }),
  ),
});
type NewTemplate = z.infer<typeof NewTemplate>;
const ChangedTemplate = NewTemplate.omit({ name: true, language: true }).partial({ category: true });

/**
 * Takes a template for review.
 *
 * @throws MetaError 100 when it breaks a rule that is checked at once
 */
export function createTemplate(sim: Sim, wabaId: string, body: unknown, warn: (field: string) => void): Template {
  const fields = readFields(NewTemplate, body);
  for (const field of fields.unknown) warn(field);
  if (!fields.ok) throw new MetaError(100, fields.issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
  const problem = whatIsWrong(fields.value);
  if (problem) throw new MetaError(100, problem);
  const { name, language, category, components } = fields.value;
  const { templates } = sim.state.d360;
  if (
    templates.some(
      (one) => one.wabaId === wabaId && one.name === name && one.language === language && one.status !== 'DELETED',
    )
  ) {
    throw new MetaError(100, `Content in this language already exists: ${name} (${language})`);
  }
  const since = sim.clock.now() - BLOCKED_DAYS * DAY_MS;
  if (templates.some((one) => one.wabaId === wabaId && one.name === name && (one.deletedAt ?? 0) > since)) {
    throw new MetaError(100, `Message template name ${name} was deleted and cannot be used for ${BLOCKED_DAYS} days`);
  }
  const template: Template = {
    id: String(7e14 + sim.ids.next('d360.template')),
    wabaId,
    name,
    language,
    category,
    status: 'PENDING',
    rejectedReason: 'NONE',
    components,
  };
  templates.push(template);
  sim.agenda.schedule(TASK, sim.clock.now() + REVIEW_MS, { id: template.id });
  sim.changed('d360');
  return template;
}

/**
 * Replaces the words of a template; it is reviewed again.
 *
 * @throws MetaError 100 when it may not be changed now
 */
export function editTemplate(sim: Sim, template: Template, body: unknown, warn: (field: string) => void): void {
  const fields = readFields(ChangedTemplate, body);
  for (const field of fields.unknown) warn(field);
  if (!fields.ok) throw new MetaError(100, fields.issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
  const { category = template.category, components } = fields.value;
  const problem = whatIsWrong({ components });
  if (problem) throw new MetaError(100, problem);
  const { status } = template;
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(status)) {
    throw new MetaError(100, `A template that is ${status} cannot be edited`);
  }
  if (status === 'APPROVED') {
    if (category !== template.category) throw new MetaError(100, 'The category of an approved template cannot change');
    const now = sim.clock.now();
    const edits = (template.edits ?? []).filter((at) => at > now - 30 * DAY_MS);
    const today = edits.filter((at) => at > now - DAY_MS);
    if (today.length >= MAX_A_DAY || edits.length >= MAX_A_MONTH) {
      throw new MetaError(100, 'An approved template can be edited once a day and 10 times in 30 days');
    }
    template.edits = [...edits, now];
  }
  Object.assign(template, { components, category, status: 'PENDING', rejectedReason: 'NONE' });
  sim.agenda.schedule(TASK, sim.clock.now() + REVIEW_MS, { id: template.id });
  sim.changed('d360');
}

/** Deletes a template in all its languages; returns whether there was one. */
export function deleteTemplates(sim: Sim, wabaId: string, name: string): boolean {
  const named = sim.state.d360.templates.filter(
    (one) => one.wabaId === wabaId && one.name === name && one.status !== 'DELETED',
  );
  for (const template of named) Object.assign(template, { status: 'DELETED', deletedAt: sim.clock.now() });
  sim.changed('d360');
  return named.length > 0;
}

export function runTemplateReviews(sim: Sim): void {
  sim.agenda.on(TASK, (task) => {
    const template = isRecord(task) ? sim.state.d360.templates.find((one) => one.id === task['id']) : undefined;
    if (template?.status !== 'PENDING') return;
    if (template.name.includes('reject')) changeTemplate(sim, template, 'REJECTED', 'INVALID_FORMAT');
    else changeTemplate(sim, template, 'APPROVED', 'NONE');
  });
}

/** The titles with which Meta says why it paused or stopped a template. */
const TITLES: Partial<Record<TemplateStatus, string>> = { PAUSED: 'FIRST_PAUSE', DISABLED: 'DISABLED' };

export function changeTemplate(sim: Sim, template: Template, status: TemplateStatus, reason: string): void {
  const title = template.status === 'PAUSED' && status === 'APPROVED' ? 'UNPAUSE' : TITLES[status];
  template.status = status;
  template.rejectedReason = reason;
  emitAccountChange(sim, template.wabaId, 'message_template_status_update', {
    event: status,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    reason,
    message_template_category: template.category,
    ...(title && { other_info: { title, description: title } }),
  });
  sim.changed('d360');
}

/** Meta rates a template by what people do with its messages. */
export function rateTemplate(sim: Sim, template: Template, quality: string): void {
  emitAccountChange(sim, template.wabaId, 'message_template_quality_update', {
    previous_quality_score: template.quality ?? 'UNKNOWN',
    new_quality_score: quality,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  });
  template.quality = quality;
  sim.changed('d360');
}

/** The rules that are checked before anyone looks at a template. */
function whatIsWrong({ components }: Pick<NewTemplate, 'components'>): string | null {
  const part = (type: string) => components.find((component) => component.type.toUpperCase() === type);
  const body = part('BODY');
  const header = part('HEADER');
  const buttons = part('BUTTONS')?.buttons ?? [];
  const text = body?.text ?? '';
  if (!body || text === '') return 'A BODY component is required';
  if (text.length > 1024) return 'Body text is longer than 1024 characters';
  if (/^\s*\{\{/.test(text) || /\}\}\s*$/.test(text)) return 'Variables cannot be at the start or end of the body';
  if (/\}\}\s*\{\{/.test(text)) return 'Variables cannot stand side by side';
  if (text.match(VARIABLE) && body.example === undefined) return 'Each variable of the body needs an example';
  if ((header?.format ?? 'TEXT').toUpperCase() !== 'TEXT' && header?.example === undefined)
    return 'A media header needs an example';
  if ((header?.text?.length ?? 0) > 60) return 'Header text is longer than 60 characters';
  if ((header?.text?.match(VARIABLE)?.length ?? 0) > 1) return 'Header can have one variable';
  if ((part('FOOTER')?.text?.length ?? 0) > 60) return 'Footer text is longer than 60 characters';
  if (part('FOOTER')?.text?.match(VARIABLE)) return 'Footer cannot have variables';
  return whatIsWrongWithButtons(buttons.map(({ type }) => type.toUpperCase()));
}

function whatIsWrongWithButtons(types: string[]): string | null {
  const count = (type: string) => types.filter((one) => one === type).length;
  if (types.length > 10) return 'There can be at most 10 buttons';
  if (count('URL') > 2) return 'There can be at most 2 URL buttons';
  if (count('PHONE_NUMBER') > 1) return 'There can be at most 1 PHONE_NUMBER button';
  const runs = types.map((type) => type === 'QUICK_REPLY').filter((is, index, all) => is !== all[index - 1]);
  return runs.filter(Boolean).length > 1 ? 'Quick reply buttons must be grouped together' : null;
}
