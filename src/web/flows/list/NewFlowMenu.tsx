import { Button } from '@mantine/core';
import { IconBellRinging, IconChevronDown, IconTemplate } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuDivider, MenuItem, MenuLabel } from '#web/ui/lists/ActionMenu.tsx';
import { useCreateFlow } from '#web/flows/use-flows.ts';

/** The usual first flows; each starts in test mode with texts in four languages. */
const REMINDERS = [
  { key: 'reminder_24', delayMinutes: -1_440 },
  { key: 'reminder_2', delayMinutes: -120 },
  { key: 'reminder_1', delayMinutes: -60 },
] as const;

const { addFlowButton } = brand.features;

/** Button that adds a flow: a reminder at once, or a link to the gallery; its words are the domain's, or it has none. */
export function NewFlowMenu() {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateFlow();
  const [isBusy, setBusy] = useState(false);
  const add = async (delayMinutes: number) => {
    setBusy(true);
    // NOTE: the first flow unmounts the empty list and this menu with it, and callbacks of `mutate` do not run after
    // unmounting.
    const flow = await create.mutateAsync({ kind: 'visit_reminder', delayMinutes }).catch(() => null);
    if (flow) await navigate({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } });
    setBusy(false);
  };

  if (addFlowButton === null) return null;
  return (
    <ActionMenu
      target={
        <Button loading={isBusy} rightSection={<IconChevronDown size={18} />}>
          {t(addFlowButton === 'addDistribution' ? 'attention:new_distribution' : 'flows:new')}
        </Button>
      }
    >
      <MenuItem leftSection={<IconTemplate size={18} />} onClick={() => void navigate({ to: '/templates' })}>
        {t('flows:all_ready')}
      </MenuItem>
      <MenuDivider />
      <MenuLabel>{t('attention:new_help')}</MenuLabel>
      {REMINDERS.map(({ key, delayMinutes }) => (
        <MenuItem key={key} leftSection={<IconBellRinging size={18} />} onClick={() => void add(delayMinutes)}>
          {t(`attention:offer.${key}`)}
        </MenuItem>
      ))}
    </ActionMenu>
  );
}
