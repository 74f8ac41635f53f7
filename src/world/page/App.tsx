import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import classes from './App.module.css';
import { vendorOfAddress } from './appstore/AppStore.tsx';
import { Engineer } from './engineer/Engineer.tsx';
import { Mailbox } from './mail/Mailbox.tsx';
import { Board } from './orders/Board.tsx';
import { useRestaurant } from './orders/use-orders.ts';
import { heldBy } from './phones/held-by.ts';
import { Phones } from './phones/Phones.tsx';
import { Programs } from './programs/Programs.tsx';
import { Journal } from './salon/Journal.tsx';
import { ScenarioMenu } from './ScenarioMenu.tsx';
import { salonOfAddress } from './salon-of-language.ts';
import { TABS, TabBar, type Tab } from './TabBar.tsx';
import { Staff } from './staff/Staff.tsx';
import { useTexts } from './texts.tsx';
import { TopBar } from './TopBar.tsx';
import { Zone } from './zone.tsx';
import type { Company } from './types.ts';
import { useCompanies, useGuests, useLiveWorld, usePeople } from './use-world.ts';

const NARROW = '(max-width: 992px)';
/** A restaurant's guests are clients of any salon. */
const NO_STRANGERS: ReadonlySet<string> = new Set();
/** Below this width the board of orders leaves no room for a phone beside it. */
const WIDE = '(min-width: 1280px)';

/** The world in one page: a business and the phones side by side, then the mailbox, then tools for engineers. */
export function App() {
  const { t } = useTexts();
  const isConnected = useLiveWorld();
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const isWide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches);
  const [tab, setTab] = useState<Tab>(tabOfAddress);
  const [restaurantId, setRestaurantId] = useState<string | null>(null);
  const restaurant = useRestaurant(restaurantId);
  const [chosenPhone, setPhone] = useState<string | null>(null);
  const [turnedAt, setTurnedAt] = useState(0);
  const [chosen, setChosen] = useState<Company | null>(null);
  const people = usePeople().data?.people ?? [];
  const companies = useCompanies();
  const company =
    companies.find((one) => one.id === chosen?.id && one.vendor === chosen.vendor) ??
    companies.find(({ vendor }) => vendor === vendorOfAddress()) ??
    salonOfAddress(companies) ??
    companies[0];
  const { guests, strangers } = useGuests(company);
  const firstGuest = guests.find((one) => one.phone !== '');
  const phone = chosenPhone ?? firstGuest?.phone ?? null;
  /** The place whose guests the phones show, also while the phones alone are visible. */
  const [place, setPlace] = useState<'salon' | 'orders'>(tab === 'orders' ? 'orders' : 'salon');
  const isKitchen = place === 'orders' && restaurant !== undefined;

  useEffect(() => {
    history.replaceState(null, '', `${location.pathname}${location.search}#${tab}`);
  }, [tab]);

  const goTo = (next: Tab) => {
    setTab(next);
    if (next === 'salon' || next === 'orders') setPlace(next);
  };
  const showPhone = (shown: string) => {
    setPhone(shown);
    if (isNarrow) setTab('phones');
    else if (tab === 'orders' && !isWide) goTo('salon');
  };
  const journal = company && (
    <Journal key={company.vendor} company={company} onCompany={setChosen} onPerson={setPhone} onPhone={showPhone} />
  );
  const here = isKitchen
    ? { title: restaurant.name, city: restaurant.city, timezone: restaurant.timeZone }
    : { title: company?.title ?? '', city: company?.city ?? '', timezone: company?.timezone ?? 'Europe/Moscow' };
  const phones = (
    <Phones
      company={here.title}
      phone={phone}
      strangers={isKitchen ? NO_STRANGERS : strangers}
      turnedAt={turnedAt}
      isSingle={tab === 'orders'}
      onPhone={setPhone}
    />
  );
  const isSalon = tab === 'salon' || (!isNarrow && tab === 'phones');

  return (
    <Zone value={here.timezone}>
      <div className={classes.page}>
        <TopBar city={here.city} person={heldBy(people, phone)} onClockChange={() => setTurnedAt(Date.now())} />
        {!isConnected && (
          <div className={classes.offline} role="status">
            {t('offline')}
          </div>
        )}
        <nav>
          <TabBar tab={isSalon ? 'salon' : tab} isNarrow={isNarrow} onTab={goTo} />
        </nav>
        <main className={classes.main}>
          {isSalon && <ScenarioMenu />}
          {isSalon && !isNarrow && (
            <div className={classes.stage}>
              {journal}
              {phones}
            </div>
          )}
          {isNarrow && tab === 'salon' && journal}
          {isNarrow && tab === 'phones' && phones}
          {tab === 'orders' && (
            <div className={isWide ? classes.stage : undefined}>
              <Board
                restaurantId={restaurantId}
                onRestaurant={setRestaurantId}
                onPerson={setPhone}
                onPhone={showPhone}
              />
              {isWide && phones}
            </div>
          )}
          {tab === 'programs' && <Programs />}
          {tab === 'staff' && <Staff />}
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
