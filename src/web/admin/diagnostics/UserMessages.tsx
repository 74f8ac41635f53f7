import { Button, Stack, Text, Title } from '@mantine/core';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { TracedContact } from '#contract/admin/diagnostics.ts';
import { TRACED_DAYS } from '#contract/admin/diagnostics-values.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { TraceView } from '#web/delivery/MessageDetails.tsx';
import { useLogColumns } from '#web/delivery/use-log-columns.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { OPENS_LAYER } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { useUserMessages, useUserTrace } from './use-diagnostics.ts';

type State = { search: string | undefined; rule: DecisionRule | undefined; entry: string | undefined };

type Props = { userId: AdminUser['id']; state: State; onChange: (change: Partial<State>) => void };

/** Messages of the last days, by a customer's phone or by a reason, each with its trace. */
export function UserMessages({ userId, state: { search, rule, entry }, onChange }: Props) {
  const t = useTexts();
  const messages = useUserMessages(userId, { search: search || undefined, rule });
  const columns = useLogColumns();
  const { items = [], contacts = [] } = messages.data ?? {};
  const isFiltered = Boolean(search) || rule !== undefined;
  const isUnknown = Boolean(search) && messages.data !== undefined && contacts.length === 0;
  return (
    <section aria-label={t('admin:messages.title')}>
      <Title order={2}>{t('admin:messages.title')}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('admin:messages.lead', { count: TRACED_DAYS })}
      </Text>
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('admin:messages.search'),
          onChange: (value) => onChange({ search: value || undefined }),
        }}
        {...(isFiltered && { onClear: () => onChange({ search: undefined, rule: undefined }) })}
      />
      {rule && <Text mb="sm">{t('admin:messages.of_reason', { reason: t(`rules:${rule}.name`) })}</Text>}
      {search && <Contacts contacts={contacts} />}
      <DataList
        label={t('admin:messages.title')}
        rows={items}
        rowKey={(row) => row.id}
        columns={columns}
        paging={messages}
        linkTo={(row) => ({ to: '.', search: (before) => ({ ...before, entry: row.id }), ...OPENS_LAYER })}
        empty={
          <EmptyState
            text={t(isUnknown ? 'admin:messages.unknown' : 'admin:messages.none')}
            action={
              isFiltered && (
                <Button onClick={() => onChange({ search: undefined, rule: undefined })}>
                  {t('admin:messages.all')}
                </Button>
              )
            }
          />
        }
      />
      <SideDrawer
        isOpen={entry !== undefined}
        title={t('delivery:story')}
        closeLabel={t('delivery:close')}
        onClose={() => onChange({ entry: undefined })}
      >
        {entry && <Trace userId={userId} entryId={entry} />}
      </SideDrawer>
    </section>
  );
}

/** The customers whom the search found, with what decides about all their messages. */
function Contacts({ contacts }: { contacts: readonly TracedContact[] }) {
  const t = useTexts();
  const format = useFormat();
  const phoneOf = useFormatPhone();
  return (
    <Stack gap={2} mb="sm">
      {contacts.map(({ id, name, phone, isOptedOut, refusesMailings, visitsCount }) => (
        <Text key={id} size="sm">
          {[
            name || null,
            phone && phoneOf(phone),
            t('admin:messages.visits', { count: visitsCount, shown: format.number(visitsCount) }),
            isOptedOut && t('admin:messages.opted_out'),
            refusesMailings && t('admin:messages.refuses'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ))}
    </Stack>
  );
}

function Trace({ userId, entryId }: { userId: AdminUser['id']; entryId: string }) {
  const trace = useUserTrace(userId, entryId);
  if (trace.data) return <TraceView trace={trace.data} isForeign />;
  if (trace.isError) return <Failure error={trace.error} onRetry={trace.refetch} />;
  return (
    <Loading>
      <RowsSkeleton rows={6} />
    </Loading>
  );
}
