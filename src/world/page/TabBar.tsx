import { Badge, Tabs } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCode,
  IconDeviceMobile,
  IconMail,
  IconToolsKitchen2,
  IconTool,
  IconUsersGroup,
} from '@tabler/icons-react';
import classes from './App.module.css';
import { useTexts } from './texts.tsx';
import { useMail } from './use-world.ts';

export const TABS = ['salon', 'orders', 'programs', 'phones', 'staff', 'mail', 'engineer'] as const;
export type Tab = (typeof TABS)[number];

type Props = { tab: Tab; isNarrow: boolean; onTab(tab: Tab): void };

/** The places of the world: above the page on a desk, below it on a phone. */
export function TabBar({ tab, isNarrow, onTab }: Props) {
  const { t } = useTexts();
  const letters = useMail().data?.mail.length ?? 0;
  return (
    <Tabs value={tab} onChange={(next) => onTab(TABS.find((one) => one === next) ?? 'salon')} className={classes.tabs}>
      <Tabs.List grow={isNarrow} className={classes.list}>
        <Tabs.Tab value="salon" leftSection={<IconCalendarEvent size={18} />}>
          {isNarrow ? t('tabSalon') : `${t('tabSalon')} + ${t('tabPhones').toLowerCase()}`}
        </Tabs.Tab>
        <Tabs.Tab value="orders" leftSection={<IconToolsKitchen2 size={18} />}>
          {t('tabOrders')}
        </Tabs.Tab>
        <Tabs.Tab value="programs" leftSection={<IconCode size={18} />}>
          {t('tabPrograms')}
        </Tabs.Tab>
        {isNarrow && (
          <Tabs.Tab value="phones" leftSection={<IconDeviceMobile size={18} />}>
            {t('tabPhones')}
          </Tabs.Tab>
        )}
        <Tabs.Tab value="staff" leftSection={<IconUsersGroup size={18} />}>
          {t('tabStaff')}
        </Tabs.Tab>
        <Tabs.Tab
          value="mail"
          leftSection={<IconMail size={18} />}
          rightSection={
            letters > 0 && (
              <Badge size="sm" variant="light" circle={letters < 10}>
                {letters}
              </Badge>
            )
          }
        >
          {t('tabMail')}
        </Tabs.Tab>
        <Tabs.Tab value="engineer" leftSection={<IconTool size={18} />}>
          {t('tabEngineer')}
        </Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
