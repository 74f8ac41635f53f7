import type { DecisionRule } from '#contract/delivery/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wholeUnit } from '#web/lib/format/span.ts';
import { type Fact, factsOf } from './compared.ts';
import classes from './delivery.module.css';
import { readByRule } from './rule-values.ts';
import { useRuleFactWords } from './use-rule-fact-words.ts';

type Props = {
  values: Record<string, unknown>;
  /** The rule that compared the values; it determines their units. */
  rule?: DecisionRule | null;
  timeZone: string;
  /** Start of the visit, which is not repeated. `no_visit`: the subject is not a visit. */
  visitStartsAt: string | 'no_visit' | null;
};

/** The values a rule compared, as text. */
export function Compared({ values, rule = null, timeZone, visitStartsAt }: Props) {
  const t = useTexts();
  const write = useFactWords(timeZone);
  const ofRule = readByRule(rule, values);
  const writeRuleFact = useRuleFactWords(ofRule.facts, timeZone);
  const facts = factsOf(ofRule.rest, visitStartsAt);
  if (facts.length === 0 && ofRule.facts.length === 0) return null;
  return (
    <dl className={classes.compared}>
      {ofRule.facts.map((fact) => (
        <div key={`rule.${fact.name}`}>
          <dt>{t(`audiences:compared.${fact.name}`)}</dt>
          <dd>{writeRuleFact(fact)}</dd>
        </div>
      ))}
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{t(`delivery:trace.compared.${fact.name}`)}</dt>
          <dd>{write(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

const INTL_UNITS = { days: 'day', hours: 'hour', minutes: 'minute' } as const;
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function useFactWords(timeZone: string): (fact: Fact) => string {
  const t = useTexts();
  const format = useFormat();

  return (fact) => {
    switch (fact.kind) {
      case 'instant':
        return format.dateTime(fact.at, timeZone);
      case 'text':
        return fact.text;
      case 'count':
        return format.number(fact.count);
      case 'span': {
        const { unit, count } = wholeUnit(fact.minutes);
        return format.number(count, { style: 'unit', unit: INTL_UNITS[unit], unitDisplay: 'long' });
      }
      case 'hours':
        return `${clock(fact.from)}–${clock(fact.to)}`;
      case 'statuses':
        return fact.statuses.map((status) => t(`delivery:trace.visit_status.${status}`)).join(', ');
      case 'parts':
        return fact.parts.map((part) => t(`delivery:trace.part.${part}`)).join(', ');
      case 'rule':
        return t(`rules:${fact.rule}.name`);
      case 'template':
        return t(`delivery:trace.template_status.${fact.status}`);
      case 'tried':
        return fact.channels
          .map(({ title, blocker }) => `${title}: ${t(`delivery:trace.obstacle.${blocker}`)}`)
          .join('; ');
    }
  };
}
