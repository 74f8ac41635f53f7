import { Card, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AudienceSample, SegmentId } from '#contract/audiences/segments.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { conditionsWords, moneyWords } from '#web/audiences/condition-sentence.ts';
import type { ConditionChoices } from '#web/audiences/use-condition-choices.ts';
import classes from './segments.module.css';
import { useLiveAudience } from './use-segments.ts';

type Props = { conditions: FlowConditions; segmentId: SegmentId | undefined; choices: ConditionChoices };

/** The audience of conditions while they are edited: its count, the condition that leaves out the most, and some people. */
export function LiveAudience({ conditions, segmentId, choices }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { count, samples } = useLiveAudience(conditions, segmentId);
  const context = { t, format, currency: choices.currency, nameOf: choices.nameOf };
  const words = conditionsWords('contact', conditions, context);
  const { strictest, lost = [] } = count.data ?? {};
  const strict = strictest && partOf(conditions, strictest);
  const strictWords = strict && conditionsWords('contact', strict, context);
  const lostNames = lost.flatMap(({ group, condition, value }) => {
    const one = conditions.groups[group]?.conditions[condition];
    return one && 'values' in one && one.values.includes(value) ? lostName(one, value, choices, t) : [];
  });
  return (
    <aside className={classes.live} aria-label={t('segments:live')}>
      <Card className={classes.first}>
        {count.data ? (
          <div role="status" aria-busy={count.isPlaceholderData}>
            <div className={classes.count}>{format.number(count.data.count)}</div>
            <Text c="dimmed">{t('segments:of_total', { count: count.data.total })}</Text>
          </div>
        ) : (
          !count.isError && <Skeleton height={64} />
        )}
        {count.isError && (
          <Text c="bad" role="alert">
            {problemText(count.error, t)}
          </Text>
        )}
        <Text mt="sm">{words === null ? t('sentences:segment_all') : t('sentences:segment_if', { what: words })}</Text>
        {strictest && strictWords && (
          <Text mt="sm" c="dimmed" size="sm">
            {t('segments:strictest', { what: strictWords, count: strictest.leavesOut })}
          </Text>
        )}
      </Card>
      {lostNames.length > 0 && (
        <TroubleAlert tone="attention" title={t('segments:lost')}>
          <Text size="sm">{[...new Set(lostNames)].join(', ')}</Text>
        </TroubleAlert>
      )}
      {samples.data && samples.data.people.length > 0 && (
        <Card>
          <Text fw={600} mb="sm">
            {t('segments:people')}
          </Text>
          <ul className={classes.people}>
            {samples.data.people.map((person) => (
              <Person key={person.id} person={person} conditions={conditions} choices={choices} />
            ))}
          </ul>
        </Card>
      )}
    </aside>
  );
}

/** The part of conditions at a place, as conditions of their own. */
function partOf(
  { groups }: FlowConditions,
  place: { group: number; condition: number | null },
): FlowConditions | undefined {
  const group = groups[place.group];
  if (!group) return undefined;
  const only =
    place.condition === null ? group.conditions : group.conditions.slice(place.condition, place.condition + 1);
  return only.length > 0 ? { match: 'all', groups: [{ match: group.match, conditions: only }] } : undefined;
}

function lostName(
  { field }: Extract<FlowCondition, { values: string[] }>,
  value: string,
  { nameOf, currency }: ConditionChoices,
  t: ReturnType<typeof useTexts>,
): string {
  return `${t(`audiences:field.${field}`, { currency })}: ${nameOf(field, value)}`;
}

type PersonProps = { person: AudienceSample; conditions: FlowConditions; choices: ConditionChoices };

/** A contact of the audience, and the values for which conditions hold. */
function Person({ person, conditions, choices }: PersonProps) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const factWords = useFactWords(choices);
  const facts = person.facts.flatMap(({ group, condition, holds, values }) => {
    const one = conditions.groups[group]?.conditions[condition];
    return one && holds ? (factWords(one, values) ?? []) : [];
  });
  return (
    <li>
      <Link to="/contacts/$contactId" params={{ contactId: person.id }}>
        {person.name || (person.phone ? formatPhone(person.phone) : t('contacts:nameless'))}
      </Link>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
    </li>
  );
}

const MAX_VALUES = 3;
const SUMS: ReadonlySet<string> = new Set(['spent', 'orders_sum']);

/** "Number of visits: 4"; nothing where a contact has no value. */
function useFactWords({ nameOf, currency }: ConditionChoices) {
  const t = useTexts();
  const format = useFormat();
  return (condition: FlowCondition, values: readonly string[]): string | null => {
    const label = t(`audiences:field.${condition.field}`, { currency }).replace(/, [A-Z]{3}$/, '');
    if ('from' in condition) {
      const value = Number(values[0] ?? -1);
      if (value < 0) return null;
      return `${label}: ${SUMS.has(condition.field) ? moneyWords(value, { format, currency }) : format.number(value)}`;
    }
    if (!('values' in condition)) return null;
    const named = condition.isNot ? values : values.filter((value) => condition.values.includes(value));
    if (named.length === 0) return null;
    const names = named.slice(0, MAX_VALUES).map((value) => nameOf(condition.field, value));
    return `${label}: ${names.join(', ')}${named.length > MAX_VALUES ? '…' : ''}`;
  };
}
