import { Alert, Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FactorDialog } from './FactorDialog.tsx';
import { SetUp } from './SetUp.tsx';
import { useRefreshSecondFactor, useSecondFactor } from './use-second-factor.ts';

const FEW_CODES = 3;

type Opened = 'set_up' | 'turn_off' | 'renew';

/** The member's second factor: its state, and what can be done with it. */
export function SecondFactorCard() {
  const t = useTexts();
  const format = useFormat();
  const factor = useSecondFactor();
  const refresh = useRefreshSecondFactor();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { data } = factor;

  function finishSetUp(): void {
    close();
    void refresh();
  }

  return (
    <Card component="section" aria-label={t('members:factor.title')}>
      <Title order={2} fz="md">
        {t('members:factor.title')}
      </Title>
      {factor.error && !data && <Failure error={factor.error} onRetry={factor.refetch} />}
      {!data && !factor.error && (
        <Loading>
          <RowsSkeleton rows={1} />
        </Loading>
      )}
      {data && (
        <>
          <Text c="dimmed">
            {data.since
              ? t('members:factor.on', { date: format.date(data.since), left: data.recoveryCodesLeft })
              : t('members:factor.off')}
          </Text>
          {data.isOn && data.recoveryCodesLeft < FEW_CODES && (
            <Alert color="attention" mt="sm">
              {t('members:factor.few')}
            </Alert>
          )}
          <Group mt="md">
            {data.isOn ? (
              <>
                <Button variant="default" onClick={() => setOpened('renew')}>
                  {t('members:factor.renew')}
                </Button>
                {!data.isRequired && (
                  <Button variant="default" onClick={() => setOpened('turn_off')}>
                    {t('members:factor.turn_off')}
                  </Button>
                )}
              </>
            ) : (
              <Button onClick={() => setOpened('set_up')}>{t('members:factor.turn_on')}</Button>
            )}
          </Group>
        </>
      )}
      {opened === 'set_up' && (
        <Dialog title={t('members:factor.title')} onClose={finishSetUp}>
          <SetUp onDone={finishSetUp} />
        </Dialog>
      )}
      {(opened === 'turn_off' || opened === 'renew') && <FactorDialog what={opened} onClose={close} />}
    </Card>
  );
}
