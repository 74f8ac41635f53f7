import { Badge, Button, Checkbox, Group, List, Modal, Paper, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBuildingStore, IconMessageCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import { VENDOR_TITLES } from '../salon/CompanyPicker.tsx';
import { useTexts } from '../texts.tsx';
import type { AppStoreBranch, Company } from '../types.ts';
import { useAppStore } from '../use-world.ts';
import { BranchLine } from './BranchLine.tsx';

/** Opens the vendor's app store, as the salon's owner has it; also where the address asks for it. */
export function AppStoreButton({ company }: { company: Company }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(() => vendorOfAddress() === company.vendor);
  const close = () => {
    setOpen(false);
    history.replaceState(null, '', location.pathname + location.hash);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconBuildingStore size={18} />} onClick={() => setOpen(true)}>
        {t('appStore')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('appStoreOf', { vendor: VENDOR_TITLES[company.vendor] })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Card company={company} />
      </Modal>
    </>
  );
}

/** The vendor whose marketplace the page was opened for; null for none. */
export const vendorOfAddress = () => new URLSearchParams(location.search).get('appstore');

function Card({ company }: { company: Company }) {
  const { t } = useTexts();
  const store = useAppStore(company.vendor).data;
  if (!store) return <Skeleton height={320} radius={12} />;
  const owner = store.branches.find(({ companyId }) => companyId === company.id)?.ownerId;
  const own = store.branches.filter(({ ownerId }) => ownerId === owner);
  return (
    <Stack gap="md">
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon size={52} radius={12}>
          <IconMessageCircle size={30} />
        </ThemeIcon>
        <div>
          <Group gap={8}>
            <Text fw={600} fz={18}>
              {store.application.title}
            </Text>
            <Badge variant="light">{t('appCategory')}</Badge>
          </Group>
          <Text fz={14} c="var(--page-quiet)">
            {t('appAbout')}
          </Text>
        </div>
      </Group>
      <Paper withBorder radius={12} p="md">
        <Text fw={600} mb={6} fz={14}>
          {t('appRights')}
        </Text>
        <List fz={14} spacing={4}>
          <List.Item>{t('appRightRecords')}</List.Item>
          <List.Item>{t('appRightClients')}</List.Item>
          <List.Item>{t('appRightStatus')}</List.Item>
        </List>
      </Paper>
      <Branches key={company.vendor} company={company} branches={own} />
    </Stack>
  );
}

function Branches({ company, branches }: { company: Company; branches: AppStoreBranch[] }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<number[] | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const free = branches.filter(({ status }) => status !== 'active' && status !== 'freeze');
  const wanted = (chosen ?? free.map(({ companyId }) => companyId)).filter((id) =>
    free.some(({ companyId }) => companyId === id),
  );
  const toggle = (id: number) => setChosen(wanted.includes(id) ? wanted.filter((one) => one !== id) : [...wanted, id]);

  async function connect(): Promise<void> {
    const path = `/_sim/${company.vendor}/marketplace/connect`;
    const consented = await act<{ url: string }>('POST', path, { companyIds: wanted });
    if (consented) location.assign(consented.url);
  }

  return (
    <>
      <Stack gap={4}>
        {branches.map((branch) => (
          <BranchLine
            key={branch.companyId}
            vendor={company.vendor}
            branch={branch}
            isChosen={wanted.includes(branch.companyId)}
            onToggle={() => toggle(branch.companyId)}
          />
        ))}
      </Stack>
      {free.length > 0 && (
        <>
          <Checkbox
            label={t('appConsent')}
            checked={isAgreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
          <Button size="md" disabled={!isAgreed || wanted.length === 0} onClick={() => void connect()}>
            {t('appConnect', { count: wanted.length })}
          </Button>
          <Text fz={13} c="var(--page-quiet)">
            {t('appConnectHint')}
          </Text>
        </>
      )}
    </>
  );
}
