import { Card, Checkbox, Text, Title } from '@mantine/core';
import type { TextChange } from '#contract/texts/replacements.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePlaceWords } from '#web/texts/editor/use-place-words.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { labelOf } from '#web/texts/editor/variable-names.ts';
import { MarkedText } from './MarkedText.tsx';
import classes from './texts.module.css';
import { ablePlaces, type Found, placeKey } from './text-choice.ts';

type Props = {
  found: Found;
  leftOut: ReadonlySet<string>;
  onLeave: (places: ReadonlySet<string>) => void;
};

/** One sender in which the text was found. */
export function FoundCard({ found, leftOut, onLeave }: Props) {
  const { id, title, badge, refusal, changes } = found;
  const able = ablePlaces(found).map((path) => placeKey(id, path));
  const chosen = able.filter((key) => !leftOut.has(key));
  const leave = (keys: readonly string[], isLeft: boolean) =>
    onLeave(new Set(isLeft ? [...leftOut, ...keys] : [...leftOut].filter((key) => !keys.includes(key))));
  return (
    <Card>
      <div className={classes.foundHead}>
        <Checkbox
          aria-label={title}
          checked={able.length > 0 && chosen.length === able.length}
          indeterminate={chosen.length > 0 && chosen.length < able.length}
          disabled={able.length === 0}
          onChange={() => leave(able, chosen.length === able.length)}
        />
        <div className={classes.options}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {badge}
        </div>
      </div>
      {refusal && (
        <Text size="sm" c="bad" mt={4}>
          {refusal}
        </Text>
      )}
      <ul className={classes.places}>
        {changes.map((change) => {
          const key = placeKey(id, change.path);
          return (
            <Place
              key={key}
              change={change}
              isChosen={chosen.includes(key)}
              isAble={able.includes(key)}
              isRefused={refusal !== null}
              onChoose={(isChosen) => leave([key], !isChosen)}
            />
          );
        })}
      </ul>
    </Card>
  );
}

type PlaceProps = {
  change: TextChange;
  isChosen: boolean;
  isAble: boolean;
  /** A reason for all its places stands above them. */
  isRefused: boolean;
  onChoose: (isChosen: boolean) => void;
};

function Place({ change, isChosen, isAble, isRefused, onChoose }: PlaceProps) {
  const t = useTexts();
  const place = usePlaceWords()(change.path);
  const variables = useVariableNames();
  const { trouble, limit, names } = change;
  return (
    <li className={classes.place}>
      <Checkbox
        aria-label={place}
        checked={isChosen}
        disabled={!isAble}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          {place}
        </Text>
        <div className={classes.texts}>
          <MarkedText text={change.before} spans={change.found} label={t('texts:replace.before')} />
          <MarkedText text={change.after} spans={change.put} label={t('texts:replace.after')} isAfter />
        </div>
        {trouble && !isRefused && (
          <Text size="sm" c="bad" mt={4}>
            {t(`texts:replace.trouble.${trouble}`, {
              limit: limit ?? 0,
              length: change.after.trim().length,
              names: names.map((name) => labelOf(name, variables)).join(', '),
            })}
          </Text>
        )}
      </div>
    </li>
  );
}
