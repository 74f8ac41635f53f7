import type { FlowErrorCode } from '#contract/flows.ts';
import type { Text } from '#web/lib/i18n.ts';

/** Said of its name: all others say it in brackets, where there is something to say. */
const NAMED: ReadonlySet<FlowErrorCode> = new Set([
  'content_rejected',
  'variable_unknown',
  'variable_missing',
  'template_barred',
  'template_lacks_image',
  'template_lacks_document',
]);

/** What keeps a flow in error, in one sentence. */
export function flowErrorText(code: FlowErrorCode, reason: string | null, t: Text): string {
  const named = reason ?? '';
  return t(`flows:troubles.flow.${code}`, { what: NAMED.has(code) || !named ? named : ` (${named})` }).trim();
}
