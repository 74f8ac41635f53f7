import { Button, Card, Tabs, Text, Title } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { act, showDone } from '../api.ts';
import { useTexts } from '../texts.tsx';
import { BusinessAccounts } from './BusinessAccounts.tsx';
import { CustomFault } from './CustomFault.tsx';
import classes from './Engineer.module.css';
import { ModelList } from '../model/ModelList.tsx';
import { LogList } from './LogList.tsx';
import { Switches } from './Switches.tsx';
import { WarningList } from './WarningList.tsx';
import { WebhookList } from './WebhookList.tsx';

/** For specialists: faults, requests to the services, webhooks to the product. */
export function Engineer() {
  const { t } = useTexts();
  const [tab, setTab] = useState<string | null>('log');
  const reset = async () => {
    if (await act('POST', '/_sim/seed', {})) showDone(t('resetDone'));
  };

  return (
    <div className={classes.page}>
      <Card className={classes.panel}>
        <Title order={2} fz={18}>
          {t('breakThings')}
        </Title>
        <Text fz={13} c="var(--page-quiet)" mb="sm">
          {t('breakHint')}
        </Text>
        <Switches />
        <BusinessAccounts />
        <CustomFault />
        <Button
          variant="default"
          leftSection={<IconRestore size={16} />}
          mt="md"
          fullWidth
          onClick={() => void reset()}
        >
          {t('reset')}
        </Button>
        <Text fz={12.5} c="var(--page-quiet)" mt={6}>
          {t('resetHint')}
        </Text>
      </Card>
      <Card className={classes.panel}>
        <Tabs value={tab} onChange={setTab} variant="pills" radius="xl">
          <Tabs.List mb="sm">
            <Tabs.Tab value="log">{t('log')}</Tabs.Tab>
            <Tabs.Tab value="model">{t('model')}</Tabs.Tab>
            <Tabs.Tab value="webhooks">{t('webhooks')}</Tabs.Tab>
            <Tabs.Tab value="warnings">{t('warnings')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        {tab === 'log' && <LogList />}
        {tab === 'model' && <ModelList />}
        {tab === 'webhooks' && <WebhookList />}
        {tab === 'warnings' && <WarningList />}
      </Card>
    </div>
  );
}
