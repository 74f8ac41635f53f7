import { ActionIcon, Button, Group, Skeleton, Tabs } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { TalkKind } from '#contract/quality/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { ReportsPane } from '#web/quality/report/ReportsPane.tsx';
import { useUploads } from '#web/quality/upload/use-uploads.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import type { Sending } from './sending.ts';
import { readTalksSearch, TABS } from './talks-search.ts';

// Each tab and window is loaded when it is opened.
const ChatsPane = lazy(async () => ({ default: (await import('./ChatsPane.tsx')).ChatsPane }));
const RecordingsPane = lazy(async () => ({ default: (await import('./RecordingsPane.tsx')).RecordingsPane }));
const ChecklistsPane = lazy(async () => ({
  default: (await import('#web/quality/checklists/ChecklistsPane.tsx')).ChecklistsPane,
}));
const OrderDialog = lazy(async () => ({ default: (await import('#web/quality/order/OrderDialog.tsx')).OrderDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));
const SettingsDrawer = lazy(async () => ({ default: (await import('./SettingsDrawer.tsx')).SettingsDrawer }));
const TalkDrawer = lazy(async () => ({ default: (await import('./TalkDrawer.tsx')).TalkDrawer }));
const RecordingDrawer = lazyPart({
  load: () => import('./RecordingDrawer.tsx').then((m) => m.RecordingDrawer),
  texts: ['flows'], // NOTE: of the field of a moment
});

/** Route: /chats */
export const ChatsPage = () => <TalksPage kind="chats" />;

/** Route: /calls */
export function CallsPage() {
  // Kept here: files go on being sent while another tab is looked at.
  const [employeeName, setEmployeeName] = useState('');
  const uploads = useUploads({ employeeName });
  return <TalksPage kind="calls" sending={{ uploads, employeeName, onEmployeeName: setEmployeeName }} />;
}

/** Reports about talks of a kind, the talks that were uploaded, and the checklists. */
function TalksPage({ kind, sending }: { kind: TalkKind; sending?: Sending }) {
  const t = useTexts();
  const [search, change] = useUrlState(readTalksSearch, ['talk', 'recording', 'open']);
  const { tab = 'reports', open, talk, recording } = search;
  const close = () => change({ open: undefined });
  return (
    <>
      <PageHead
        title={t(`app:menu.${kind}`)}
        state={t(`quality:lead.${kind}`)}
        action={
          <Group gap="xs" wrap="nowrap">
            {kind === 'calls' && (
              <ActionIcon
                variant="default"
                aria-label={t('quality:settings.title')}
                onClick={() => change({ open: 'settings' })}
              >
                <IconSettings size={18} />
              </ActionIcon>
            )}
            <Button onClick={() => change({ open: 'order' })}>{t('quality:order.open')}</Button>
          </Group>
        }
      />
      <Tabs value={tab} onChange={(value) => change({ tab: wordIn(TABS, value) })} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one === 'talks' ? t(`quality:tab.${kind}`) : t(`quality:tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<Waiting />}>
          <Tabs.Panel value="reports">
            <ReportsPane kind={kind} onNew={() => change({ open: 'order' })} />
          </Tabs.Panel>
          <Tabs.Panel value="talks">
            {sending ? (
              <RecordingsPane sending={sending} onOpen={(id) => change({ recording: id })} />
            ) : (
              <ChatsPane onImport={() => change({ open: 'import' })} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="checklists">
            <ChecklistsPane kind={kind} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
      <Suspense>
        {open === 'order' && <OrderDialog kind={kind} onClose={close} />}
        {open === 'import' && kind === 'chats' && (
          <ImportDialog onClose={close} onOrder={() => change({ open: 'order' })} />
        )}
        {open === 'settings' && kind === 'calls' && <SettingsDrawer onClose={close} />}
        {talk && <TalkDrawer key={talk} talkId={talk} onClose={() => change({ talk: undefined })} />}
        {recording && (
          <RecordingDrawer key={recording} recordingId={recording} onClose={() => change({ recording: undefined })} />
        )}
      </Suspense>
    </>
  );
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={320} />
    </Loading>
  );
}
