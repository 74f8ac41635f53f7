import { Card, Checkbox, Text, Title } from '@mantine/core';
import type { FlowTextChanges, TextChange } from '#contract/flow-texts.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './many.module.css';
import { MarkedText } from './MarkedText.tsx';
import { placeKey } from './text-choice.ts';
import { usePlaceWords } from '#web/audiences/versions/use-place-words.ts';

type Props = {
  flow: FlowTextChanges;
  leftOut: ReadonlySet<string>;
  onLeave: (places: ReadonlySet<string>) => void;
};

/** One flow in which the text was found. */
export function FoundFlow({ flow, leftOut, onLeave }: Props) {
  const { flowId, changes } = flow;
  const able = changes.filter(({ trouble }) => trouble === null).map(({ path }) => placeKey(flowId, path));
  const chosen = able.filter((key) => !leftOut.has(key));
  const leave = (keys: readonly string[], isLeft: boolean) =>
    onLeave(new Set(isLeft ? [...leftOut, ...keys] : [...leftOut].filter((key) => !keys.includes(key))));
  return (
    <Card>
      <div className={classes.foundHead}>
        <Checkbox
          aria-label={flow.title}
          checked={able.length > 0 && chosen.length === able.length}
          indeterminate={chosen.length > 0 && chosen.length < able.length}
          disabled={able.length === 0}
          onChange={() => leave(able, chosen.length === able.length)}
        />
        <div className={classes.options}>
          <Title order={2} size="h3">
            {flow.title}
          </Title>
          <StatusBadge status={flow.status} mode={flow.mode} />
        </div>
      </div>
      <ul className={classes.places}>
        {changes.map((change) => {
          const key = placeKey(flowId, change.path);
          return (
            <Place
              key={key}
              change={change}
              isChosen={chosen.includes(key)}
              onChoose={(isChosen) => leave([key], !isChosen)}
            />
          );
        })}
      </ul>
    </Card>
  );
}

type PlaceProps = { change: TextChange; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function Place({ change, isChosen, onChoose }: PlaceProps) {
  const t = useTexts();
  const place = usePlaceWords()(change.path);
  const { trouble, limit, names } = change;
  return (
    <li className={classes.place}>
      <Checkbox
        aria-label={place}
        checked={isChosen}
        disabled={trouble !== null}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          {place}
        </Text>
        <div className={classes.texts}>
          <MarkedText text={change.before} spans={change.found} label={t('flows:texts.before')} />
          <MarkedText text={change.after} spans={change.put} label={t('flows:texts.after')} isAfter />
        </div>
        {trouble && (
          <Text size="sm" c="bad" mt={4}>
            {t(`flows:texts.trouble.${trouble}`, {
              limit: limit ?? 0,
              length: change.after.trim().length,
              names: names.join(', '),
            })}
          </Text>
        )}
      </div>
    </li>
  );
}
