import type { VersionChange } from '#contract/senders/versions.ts';
import { CONDITION_FIELDS } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { usePlaceWords } from '#web/texts/editor/use-place-words.ts';
import { useValueWords, type Value } from './use-value-words.ts';

/** A change as text: a sentence, and for long texts before and after. */
export type ChangeWords = { key: string; text: string; from?: string; to?: string };

const SETTINGS = [
  'delayMinutes',
  'startHour',
  'endHour',
  'weekdays',
  'firstSend',
  'intervalMinutes',
  'endsOn',
  'offerServiceIds',
  'visits',
  'spent',
  'dashboardId',
  'fromGroups',
  'toGroups',
  'rule',
  'minDays',
  'lateDays',
  'controlPercent',
  'reviewUrl',
  'stageId',
  'channelIds',
  'passOnMinutes',
] as const;

/** Words of a room for settings of its own; null: the common ones are used. */
export type OwnWords = {
  nameOf?: (path: string) => string | null;
  valueOf?: (path: string, value: Value) => string | null;
  /** Whether a setting is a text, shown before and after. */
  isText?: (path: string) => boolean;
};

/** Describes the differences between two versions of settings, line by line. */
export function useChangeWords(own: OwnWords): (changes: readonly VersionChange[]) => ChangeWords[] {
  const t = useTexts();
  const commonWords = useValueWords();
  const placeWords = usePlaceWords();
  const valueWords = (path: string, value: Value) => own.valueOf?.(path, value) ?? commonWords(path, value);
  return (changes) => changes.map(describe);

  function describe(change: VersionChange): ChangeWords {
    const { path } = change;
    const place = nameOf(path);
    if (change.type === 'order') return { key: path, text: t('versions:change.order', { place }) };
    if (change.type === 'list') {
      const names = (values: readonly (string | number)[]) => values.map((value) => valueWords(path, value)).join(', ');
      const { added, removed } = change;
      if (added.length === 0) return { key: path, text: t('versions:change.removed', { place, what: names(removed) }) };
      if (removed.length === 0) return { key: path, text: t('versions:change.added', { place, what: names(added) }) };
      const what = { place, added: names(added), removed: names(removed) };
      return { key: path, text: t('versions:change.added_removed', what) };
    }
    return describeValue(change, place);
  }

  function describeValue({ path, from, to }: Extract<VersionChange, { type: 'value' }>, place: string): ChangeWords {
    if (path === 'content.imageId') {
      const after = to === null ? 'removed' : 'changed';
      return { key: path, text: t(`versions:change.image_${from === null ? 'added' : after}`) };
    }
    if (path === 'content.shortensLinks') {
      return { key: path, text: t(`versions:change.links_${to === true ? 'shortened' : 'long'}`) };
    }
    if (isLong(path) || own.isText?.(path)) {
      return {
        key: path,
        text: `${place}:`,
        from: from === null ? '' : String(from),
        to: to === null ? '' : String(to),
      };
    }
    if (from === null) return { key: path, text: t('versions:change.set', { place, to: valueWords(path, to) }) };
    if (to === null) return { key: path, text: t('versions:change.unset', { place, from: valueWords(path, from) }) };
    const values = { place, from: valueWords(path, from), to: valueWords(path, to) };
    return { key: path, text: t('versions:change.turned', values) };
  }

  function nameOf(path: string): string {
    const ownName = own.nameOf?.(path) ?? null;
    if (ownName !== null) return ownName;
    const names = path.replace(/^audience\./, '').split('.'); // NOTE: a mailing has its conditions in its audience
    if (names[0] === 'conditions') return conditionOf(names);
    if (names[0] === 'title' || names[0] === 'content') return placeWords(path);
    const setting = wordIn(SETTINGS, names.at(-1));
    return setting ? t(`versions:setting.${setting}`) : t('versions:place.other');
  }

  /** `conditions.groups.0.conditions.master.values`, `conditions.groups.0.match`, `conditions.match` */
  function conditionOf(names: readonly string[]): string {
    if (names.at(-1) === 'match')
      return t(names.length === 2 ? 'versions:setting.match' : 'versions:setting.group_match');
    const field = wordIn(CONDITION_FIELDS, names[4]?.split('~')[0]);
    const condition = t('versions:setting.condition', {
      what: field ? t(`versions:condition.${field}`) : (names[4] ?? ''),
    });
    const part = wordIn(['isNot', 'from', 'to'] as const, names[5]);
    return part ? `${condition}, ${t(`versions:setting.${part}`)}` : condition;
  }
}

/** Returns whether a text is long, and is shown before and after. */
function isLong(path: string): boolean {
  return path.startsWith('content.texts.') || path.includes('.parameters.') || path.endsWith('.url.url');
}
