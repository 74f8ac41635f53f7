import { Badge, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarEvent, IconDeviceMobile, IconMail, IconTool } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './App.module.css';
import { Engineer } from './engineer/Engineer.tsx';
import { Mailbox } from './mail/Mailbox.tsx';
import { Phones } from './phones/Phones.tsx';
import { Journal } from './salon/Journal.tsx';
import { Story } from './Story.tsx';
import { useTexts } from './texts.tsx';
import { TopBar } from './TopBar.tsx';
import { Zone } from './zone.tsx';
import type { Company } from './types.ts';
import { useCompanies, useLiveWorld, useMail } from './use-world.ts';

const NARROW = '(max-width: 992px)';
const TABS = ['salon', 'phones', 'mail', 'engineer'] as const;
type Tab = (typeof TABS)[number];

/** The world in one page: the salon and the phones side by side, then the mailbox, then tools for engineers. */
export function App() {
  const { t } = useTexts();
  const isConnected = useLiveWorld();
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const [tab, setTab] = useState<Tab>(tabOfAddress);
  const [phone, setPhone] = useState<string | null>(null);
  const [turnedAt, setTurnedAt] = useState(0);
  const [chosen, setChosen] = useState<Company | null>(null);
  const companies = useCompanies();
  const company = companies.find((one) => one.id === chosen?.id && one.vendor === chosen.vendor) ?? companies[0];
  const letters = useMail().data?.mail.length ?? 0;

  useEffect(() => {
    history.replaceState(null, '', `${location.pathname}${location.search}#${tab}`);
  }, [tab]);

  const showPhone = (shown: string) => {
    setPhone(shown);
    if (isNarrow) setTab('phones');
  };
  const journal = company && (
    <Journal key={company.vendor} company={company} onCompany={setChosen} onPerson={setPhone} onPhone={showPhone} />
  );
  const phones = <Phones company={company?.title ?? ''} phone={phone} turnedAt={turnedAt} onPhone={setPhone} />;
  const isSalon = tab === 'salon' || (!isNarrow && tab === 'phones');

  return (
    <Zone value={company?.timezone ?? 'Europe/Moscow'}>
      <div className={classes.page}>
        <TopBar city={company?.city ?? ''} onTurn={() => setTurnedAt(Date.now())} />
        {!isConnected && (
          <div className={classes.offline} role="status">
            {t('offline')}
          </div>
        )}
        <nav>
          <Tabs
            value={isSalon ? 'salon' : tab}
            onChange={(next) => setTab(TABS.find((one) => one === next) ?? 'salon')}
            className={classes.tabs}
          >
            <Tabs.List grow={isNarrow} className={classes.list}>
              <Tabs.Tab value="salon" leftSection={<IconCalendarEvent size={18} />}>
                {isNarrow ? t('tabSalon') : `${t('tabSalon')} + ${t('tabPhones').toLowerCase()}`}
              </Tabs.Tab>
              {isNarrow && (
                <Tabs.Tab value="phones" leftSection={<IconDeviceMobile size={18} />}>
                  {t('tabPhones')}
                </Tabs.Tab>
              )}
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
        </nav>
        <main className={classes.main}>
          {isSalon && <Story />}
          {isSalon && !isNarrow && (
            <div className={classes.stage}>
              {journal}
              {phones}
            </div>
          )}
          {isNarrow && tab === 'salon' && journal}
          {isNarrow && tab === 'phones' && phones}
          {tab === 'mail' && <Mailbox />}
          {tab === 'engineer' && <Engineer />}
        </main>
      </div>
    </Zone>
  );
}

function tabOfAddress(): Tab {
  return TABS.find((tab) => `#${tab}` === location.hash) ?? 'salon';
}
