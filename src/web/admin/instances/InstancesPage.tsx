import { Button } from '@mantine/core';
import { CHANNEL_GROUPS } from '#contract/admin/account-groups.ts';
import type { Instance } from '#contract/admin/instances.ts';
import { INSTANCE_GROUPS } from '#contract/admin/values.ts';
import type { ChannelState } from '#contract/channels/calls.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import { useInstances, useKindName } from '#web/admin/use-operations.ts';
import { CHANNEL_TONES } from '#web/channels/list/channel-tones.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';

const STATES = Object.keys(CHANNEL_TONES) as ChannelState[]; // NOTE: `keys` loses the key type
const [FIRST_GROUP] = INSTANCE_GROUPS;
/** In the address: every messenger; without a word the first group is shown. */
const GROUPS = [...INSTANCE_GROUPS, 'any'] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  group: wordIn(GROUPS, search['group']),
  kind: wordIn(CHANNEL_KIND_NAMES, search['kind']),
  state: wordIn(STATES, search['state']),
});

/** Route: /admin/instances */
export function InstancesPage() {
  const t = useTexts();
  const nameOf = useKindName();
  const phone = useFormatPhone();
  const [{ search, group = FIRST_GROUP, kind, state }, change] = useUrlState(readSearch);
  const instances = useInstances({ search, group: group === 'any' ? undefined : group, kind, state });
  const kinds = CHANNEL_KIND_NAMES.filter((name) => group === 'any' || CHANNEL_GROUPS[name] === group);
  return (
    <>
      <PageHead title={t('operations:instances.title')} state={t('operations:instances.lead')} />
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('operations:instances.search'),
          onChange: (value) => change({ search: value || undefined }),
        }}
        filters={[
          choiceFilter({
            label: t('operations:instances.group'),
            value: group,
            isOn: group !== FIRST_GROUP,
            options: GROUPS.map((value) => ({
              value,
              label: value === 'any' ? t('operations:instances.group_any') : t(`admin:accounts.${value}`),
            })),
            onChange: (value) => change({ group: wordIn(GROUPS, value), kind: undefined }),
          }),
          choiceFilter({
            label: t('operations:instances.kind'),
            value: kind,
            any: t('operations:instances.kind_any'),
            options: kinds.map((value) => ({ value, label: nameOf(value) })),
            onChange: (value) => change({ kind: wordIn(CHANNEL_KIND_NAMES, value) }),
          }),
          choiceFilter({
            label: t('operations:instances.state'),
            value: state,
            any: t('operations:instances.state_any'),
            options: STATES.map((value) => ({ value, label: t(`channels:state.${value}`) })),
            onChange: (value) => change({ state: wordIn(STATES, value) }),
          }),
        ]}
      />
      <DataList
        label={t('operations:instances.title')}
        rows={instances.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title, address }) => title || address}
        columns={columnsOf(t, nameOf, phone)}
        paging={instances}
        linkTo={({ owner }) =>
          owner ? { to: '/admin/users/$userId', params: { userId: owner.userId } } : { to: '/admin/users' }
        }
        empty={
          <EmptyState
            text={t('operations:instances.none')}
            action={
              <Button onClick={() => change({ search: undefined, group: 'any', kind: undefined, state: undefined })}>
                {t('operations:instances.all')}
              </Button>
            }
          />
        }
      />
    </>
  );
}

const columnsOf = (
  t: Text,
  nameOf: (kind: Instance['kind']) => string,
  written: (phone: string) => string,
): Column<Instance>[] => [
  {
    key: 'address',
    title: t('operations:column.address'),
    isMain: true,
    cell: ({ address, title }) => {
      if (!address) return title || t('operations:instances.not_paired');
      return address.startsWith('+') ? written(address) : address;
    },
  },
  { key: 'kind', title: t('operations:column.kind'), from: 'medium', cell: ({ kind }) => nameOf(kind) },
  {
    key: 'state',
    title: t('operations:column.state'),
    isBrief: true,
    cell: ({ state }) => <ToneBadge tone={CHANNEL_TONES[state]}>{t(`channels:state.${state}`)}</ToneBadge>,
  },
  {
    key: 'since',
    title: t('operations:column.since'),
    isBrief: true,
    cell: ({ stateChangedAt }) => <Moment at={stateChangedAt} />,
  },
  {
    key: 'trouble',
    title: t('operations:column.trouble'),
    from: 'wide',
    cell: ({ trouble, troubleText }) =>
      trouble && [t(`channels:trouble.${trouble}.title`), troubleText].filter(Boolean).join(': '),
  },
  {
    key: 'owner',
    title: t('operations:column.owner'),
    from: 'medium',
    cell: ({ owner, cabinet }) => [cabinet, owner?.email].filter(Boolean).join(' · '),
  },
];
