import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PartnerNumber } from '#contract/channels/partners.ts';
import { CHANNEL_TROUBLES } from '#contract/channels/values.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useFinishPartner } from './use-partners.ts';

const readSearch = ({ token, client, channels }: Readonly<Record<string, unknown>>) => ({
  token: textIn(token) ?? '',
  clientId: textIn(client) ?? '',
  channels: [channels].flat().map(String).join(','),
});

/** `[a,b]`, as the provider writes a list. */
const idsIn = (list: string) => list.split(/[[\],\s"]+/).filter(Boolean);

/** Route: /accounts/connected, where the provider's page leads back. */
export function PartnerReturnPage() {
  const t = useTexts();
  const { token, clientId, channels } = usePageSearch(readSearch);
  const { mutate, data, error, isPending } = useFinishPartner();
  const channelIds = idsIn(channels);
  const isChosen = clientId !== '' && channelIds.length > 0;
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current || !isChosen) return;
    isStarted.current = true;
    mutate({ token, clientId, channelIds });
  });
  return (
    <>
      <PageHead title={t('channels:partner.title')} />
      {isPending && (
        <Loading>
          <RowsSkeleton />
        </Loading>
      )}
      {!isChosen && <Text>{t('channels:partner.nothing')}</Text>}
      {error && <Failure error={error} />}
      {data && (
        <Stack gap="xs">
          {data.numbers.map((number) => (
            <Number key={number.title} number={number} />
          ))}
        </Stack>
      )}
      {(data ?? error ?? !isChosen) && (
        <Way to={data ? CHANNEL_APPEARANCES[data.kind].path : CHANNEL_APPEARANCES.dialog360.path} />
      )}
    </>
  );
}

function Number({ number: { title, problem, details } }: { number: PartnerNumber }) {
  const t = useTexts();
  return (
    <div>
      <ToneBadge tone={problem ? 'bad' : 'good'}>{title}</ToneBadge>{' '}
      <Text span size="sm">
        {problem ? refusalOf(problem, details, t) : t('channels:connected')}
      </Text>
    </div>
  );
}

function refusalOf(problem: string, details: Record<string, unknown>, t: Texts): string {
  const trouble = wordIn(CHANNEL_TROUBLES, details['trouble']);
  if (trouble) return t(`channels:trouble.${trouble}.title`);
  const code = Object.keys(PROBLEMS).find((one) => one === problem);
  return problemText(code ? new CallRefused({ code: code as keyof typeof PROBLEMS, details }, 409) : null, t); // NOTE: found among the codes
}

/** Closes the window where it is one, else leads to the channels. */
function Way({ to }: { to: string }) {
  const t = useTexts();
  if (window.opener) {
    return (
      <Button mt="md" onClick={() => window.close()}>
        {t('channels:partner.close')}
      </Button>
    );
  }
  return (
    <Button mt="md" component={Link} to={to}>
      {t('channels:partner.to_channels')}
    </Button>
  );
}
