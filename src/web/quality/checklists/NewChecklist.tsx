import { Button, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Checklist } from '#contract/quality/checklists.ts';
import { CHECKLIST_TRADES, type TalkKind } from '#contract/quality/values.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import classes from '#web/quality/quality.module.css';
import { useAddReadyChecklist } from './use-checklists.ts';

type Props = { kind: TalkKind; onAdded?: (checklist: Checklist) => void };

/** The ready checklists by trade, and the way to an own one. */
export function NewChecklist({ kind, onAdded }: Props) {
  const t = useTexts();
  const language = useLanguage();
  const canOpen = useCanOpen();
  const add = useAddReadyChecklist();
  return (
    <Stack>
      <ul className={classes.list}>
        {CHECKLIST_TRADES.map((trade) => (
          <li key={trade} className={classes.row}>
            <span className={classes.words}>
              <Text span fw={550} display="block">
                {t(`quality:trade.${trade}.title`)}
              </Text>
              <Text span size="sm" c="dimmed">
                {t(`quality:trade.${trade}.text`)}
              </Text>
            </span>
            <Button
              variant="light"
              size="compact-md"
              aria-label={`${t('quality:checklist.take')}: ${t(`quality:trade.${trade}.title`)}`}
              loading={add.isPending && add.variables.trade === trade}
              disabled={add.isPending && add.variables.trade !== trade}
              onClick={() => add.mutate({ trade, language }, { onSuccess: onAdded })}
            >
              {t('quality:checklist.take')}
            </Button>
          </li>
        ))}
      </ul>
      <FormFailure error={add.error} />
      {canOpen('/chats/checklists/new') && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} />}
            renderRoot={(props) => <Link to="/chats/checklists/new" search={{ kind }} {...props} />}
          >
            {t('quality:checklist.own')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
