import { FLOW_ERRORS, FLOW_MISSING_PARTS, FLOW_TO_FILL } from '#contract/flows/values.ts';
import type { EmptyPlace } from '#contract/texts/empty-places.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import type { Text } from '#web/lib/format/i18n.ts';

/** Names the missing settings of a flow in one line. @param places the empty places of its templates, where they are known */
export function missingIn(missing: unknown, t: Text, places?: unknown): string {
  const codes = Array.isArray(missing) ? missing : [];
  return codes
    .map((code) => {
      const known = wordIn(FLOW_MISSING_PARTS, code);
      const empty = known === 'template_place' && Array.isArray(places) ? places.filter(isPlace) : [];
      if (empty.length > 0) return empty.map((one) => placeWords(one, t)).join(', ');
      if (known) return t(`attention:missing.${known}`);
      const error = wordIn(FLOW_ERRORS, code);
      if (error) return t(`attention:troubles.lack.${error}`);
      const toFill = wordIn(FLOW_TO_FILL, code);
      return toFill ? t(`attention:list.fill.${toFill}`) : (textIn(code) ?? '');
    })
    .filter(Boolean)
    .join(', ');
}

function isPlace(value: unknown): value is EmptyPlace {
  return typeof value === 'object' && value !== null && 'name' in value && 'place' in value;
}

const placeWords = ({ name, place }: EmptyPlace, t: Text) =>
  t('attention:missing_place', { name, place: `{{${place}}}` });

/** Describes a failure; of an incomplete flow it names the missing settings. */
export function missingText(error: unknown, t: Text): string {
  if (!isRefused(error, 'flow.incomplete')) return problemText(error, t);
  return t('flows:incomplete', { what: missingIn(error.details['missing'], t, error.details['places']) });
}
