import { Button, Skeleton, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useSettings } from './use-waitlist.ts';
import { readWaitlistSearch, TABS } from './waitlist-search.ts';

// Each tab is loaded when it is opened.
const SlotsPane = lazy(async () => ({ default: (await import('./SlotsPane.tsx')).SlotsPane }));
const EntriesPane = lazy(async () => ({ default: (await import('./EntriesPane.tsx')).EntriesPane }));
const SettingsPane = lazy(async () => ({ default: (await import('./SettingsPane.tsx')).SettingsPane }));
const SlotDrawer = lazy(async () => {
  const [{ SlotDrawer: drawer }] = await Promise.all([import('./SlotDrawer.tsx'), loadTexts(['rules'])]);
  return { default: drawer };
});
const EntryDialog = lazy(async () => {
  const [{ EntryDialog: dialog }] = await Promise.all([import('./EntryDialog.tsx'), loadTexts(['contacts'])]);
  return { default: dialog };
});

/** Route: /widgets/waitlist */
export function WaitlistPage() {
  const t = useTexts();
  const [search, change] = useUrlState(readWaitlistSearch, ['slot', 'entry']);
  const settings = useSettings();
  const { tab = 'slots' } = search;
  return (
    <>
      <PageHead
        title={t('waitlist:title')}
        backTo="/widgets"
        state={settings.data ? <StateInWords settings={settings.data.settings} /> : '\u00a0'}
        action={tab === 'list' && <Button onClick={() => change({ entry: 'new' })}>{t('waitlist:list.add')}</Button>}
      />
      <Tabs value={tab} onChange={(value) => change({ tab: wordIn(TABS, value) })} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`waitlist:tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<Waiting />}>
          <Tabs.Panel value="slots">
            <SlotsPane search={search} onChange={change} isOn={settings.data?.settings.isOn} />
          </Tabs.Panel>
          <Tabs.Panel value="list">
            <EntriesPane onOpen={(entry) => change({ entry })} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <SettingsPane />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
      <Suspense>
        {search.slot && (
          <SlotDrawer key={search.slot} slotId={search.slot} onClose={() => change({ slot: undefined })} />
        )}
        {search.entry && (
          <EntryDialog key={search.entry} entryId={search.entry} onClose={() => change({ entry: undefined })} />
        )}
      </Suspense>
    </>
  );
}

type Settings = NonNullable<ReturnType<typeof useSettings>['data']>['settings'];

/** "On: freed time is offered to the waiting list, each in turn." */
function StateInWords({ settings: { isOn, recipients, mode } }: { settings: Settings }) {
  const t = useTexts();
  if (!isOn) return t('waitlist:state.off');
  return t(`waitlist:state.${mode}`, { recipients: t(`waitlist:state.to.${recipients}`) });
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={320} />
    </Loading>
  );
}
