import { ActionIcon, Button, Checkbox, NativeSelect, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { FieldsProps } from './fields.ts';
import classes from './settings.module.css';

type WorkDay = AssistantSettings['workHours']['days'][number];

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const STEP_MINUTES = 30;
const DAY_MINUTES = 1_440;
const STEPS = Array.from({ length: DAY_MINUTES / STEP_MINUTES + 1 }, (_, step) => step * STEP_MINUTES);
/** Most spans of one day, so that a week of them is within the limit. */
const MOST_SPANS = 3;
const USUAL_SPAN = { fromMinute: 540, untilMinute: 1_080 };

/** Monday to Friday, nine to six. */
export const USUAL_DAYS: readonly WorkDay[] = WEEKDAYS.slice(0, 5).map((weekday) => ({ weekday, ...USUAL_SPAN }));

type Props = Pick<FieldsProps, 'errorOf'> & { days: WorkDay[]; onChange: (days: WorkDay[]) => void };

/** Work hours by weekday, each with up to three spans of time. */
export function WeekField({ days, errorOf, onChange }: Props) {
  const t = useTexts();
  const [first] = days;
  const replace = (index: number, part: Partial<WorkDay>) =>
    onChange(days.map((one, place) => (place === index ? { ...one, ...part } : one)));
  const sameForAll = () => {
    const spans = days.filter(({ weekday }) => weekday === first?.weekday);
    const chosen = WEEKDAYS.filter((weekday) => days.some((one) => one.weekday === weekday));
    onChange(chosen.flatMap((weekday) => spans.map((span) => ({ ...span, weekday }))));
  };
  return (
    <div role="group" aria-label={t('assistants:hours.week')} className={classes.week}>
      {WEEKDAYS.map((weekday) => {
        const spans = days.map((span, index) => ({ span, index })).filter(({ span }) => span.weekday === weekday);
        return (
          <div key={weekday} className={classes.day}>
            <Checkbox
              label={t(`assistants:weekday.d${weekday}`)}
              checked={spans.length > 0}
              onChange={({ currentTarget }) =>
                onChange(
                  inOrder(
                    currentTarget.checked
                      ? [...days, { weekday, ...spanOf(first) }]
                      : days.filter((one) => one.weekday !== weekday),
                  ),
                )
              }
            />
            <div className={classes.spans}>
              {spans.map(({ span, index }, place) => (
                <SpanFields
                  key={index}
                  name={t(`assistants:weekday.d${weekday}`)}
                  span={span}
                  error={errorOf(`settings.workHours.days.${index}.untilMinute`)}
                  onChange={(part) => replace(index, part)}
                  onRemove={place > 0 ? () => onChange(days.filter((_one, other) => other !== index)) : undefined}
                />
              ))}
              {spans.length > 0 && spans.length < MOST_SPANS && canFollow(spans.at(-1)?.span) && (
                <ActionIcon
                  aria-label={t('assistants:hours.add_span')}
                  onClick={() => onChange(inOrder([...days, { weekday, ...spanAfter(spans.at(-1)?.span) }]))}
                >
                  <IconPlus size={18} />
                </ActionIcon>
              )}
            </div>
          </div>
        );
      })}
      <Button variant="subtle" size="compact-sm" className={classes.same} onClick={sameForAll}>
        {t('assistants:hours.same_for_all')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('assistants:hours.past_midnight')}
      </Text>
    </div>
  );
}

type SpanProps = {
  name: string;
  span: WorkDay;
  error: string | undefined;
  onChange: (part: Partial<WorkDay>) => void;
  onRemove: (() => void) | undefined;
};

function SpanFields({ name, span, error, onChange, onRemove }: SpanProps) {
  const t = useTexts();
  const { fromMinute, untilMinute } = span;
  return (
    <div className={classes.span}>
      <NativeSelect
        aria-label={t('assistants:hours.from_of', { day: name })}
        data={choicesWith(fromMinute).filter(({ value }) => Number(value) < DAY_MINUTES)}
        value={String(fromMinute)}
        onChange={({ currentTarget }) => onChange({ fromMinute: Number(currentTarget.value) })}
      />
      –
      <NativeSelect
        aria-label={t('assistants:hours.until_of', { day: name })}
        data={choicesWith(untilMinute).filter(({ value }) => Number(value) > 0)}
        value={String(untilMinute)}
        error={error}
        onChange={({ currentTarget }) => onChange({ untilMinute: Number(currentTarget.value) })}
      />
      {onRemove && (
        <ActionIcon aria-label={t('assistants:hours.remove_span')} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Every half hour, and the chosen minute where it is another. */
function choicesWith(minute: number): { value: string; label: string }[] {
  const minutes = STEPS.includes(minute) ? STEPS : [...STEPS, minute].toSorted((one, other) => one - other);
  return minutes.map((one) => ({ value: String(one), label: clock(one) }));
}

function clock(minute: number): string {
  const [hours, rest] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

const spanOf = (span: WorkDay | undefined) =>
  span ? { fromMinute: span.fromMinute, untilMinute: span.untilMinute } : USUAL_SPAN;

/** Whether another span fits into the day after this one. */
const canFollow = (span: WorkDay | undefined) =>
  span !== undefined && span.untilMinute + 2 * STEP_MINUTES <= DAY_MINUTES;

function spanAfter(span: WorkDay | undefined) {
  const fromMinute = (span?.untilMinute ?? 0) + STEP_MINUTES;
  return { fromMinute, untilMinute: Math.min(fromMinute + 120, DAY_MINUTES) };
}

const inOrder = (days: readonly WorkDay[]) =>
  days.toSorted((one, other) => one.weekday - other.weekday || one.fromMinute - other.fromMinute);
