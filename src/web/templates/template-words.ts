import { TEMPLATE_FAULTS, type TemplateProblem } from '#contract/templates/rules.ts';
import { TEMPLATE_QUALITIES, TEMPLATE_REASONS, TEMPLATE_STATUSES } from '#contract/templates/values.ts';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  approved: 'good',
  pending: 'gray',
  in_appeal: 'gray',
  paused: 'attention',
  rejected: 'bad',
};

/** How a template is: one it does not know is as bad as one that cannot be sent. */
export function statusTone(status: string): Tone {
  return TONES[status] ?? 'bad';
}

/** The word for a status; a status without one is shown as the provider writes it. */
export function statusWord(status: string, t: Text): string {
  const known = wordIn(TEMPLATE_STATUSES, status);
  return known ? t(`templates:status.${known}`) : status;
}

export function qualityWord(quality: string, t: Text): string {
  const known = wordIn(TEMPLATE_QUALITIES, quality);
  return known ? t(`templates:quality.${known}`) : quality;
}

/** The provider may have others than those written here. */
export function categoryWord(category: string, t: Text): string {
  const known = wordIn(['utility', 'marketing', 'authentication'] as const, category.toLowerCase());
  return known ? t(`templates:category.${known}`) : category;
}

/** One sentence for a reason of the provider; null for one without. */
export function reasonText(reason: string | null, t: Text): string | null {
  const known = wordIn(TEMPLATE_REASONS, reason?.toLowerCase());
  return known ? t(`templates:reason.${known}`) : null;
}

/** The fault of a field, in words. */
export function faultText({ fault, limit = 0 }: TemplateProblem, t: Text): string {
  return t(`templates:fault.${fault}`, { limit, place: '{{1}}', next: '{{2}}', name: '{{name}}' });
}

/** The faults that the server found. */
export function problemsIn(error: unknown): TemplateProblem[] {
  if (!(error instanceof CallRefused) || error.code !== 'template.invalid') return [];
  const { problems } = error.details;
  return Array.isArray(problems) ? problems.filter(isProblem) : [];
}

function isProblem(value: unknown): value is TemplateProblem {
  if (typeof value !== 'object' || value === null || !('field' in value) || !('fault' in value)) return false;
  return wordIn(TEMPLATE_FAULTS, value.fault) !== undefined;
}

/** Words for a refused call, with the provider's own where there are some. */
export function refusalText(error: unknown, t: Text): string {
  const text = error instanceof CallRefused ? error.details['text'] : undefined;
  if (typeof text === 'string' && text !== '') return t('channels:provider_says', { text });
  return problemText(error, t);
}
