import { Button } from '@mantine/core';
import {
  IconBellRinging,
  IconCalendarPlus,
  IconCalendarRepeat,
  IconCalendarX,
  IconChevronDown,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { FlowKind } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ActionMenu, MenuItem, MenuLabel } from '#web/ui/ActionMenu.tsx';
import { useCreateFlow } from './use-flows.ts';

const DAY_MINUTES = 1_440;

/** What can be made with one click; each starts in test mode with texts in four languages. */
const OFFERS = [
  { key: 'reminder_24', kind: 'visit_reminder', delayMinutes: -DAY_MINUTES, Icon: IconBellRinging },
  { key: 'reminder_2', kind: 'visit_reminder', delayMinutes: -120, Icon: IconBellRinging },
  { key: 'reminder_1', kind: 'visit_reminder', delayMinutes: -60, Icon: IconBellRinging },
  { key: 'visit_created', kind: 'visit_created', delayMinutes: undefined, Icon: IconCalendarPlus },
  { key: 'visit_changed', kind: 'visit_changed', delayMinutes: undefined, Icon: IconCalendarRepeat },
  { key: 'visit_cancelled', kind: 'visit_cancelled', delayMinutes: undefined, Icon: IconCalendarX },
] as const satisfies { key: string; kind: FlowKind; delayMinutes: number | undefined; Icon: unknown }[];

/** The button that adds a flow; it opens in the editor at once. */
export function NewFlowMenu() {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateFlow();
  const add = async ({ kind, delayMinutes }: (typeof OFFERS)[number]) => {
    // NOTE: the first flow takes the empty list away and this menu with it, and `mutate` tells nothing to what is gone.
    const flow = await create.mutateAsync({ kind, delayMinutes }).catch(() => null);
    if (flow) await navigate({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } });
  };

  return (
    <ActionMenu
      target={
        <Button loading={create.isPending} rightSection={<IconChevronDown size={18} />}>
          {t('flows.new')}
        </Button>
      }
    >
      <MenuLabel>{t('flows.new_help')}</MenuLabel>
      {OFFERS.map((offer) => (
        <MenuItem key={offer.key} leftSection={<offer.Icon size={18} />} onClick={() => void add(offer)}>
          {t(`flows.offer.${offer.key}`)}
        </MenuItem>
      ))}
    </ActionMenu>
  );
}
