import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PromoCode } from '#contract/billing/promo-codes.ts';
import type { PromoCodeId } from '#contract/billing/promo-ids.ts';
import { PROMO_CODE_STATES } from '#contract/billing/promo-values.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useSession } from '#web/lib/api/session.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { OPENS_LAYER, useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { useWords } from '#web/ui/words.tsx';
import { lastDayOf, usesOf } from './promo-code-words.ts';
import { PromoCodeView } from './PromoCodeView.tsx';
import { useDisablePromoCode, usePromoCodes } from './use-promo-codes.ts';

const TONES = { active: 'good', expired: 'gray', exhausted: 'attention', disabled: 'gray' } as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  state: wordIn(PROMO_CODE_STATES, search['state']),
  code: idIn<PromoCodeId>(search['code']),
});

/** Route: /admin/promocodes */
export function PromoCodesPage() {
  const t = useTexts();
  const format = useFormat();
  const words = useWords();
  const session = useSession();
  const [{ search, state, code }, change] = useUrlState(readSearch, ['code']);
  const codes = usePromoCodes({ search, state });
  const disable = useDisablePromoCode();
  const isFiltered = search !== undefined || state !== undefined;
  const create = session.isAuthenticated && session.isSuperAdmin && (
    <Button component={Link} to="/admin/promocodes/create" leftSection={<IconPlus size={18} />}>
      {t('admin:promo.create')}
    </Button>
  );
  const clear = () => change({ search: undefined, state: undefined });
  const onSwitch = ({ id, state: present }: PromoCode) =>
    disable.mutate(
      { id, isDisabled: present !== 'disabled' },
      {
        onSuccess: () => toast.success({ title: t('admin:saved') }),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  return (
    <>
      <PageHead title={t('admin:promo.title')} state={t('admin:promo.lead')} action={create} />
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('admin:promo.search'),
          onChange: (value) => change({ search: value || undefined }),
        }}
        filters={[
          choiceFilter({
            label: t('admin:promo.column.state'),
            value: state,
            any: t('admin:promo.any_state'),
            options: PROMO_CODE_STATES.map((value) => ({ value, label: t(`admin:promo.state.${value}`) })),
            onChange: (value) => change({ state: wordIn(PROMO_CODE_STATES, value) }),
          }),
        ]}
        {...(state !== undefined && { onClear: clear })}
      />
      <DataList
        label={t('admin:promo.title')}
        rows={codes.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ promocode }) => promocode}
        columns={columnsOf(t, format)}
        paging={codes}
        linkTo={({ id }) => ({ to: '.', search: (before) => ({ ...before, code: id }), ...OPENS_LAYER })}
        rowMenu={(row) => (
          <>
            <MenuItem onClick={() => void copyValue(row.promocode, words)}>{t('admin:promo.copy')}</MenuItem>
            <MenuItem onClick={() => onSwitch(row)}>
              {t(row.state === 'disabled' ? 'admin:promo.enable' : 'admin:promo.disable')}
            </MenuItem>
          </>
        )}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('admin:promo.nothing')}
              action={<Button onClick={clear}>{t('admin:promo.all')}</Button>}
            />
          ) : (
            <EmptyState text={t('admin:promo.none')} action={create} />
          )
        }
      />
      <SideDrawer
        isOpen={code !== undefined}
        title={t('admin:promo.column.code')}
        closeLabel={t('admin:promo.close')}
        onClose={() => change({ code: undefined })}
      >
        {code && <PromoCodeView promoCodeId={code} />}
      </SideDrawer>
    </>
  );
}

const columnsOf = (t: Text, format: Format): Column<PromoCode>[] => [
  { key: 'code', title: t('admin:promo.column.code'), isMain: true, cell: ({ promocode }) => promocode },
  {
    key: 'discount',
    title: t('admin:promo.column.discount'),
    isNumeric: true,
    cell: ({ discountPercent }) => format.percent(discountPercent / 100),
  },
  { key: 'used', title: t('admin:promo.column.used'), cell: (code) => usesOf(code, t) },
  {
    key: 'until',
    title: t('admin:promo.column.until'),
    isBrief: true,
    from: 'medium',
    cell: (code) => lastDayOf(code, t, format),
  },
  {
    key: 'owner',
    title: t('admin:promo.column.owner'),
    from: 'wide',
    cell: ({ ownerGuid, ownerName }) => (ownerGuid === null ? t('admin:promo.no_owner') : (ownerName ?? ownerGuid)),
  },
  {
    key: 'state',
    title: t('admin:promo.column.state'),
    isBrief: true,
    cell: ({ state }) => <ToneBadge tone={TONES[state]}>{t(`admin:promo.state.${state}`)}</ToneBadge>,
  },
];
