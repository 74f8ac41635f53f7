import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { CONVERSION_PERIODS, CONVERSION_STEPS, CONVERSION_WINDOWS } from '#contract/insights/values.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { hasRoute } from '#contract/brands/route-tables.ts';
import { FLOW_KIND_NAMES } from '#contract/flows/kinds.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { countIn, idIn, wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { requestedDays } from './conversion-data.ts';
import { dayIn } from '#web/insights/results/result-data.ts';
import { ConversionEffect } from './ConversionEffect.tsx';
import { ConversionFilters } from './ConversionFilters.tsx';
import { ConversionFunnel } from './ConversionFunnel.tsx';
import { ConversionPeriods } from './ConversionPeriods.tsx';
import { ConvertedDrawer } from './ConvertedDrawer.tsx';
import { useComparedMailing, useConversion } from './use-conversion.ts';
import { useExport } from '#web/insights/use-export.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  flowId: idIn<FlowId>(search['flowId']),
  kind: wordIn(FLOW_KIND_NAMES, search['kind']),
  branchId: idIn<string>(search['branchId']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  windowDays: CONVERSION_WINDOWS.find((days) => days === countIn(search['windowDays'])),
  by: wordIn(CONVERSION_PERIODS, search['by']),
  step: wordIn(CONVERSION_STEPS, search['step']),
  group: wordIn(['control'] as const, search['group']),
  peopleFrom: dayIn(search['peopleFrom']),
  peopleTo: dayIn(search['peopleTo']),
});
export type ConversionState = ReturnType<typeof readSearch>;

/** Route: /insights/conversion, or /conversion where the domain is a dashboard. */
export function ConversionPage() {
  const t = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const [state, setState] = useUrlState(readSearch, ['step']);
  const { flowId, kind, branchId, windowDays = 14, by = 'week', step, group } = state;
  const days = requestedDays({ ...state, by }, format.dayKey(new Date(productNow()).toISOString()));
  const filter = { senderId: flowId, kind, branchId, windowDays };
  const conversion = useConversion({ ...filter, ...days, by });
  const mailing = useComparedMailing(flowId);
  const exportTable = useExport(conversion.data);
  const isFiltered = Boolean(flowId ?? kind ?? branchId ?? state.from ?? state.to);
  const isEmpty = conversion.data && conversion.data.total.sent === 0 && !isHeld(conversion.data.effect);

  return (
    <>
      <PageHead
        title={t('insights:conversion.title')}
        state={t('insights:conversion.state')}
        action={
          conversion.data &&
          !isEmpty && (
            <Button variant="default" leftSection={<IconDownload size={18} />} onClick={exportTable}>
              {t('insights:conversion.export')}
            </Button>
          )
        }
      />
      <ConversionFilters
        state={state}
        shown={{ windowDays, by, ...days }}
        isFiltered={isFiltered}
        onChange={setState}
      />
      {conversion.isPending && (
        <Loading>
          <Skeleton height={260} mb={24} />
          <Skeleton height={120} mb={24} />
          <RowsSkeleton rows={4} />
        </Loading>
      )}
      {conversion.isError && !conversion.data && <Failure error={conversion.error} onRetry={conversion.refetch} />}
      {isEmpty && !isFiltered && (
        <EmptyState
          title={t('insights:conversion.empty_title')}
          text={t('insights:conversion.empty')}
          action={
            hasRoute(brand.variant, '/flows') && (
              <Button component={Link} to="/flows">
                {t('insights:conversion.empty_action')}
              </Button>
            )
          }
        />
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          title={t('insights:conversion.filtered_title')}
          text={t('insights:conversion.filtered')}
          action={<Button onClick={() => setState(NO_FILTERS)}>{t('insights:conversion.clear')}</Button>}
        />
      )}
      {conversion.data && !isEmpty && (
        <>
          <ConversionFunnel
            {...conversion.data}
            flowId={flowId}
            kind={kind}
            windowDays={windowDays}
            onOpen={(next) => setState({ step: next, group: undefined, peopleFrom: undefined, peopleTo: undefined })}
          />
          {mailing === undefined && ( // NOTE: the effect of a mailing is among its results.
            <ConversionEffect
              {...conversion.data}
              flowId={flowId}
              onHeld={() => setState({ step: 'sent', group: 'control' })}
            />
          )}
          <ConversionPeriods
            periods={conversion.data.periods}
            by={by}
            onOpen={(period, next) => setState({ step: next, peopleFrom: period.from, peopleTo: period.to })}
          />
        </>
      )}
      <ConvertedDrawer
        isOpen={step !== undefined}
        query={{
          ...filter,
          step,
          group: group ?? 'sent',
          from: state.peopleFrom ?? days.from,
          to: state.peopleTo ?? days.to,
        }}
        onContact={(contactId) => void navigate({ to: '/contacts/$contactId', params: { contactId } })}
        onClose={() => setState({ step: undefined, group: undefined, peopleFrom: undefined, peopleTo: undefined })}
      />
    </>
  );
}

const NO_FILTERS = { flowId: undefined, kind: undefined, branchId: undefined, from: undefined, to: undefined };

const isHeld = (effect: { state: string; held?: number }) => (effect.held ?? 0) > 0;
