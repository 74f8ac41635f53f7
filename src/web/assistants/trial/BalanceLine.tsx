import { Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { TopUpDialog } from '#web/assistants/TopUpDialog.tsx';
import { useAiBalance, useDollars } from '#web/assistants/use-models.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './trial.module.css';

/** Money left for models, with a warning where there is none. */
export function BalanceLine() {
  const t = useTexts();
  const dollars = useDollars();
  const balance = useAiBalance();
  const [isOpen, setOpen] = useState(false);
  if (!balance.data) return null;
  const left = balance.data.balance;
  const isOut = left <= 0;
  return (
    <div className={classes.balance}>
      <Text size="sm" c={isOut ? 'bad' : 'dimmed'} role={isOut ? 'alert' : undefined} className={classes.left}>
        {isOut && <IconAlertTriangle size={16} aria-hidden />}
        {isOut ? t('assistants:balance.none') : t('assistants:balance.left', { sum: dollars(left) })}
      </Text>
      <Anchor component="button" type="button" fz="sm" onClick={() => setOpen(true)}>
        {t('assistants:balance.top_up')}
      </Anchor>
      {isOpen && <TopUpDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
