import type { FlowErrorCode } from '#contract/flows/calls.ts';
import type { Text } from '#web/lib/format/i18n.ts';

/** Errors whose text contains the reason; all others add it in brackets, if there is one. */
const NAMED: ReadonlySet<FlowErrorCode> = new Set([
  'content_rejected',
  'variable_unknown',
  'variable_missing',
  'template_barred',
  'template_lacks_image',
  'template_lacks_document',
  'template_lacks_video',
]);

/** Returns a flow's error as one sentence. */
export function flowErrorText(code: FlowErrorCode, reason: string | null, t: Text): string {
  const named = reason ?? '';
  return t(`attention:troubles.flow.${code}`, { what: NAMED.has(code) || !named ? named : ` (${named})` }).trim();
}
