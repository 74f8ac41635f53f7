import type { FlowChange } from '#contract/flow-versions.ts';
import type { FlowKind } from '#contract/flows.ts';
import { CONDITION_FIELDS } from '#contract/values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { usePlaceWords } from './use-place-words.ts';
import { useValueWords } from './use-value-words.ts';

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
  'lateDays',
  'controlPercent',
  'reviewUrl',
  'channelIds',
] as const;

/** Describes the differences between two versions of a flow, line by line. */
export function useChangeWords(kind: FlowKind): (changes: readonly FlowChange[]) => ChangeWords[] {
  const t = useTexts();
  const valueWords = useValueWords(kind);
  const placeWords = usePlaceWords();
  return (changes) => changes.map(describe);

  function describe(change: FlowChange): ChangeWords {
    const { path } = change;
    const place = nameOf(path);
    if (change.type === 'order') return { key: path, text: t('flows:versions.change.order', { place }) };
    if (change.type === 'list') {
      const names = (values: readonly (string | number)[]) => values.map((value) => valueWords(path, value)).join(', ');
      const { added, removed } = change;
      if (added.length === 0)
        return { key: path, text: t('flows:versions.change.removed', { place, what: names(removed) }) };
      if (removed.length === 0)
        return { key: path, text: t('flows:versions.change.added', { place, what: names(added) }) };
      const what = { place, added: names(added), removed: names(removed) };
      return { key: path, text: t('flows:versions.change.added_removed', what) };
    }
    return describeValue(change, place);
  }

  function describeValue({ path, from, to }: Extract<FlowChange, { type: 'value' }>, place: string): ChangeWords {
    if (path === 'content.imageId') {
      const after = to === null ? 'removed' : 'changed';
      return { key: path, text: t(`flows:versions.change.image_${from === null ? 'added' : after}`) };
    }
    if (isLong(path)) {
      return {
        key: path,
        text: `${place}:`,
        from: from === null ? '' : String(from),
        to: to === null ? '' : String(to),
      };
    }
    if (from === null) return { key: path, text: t('flows:versions.change.set', { place, to: valueWords(path, to) }) };
    if (to === null)
      return { key: path, text: t('flows:versions.change.unset', { place, from: valueWords(path, from) }) };
    const values = { place, from: valueWords(path, from), to: valueWords(path, to) };
    return { key: path, text: t('flows:versions.change.turned', values) };
  }

  function nameOf(path: string): string {
    const names = path.split('.');
    if (names[0] === 'conditions') return conditionOf(names);
    if (names[0] === 'title' || names[0] === 'content') return placeWords(path);
    const setting = wordIn(SETTINGS, names.at(-1));
    return setting ? t(`flows:versions.setting.${setting}`) : t('flows:versions.place.other');
  }

  /** `conditions.groups.0.conditions.master.values`, `conditions.groups.0.match`, `conditions.match` */
  function conditionOf(names: readonly string[]): string {
    if (names.at(-1) === 'match')
      return t(names.length === 2 ? 'flows:versions.setting.match' : 'flows:versions.setting.group_match');
    const field = wordIn(CONDITION_FIELDS, names[4]?.split('~')[0]);
    const condition = t('flows:versions.setting.condition', {
      what: field ? t(`flows:versions.condition.${field}`) : (names[4] ?? ''),
    });
    const part = wordIn(['isNot', 'from', 'to'] as const, names[5]);
    return part ? `${condition}, ${t(`flows:versions.setting.${part}`)}` : condition;
  }
}

/** Returns whether a text is long, and is shown before and after. */
function isLong(path: string): boolean {
  return path.startsWith('content.texts.') || path.includes('.parameters.') || path.endsWith('.url.url');
}
