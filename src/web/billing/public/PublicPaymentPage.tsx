import { Button, List, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconClock, IconLinkOff, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PublicPayment } from '#contract/billing/pay-links.ts';
import { lineName } from '#web/billing/billing-words.ts';
import { reasonInWords } from '#web/billing/ReturnedPayment.tsx';
import { callPublic } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { textIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { FullPage } from '#web/ui/layout/FullPage.tsx';
import { noteFollowed } from './followed-link.ts';

/** Interval at which a payment that is not final is read again. */
const POLL_MS = 5000;

const ICONS = { waiting: IconClock, paid: IconCheck, canceled: IconX, over: IconLinkOff, wrong: IconLinkOff } as const;

const readSearch = ({ payment }: Readonly<Record<string, unknown>>) => ({ payment: textIn(payment) ?? '' });

/** Route: /publicPayments, opened from a pay link with the signed name of a payment. */
export function PublicPaymentPage() {
  const { payment } = usePageSearch(readSearch);
  const found = useQuery({
    queryKey: ['billing', 'public', payment],
    queryFn: () => callPublic('GET /api/v1/publicPayments', { query: { payment } }),
    enabled: payment !== '',
    retry: false,
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' || data?.state === 'waiting' ? POLL_MS : false),
  });
  if (payment === '' || isRefused(found.error, 'payment.not_found') || isRefused(found.error, 'request.invalid'))
    return <Message state="wrong" />;
  if (found.data?.state === 'open') return <OpenPayment payment={payment} opened={found.data} />;
  if (found.data) return <Message state={found.data.state} opened={found.data} />;
  return <FullPage>{found.error ? <Failure error={found.error} onRetry={found.refetch} /> : <Loading />}</FullPage>;
}

function OpenPayment({ payment, opened }: { payment: string; opened: PublicPayment }) {
  const t = useTexts();
  const format = useFormat();
  const pay = useMutation({
    mutationFn: () => callPublic('POST /api/v1/publicPayments', { body: { payment } }),
    onSuccess: ({ payUrl }) => {
      noteFollowed(payment);
      location.assign(payUrl);
    },
  });
  return (
    <FullPage>
      <Stack gap="md" maw={440} w="100%" px="md">
        <Title order={1}>{t('pays:public.title')}</Title>
        <Bought opened={opened} />
        {opened.reason && (
          <TroubleAlert tone="attention" title={t('pays:public.open_failed')}>
            {reasonInWords(opened, t)}
          </TroubleAlert>
        )}
        {pay.error && <FormFailure error={pay.error} title={undefined} />}
        <Button size="lg" loading={pay.isPending || pay.isSuccess} onClick={() => pay.mutate()}>
          {t('pays:public.pay', { sum: format.money(opened) })}
        </Button>
        <Text size="sm" c="dimmed">
          {t('pays:public.note')}
        </Text>
      </Stack>
    </FullPage>
  );
}

function Bought({ opened }: { opened: PublicPayment }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <div>
      <Text>{t('pays:public.for', { business: opened.business })}</Text>
      <List>
        {opened.lines.map(({ line }, index) => (
          <List.Item key={index}>{lineName(line, t, format)}</List.Item>
        ))}
      </List>
    </div>
  );
}

type MessageProps = { state: keyof typeof ICONS; opened?: PublicPayment };

/** Says in words why there is nothing to pay. */
function Message({ state, opened }: MessageProps): ReactNode {
  const t = useTexts();
  const Icon = ICONS[state];
  return (
    <FullPage>
      <EmptyState
        icon={<Icon size={40} stroke={1.5} />}
        title={t(`pays:public.${state}`)}
        text={t(`pays:public.${state}_text`)}
        action={opened && <Bought opened={opened} />}
      />
    </FullPage>
  );
}
