import { Text } from '@mantine/core';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { type Difference, differencesOf, type FieldValue, type Saved } from './settings-fields.ts';
import { textDifference } from './text-difference.ts';
import classes from './versions.module.css';

/** The differences of two saves of an assistant, in words. */
export function Differences({ before, after }: { before: Saved; after: Saved }) {
  const t = useTexts();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <Text size="sm">{t('cases:publish.same')}</Text>;
  return (
    <dl className={classes.differences}>
      {differences.map((difference, index) => (
        <div key={index}>
          <dt>
            {t(`cases:diff.field.${difference.name}`, {
              number: difference.number ?? 0,
              system: difference.system ?? '',
            })}
          </dt>
          <dd>
            <Values difference={difference} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ difference: { before, after } }: { difference: Difference }) {
  const t = useTexts();
  const words = useValueWords();
  if (before?.kind === 'hidden' || after?.kind === 'hidden') return t('cases:diff.changed');
  const isText = (value: FieldValue | null) => value === null || value.kind === 'text';
  if (isText(before) && isText(after)) return <TextDifference before={textOf(before)} after={textOf(after)} />;
  return (
    <>
      <span className={classes.hidden}>{t('cases:diff.before')}: </span>
      <del>{words(before)}</del> <span className={classes.hidden}>{t('cases:diff.after')}: </span>
      <ins>{words(after)}</ins>
    </>
  );
}

const textOf = (value: FieldValue | null): string => (value?.kind === 'text' ? value.text : '');
/** Characters of unchanged text around a change. */
const AROUND = 60;

/** The words that were removed and added, with some of those around them. */
function TextDifference({ before, after }: { before: string; after: string }) {
  const pieces = textDifference(before, after);
  return pieces.map(({ kind, text }, index) => {
    if (kind === 'removed') return <del key={index}>{text} </del>;
    if (kind === 'added') return <ins key={index}>{text} </ins>;
    return <span key={index}>{shortened(text, { isFirst: index === 0, isLast: index === pieces.length - 1 })} </span>;
  });
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= 2 * AROUND) return text;
  const [start, end] = [isFirst ? '' : text.slice(0, AROUND), isLast ? '' : text.slice(-AROUND)];
  return `${start} … ${end}`.trim();
}

/** A value in words. */
function useValueWords(): (value: FieldValue | null) => string {
  const t = useTexts();
  const format = useFormat();
  return (value) => {
    switch (value?.kind) {
      case 'text':
        return value.text;
      case 'flag':
        return t(value.isOn ? 'cases:diff.on' : 'cases:diff.off');
      case 'number':
        return format.number(value.number, { maximumFractionDigits: 2 });
      case 'language':
        return value.language ? LANGUAGE_NAMES[value.language] : t('cases:diff.own_language');
      case 'model':
        return t(`assistants:model.${value.model}.name`);
      case 'ids':
        return value.ids.length === 0 ? t('cases:diff.all') : format.number(value.ids.length);
      case 'days':
        return (
          value.days
            .map(({ weekday, fromMinute, untilMinute }) => {
              const name = t(`assistants:weekday.d${weekday as 1}`); // NOTE: the contract allows 1 to 7
              return `${name} ${clockOf(fromMinute)}–${clockOf(untilMinute)}`;
            })
            .join(', ') || t('cases:diff.none')
        );
      case 'reminder':
        return t('cases:diff.minutes', { count: value.minutes, text: value.text });
      default:
        return t('cases:diff.none');
    }
  };
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
