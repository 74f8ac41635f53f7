import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ItemVerdict } from '#contract/quality/reports.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ResolveButtons } from '#web/quality/home/ResolveButtons.tsx';
import classes from '#web/quality/quality.module.css';
import { clockOf } from '#web/quality/player/player-rules.ts';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { DisagreeForm } from './DisagreeForm.tsx';
import { VERDICT_TONES, VerdictBadge } from './verdict-words.tsx';

type Props = {
  verdict: ItemVerdict;
  rootCauses: readonly string[];
  isCritical: boolean;
  /** Shows the line, or plays the second, that it quotes. */
  onQuote: (verdict: ItemVerdict) => void;
};

/** A question, its answer, the words that prove it, and the way to disagree. */
export function VerdictCard({ verdict: one, rootCauses, isCritical, onQuote }: Props) {
  const t = useTexts();
  const [isDisagreeing, setDisagreeing] = useState(false);
  const { id, words, verdict, quote, second, comment, rootCause, dispute } = one;
  return (
    <li className={classes.body} id={`verdict-${id}`} tabIndex={-1}>
      <Stack gap={6} pt="sm">
        <Group justify="space-between" align="start" gap="xs">
          <Text className={classes.words}>
            {words}
            {isCritical && (
              <Text span size="sm" c="dimmed">
                {` · ${t('quality:item.critical')}`}
              </Text>
            )}
          </Text>
          <VerdictBadge verdict={verdict} />
        </Group>
        {quote !== null && (
          <button
            type="button"
            className={classes.quote}
            data-tone={VERDICT_TONES[verdict]}
            onClick={() => onQuote(one)}
          >
            {quote}
            {second !== null && (
              <Text span size="sm" c="dimmed">
                {` · ${clockOf(second)}`}
              </Text>
            )}
          </button>
        )}
        {verdict === 'unclear' && quote === null && <Text size="sm">{t('quality:no_quote')}</Text>}
        {comment && (
          <Text size="sm" c="dimmed">
            {comment}
          </Text>
        )}
        {rootCause && <Text size="sm">{t('quality:cause', { cause: rootCause })}</Text>}
        <Changed verdict={one} />
        {dispute?.state === 'open' ? (
          <OpenDispute dispute={dispute} />
        ) : (
          !isDisagreeing && (
            <div>
              <Button variant="subtle" size="compact-sm" onClick={() => setDisagreeing(true)}>
                {t('quality:disagree.open')}
              </Button>
            </div>
          )
        )}
        {isDisagreeing && <DisagreeForm verdict={one} rootCauses={rootCauses} onClose={() => setDisagreeing(false)} />}
      </Stack>
    </li>
  );
}

/** Whether a person changed it, and from what. */
function Changed({ verdict: { verdict, modelVerdict, changedBy } }: { verdict: ItemVerdict }) {
  const t = useTexts();
  if (changedBy === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {verdict === modelVerdict
        ? t('quality:confirmed_by', { name: changedBy })
        : t('quality:changed_by', { name: changedBy, before: t(`quality:verdict.${modelVerdict}`) })}
    </Text>
  );
}

function OpenDispute({ dispute }: { dispute: NonNullable<ItemVerdict['dispute']> }) {
  const t = useTexts();
  const isOwner = useIsOwner();
  const { id, by, wanted, reason } = dispute;
  return (
    <Stack gap={6}>
      <Text size="sm">
        {t('quality:dispute.asks', { name: by, wanted: t(`quality:verdict.${wanted}`) })}
        {reason && ` ${t('quality:quoted', { words: reason })}`}
      </Text>
      {isOwner ? (
        <ResolveButtons disputeId={id} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('quality:dispute.waits')}
        </Text>
      )}
    </Stack>
  );
}
