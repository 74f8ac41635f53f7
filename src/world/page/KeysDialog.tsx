import { ActionIcon, Badge, CopyButton, Group, Modal, Paper, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import classes from './KeysDialog.module.css';
import { useTexts } from './texts.tsx';
import { VENDOR_TITLES } from './salon/CompanyPicker.tsx';
import { type BusinessKeys, VENDORS } from './types.ts';
import { useKeys } from './use-world.ts';

/** Opens the credentials that connect a cabinet of one's own to the world. */
export function KeysButton() {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label={t('keysHint')}>
        <ActionIcon size={36} variant="default" aria-label={t('keys')} onClick={() => setOpen(true)}>
          <IconKey size={18} />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('keysTitle')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Keys />
      </Modal>
    </>
  );
}

function Keys() {
  const { t } = useTexts();
  const { data } = useKeys();
  if (!data) return <Skeleton height={260} radius={12} />;
  return (
    <Stack gap="md">
      <Text fz={14} c="var(--page-quiet)">
        {t('keysAbout')}
      </Text>
      {data.businesses
        .toSorted((a, b) => Number(a.isTaken) - Number(b.isTaken))
        .map((business) => (
          <Business key={business.name} business={business} />
        ))}
    </Stack>
  );
}

function Business({ business }: { business: BusinessKeys }) {
  const { t } = useTexts();
  const { name, iiko, dialog360, telegram, others, isTaken } = business;
  const systems = VENDORS.flatMap((vendor) => {
    const keys = business[vendor];
    return keys ? [{ ...keys, vendor: VENDOR_TITLES[vendor] }] : [];
  });
  return (
    <Paper withBorder radius={12} p="md">
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{name}</Text>
        <Badge variant="light" color={isTaken ? 'gray' : 'green'}>
          {t(isTaken ? 'keysTaken' : 'keysFree')}
        </Badge>
      </Group>
      <Stack gap={6}>
        {systems.map(({ vendor, login, password }) => (
          <Fragment key={vendor}>
            <Key label={t('keysLogin', { vendor })} value={login} />
            <Key label={t('keysPassword', { vendor })} value={password} />
          </Fragment>
        ))}
        {iiko?.apiLogin && <Key label={t('keysApiLogin')} value={iiko.apiLogin} />}
        {iiko?.apiKey && <Key label={t('keysApiKey')} value={iiko.apiKey} />}
        {dialog360 && <Key label={t('keysDialog360')} value={dialog360.key} />}
        {dialog360 && <Key label={t('keysNumber')} value={dialog360.phone} />}
        {telegram && <Key label={t('keysTelegram')} value={telegram.token} />}
        {others.map(({ label, value }) => (
          <Key key={label} label={label} value={value} />
        ))}
      </Stack>
    </Paper>
  );
}

function Key({ label, value }: { label: string; value: string }) {
  const { t } = useTexts();
  return (
    <div className={classes.key}>
      <div className={classes.text}>
        <small>{label}</small>
        <code>{value}</code>
      </div>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            size={36}
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            onClick={copy}
            aria-label={`${t(copied ? 'copied' : 'copy')}: ${label}`}
          >
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
