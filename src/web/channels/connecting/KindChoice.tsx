import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_APPEARANCES, placeAmongOffers } from '#web/channels/channel-appearances.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import classes from './KindChoice.module.css';

/** The kinds of channels of this domain: those for a new owner first, each in a sentence, the others under "More". */
export function KindChoice({ onChoose }: { onChoose: (kind: ChannelKind) => void }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const [showsAll, setShowsAll] = useState(false);
  const kinds = OFFERED_KINDS.filter((kind) => canOpen(CHANNEL_APPEARANCES[kind].path)).toSorted(
    (a, b) => placeAmongOffers(a) - placeAmongOffers(b),
  );
  const first = kinds.filter((kind) => Number.isFinite(placeAmongOffers(kind)));
  const shown = showsAll || first.length === 0 ? kinds : first;
  return (
    <ul className={classes.list} aria-label={t('channels:choice.label')}>
      {shown.map((kind) => (
        <li key={kind}>
          <Offer kind={kind} onChoose={() => onChoose(kind)} />
        </li>
      ))}
      {shown.length < kinds.length && (
        <li>
          <UnstyledButton className={classes.more} onClick={() => setShowsAll(true)}>
            {t('channels:choice.more')}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

function Offer({ kind, onChoose }: { kind: ChannelKind; onChoose: () => void }) {
  const t = useTexts();
  const { Icon, texts } = CHANNEL_APPEARANCES[kind];
  return (
    <UnstyledButton className={classes.offer} onClick={onChoose}>
      <Icon size={26} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <Text component="span" fw={600}>
          {t(`${texts}.offer`)}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {t(`${texts}.offer_text`)}
        </Text>
      </span>
      <IconChevronRight size={18} className={classes.arrow} aria-hidden />
    </UnstyledButton>
  );
}
