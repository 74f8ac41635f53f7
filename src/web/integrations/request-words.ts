import type { ApiRequest } from '#contract/integrations/tokens.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { fieldText } from '#web/lib/api/problem-text.ts';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';

export type RequestWords = { tone: Tone; label: string; details: string[] };

/** Says what came of a call, for people who look for what their program does wrong. */
export function useRequestWords(): (request: ApiRequest) => RequestWords {
  const t = useTexts();
  return (request) => wordsOf(request, t);
}

/** Refusals with texts of their own; others are described by their status. */
const DESCRIBED = [
  'auth.token_revoked',
  'auth.forbidden',
  'tariff.missing',
  'api.disconnected',
  'idempotency.key_missing',
  'idempotency.key_reused',
  'request.invalid',
  'request.too_often',
  'request.too_large',
  'request.unsupported_media',
  'api_item.not_found',
] as const;

function wordsOf(request: ApiRequest, t: Text): RequestWords {
  const { problem, status, fields, method, acceptedCount, refusedCount, ignoredCount, isReplay } = request;
  if (problem !== null) {
    const known = DESCRIBED.find((code) => code === problem);
    const tone = status >= 500 || status === 401 || status === 402 ? 'bad' : 'attention';
    const label = t('integrations:refused_with', { status });
    // A body that could be read says which field is wrong.
    if (problem === 'request.invalid' && fields === null)
      return { tone, label, details: [t('integrations:problem.not_json')] };
    const text = known ? t(`integrations:problem.${underscored(known)}`) : t('integrations:problem.other');
    return { tone, label, details: [text, ...fieldLines(fields ?? {}, '', t)] };
  }
  if (method === 'GET') return { tone: 'good', label: t('integrations:answered'), details: [] };
  const refusals = request.refusals.flatMap(({ index, externalId, fields: wrong = {} }) =>
    fieldLines(wrong, externalId ?? `#${index}`, t),
  );
  return {
    tone: refusedCount > 0 ? 'attention' : 'good',
    label: t('integrations:accepted', { count: acceptedCount }),
    details: [
      ...(isReplay ? [t('integrations:replayed')] : []),
      ...(refusedCount > 0 ? [t('integrations:items_refused', { count: refusedCount })] : []),
      ...refusals,
      ...(ignoredCount > 0 ? [t('integrations:fields_ignored', { count: ignoredCount })] : []),
    ],
  };
}

type Underscored<Code extends string> = Code extends `${infer Room}.${infer Name}` ? `${Room}_${Name}` : Code;

function underscored<const Code extends (typeof DESCRIBED)[number]>(code: Code): Underscored<Code> {
  return code.replace('.', '_') as Underscored<Code>; // NOTE: what the type says, which the compiler cannot see
}

/** `visit-17, startsAt: Заполните это поле` */
function fieldLines(fields: Readonly<Record<string, readonly string[]>>, of: string, t: Text): string[] {
  return Object.entries(fields).map(([field, reasons]) => {
    const place = [of, field].filter(Boolean).join(', ');
    const words = reasons.map((reason) => fieldText(reason, t)).join(' ');
    return place ? `${place}: ${words}` : words;
  });
}
