import { Alert, Button, FileButton, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { Catalogue, CatalogueItem } from '#contract/assistants/flower-shop/calls.ts';
import { CATALOGUE_EXTENSIONS, LARGEST_CATALOGUE_MEGABYTES } from '#contract/assistants/flower-shop/values.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import shop from './shop.module.css';
import { useCatalogue, useGoods, useUploadCatalogue } from './use-shop.ts';

type Props = { assistantId: AssistantId };

const ACCEPTED = CATALOGUE_EXTENSIONS.map((extension) => `.${extension}`).join(',');
const BYTES_PER_MEGABYTE = 1_048_576;
const TYPING_MS = 250;

/** The file of the catalogue, what was read of it, and its goods. A new file is used at once. */
export function CatalogueSection({ assistantId }: Props) {
  const t = useTexts();
  const catalogue = useCatalogue(assistantId);
  const upload = useUploadCatalogue(assistantId);
  const [isTooBig, setTooBig] = useState(false);
  const take = (file: File | null) => {
    if (!file) return;
    const tooBig = file.size > LARGEST_CATALOGUE_MEGABYTES * BYTES_PER_MEGABYTE;
    setTooBig(tooBig);
    if (!tooBig) upload.mutate(file);
  };
  const stored = catalogue.data?.catalogue ?? null;
  const tooBigWords = t('assistants:files.too_big', { megabytes: LARGEST_CATALOGUE_MEGABYTES });
  const wrongType = t('flower_shop:wrong_type');
  return (
    <section className={shop.group} aria-label={t('flower_shop:catalogue')}>
      <div className={shop.head}>
        <div>
          <Text size="sm" fw={550}>
            {t('flower_shop:catalogue')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('flower_shop:catalogue_help')}
          </Text>
        </div>
        <FileButton accept={ACCEPTED} onChange={take}>
          {({ onClick }) => (
            <Button
              variant={stored ? 'default' : 'filled'}
              leftSection={<IconFileUpload size={16} />}
              loading={upload.isPending}
              onClick={onClick}
            >
              {t(stored ? 'flower_shop:replace' : 'flower_shop:upload')}
            </Button>
          )}
        </FileButton>
      </div>
      {isTooBig && (
        <Text size="sm" c="bad" role="alert">
          {tooBigWords}
        </Text>
      )}
      <FormFailure
        error={upload.error}
        title={t('flower_shop:not_read')}
        {...(isRefused(upload.error, 'file.wrong_type') && { text: wrongType })}
        {...(isRefused(upload.error, 'file.too_big') && { text: tooBigWords })}
      />
      {catalogue.isPending && (
        <Loading>
          <Skeleton height={60} />
        </Loading>
      )}
      {catalogue.error && !catalogue.data && <Failure error={catalogue.error} onRetry={catalogue.refetch} />}
      {stored && (
        <>
          <Counts catalogue={stored} />
          <Goods assistantId={assistantId} />
        </>
      )}
    </section>
  );
}

function Counts({
  catalogue: { fileName, uploadedAt, items, available, faultCount, faults },
}: {
  catalogue: Catalogue;
}) {
  const t = useTexts();
  const format = useFormat();
  return (
    <>
      <Text size="sm" role="status">
        {t('flower_shop:goods', { count: items })} · {t('flower_shop:available', { count: available })}
        <br />
        <Text span size="sm" c="dimmed">
          {fileName}, {format.dateTime(uploadedAt)}
        </Text>
      </Text>
      {faultCount > 0 && (
        <Alert color="attention" title={t('flower_shop:faults', { count: faultCount })} py="xs">
          <details>
            <summary>{t('flower_shop:faults_show')}</summary>
            <ul className={shop.faults}>
              {faults.map(({ line, reason, value }) => (
                <li key={line}>
                  {t('flower_shop:line', { line })} {t(`flower_shop:fault.${reason}`)}
                  {value && `: ${value}`}
                </li>
              ))}
            </ul>
            {faultCount > faults.length && t('flower_shop:faults_more', { count: faultCount - faults.length })}
          </details>
        </Alert>
      )}
    </>
  );
}

function Goods({ assistantId }: Props) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const goods = useGoods(assistantId, words);
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('flower_shop:search')}
        placeholder={t('flower_shop:search')}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={shop.goods} tabIndex={0} role="group" aria-label={t('flower_shop:catalogue')}>
        <PagedRows list={goods} empty={<EmptyState text={t('flower_shop:nothing')} />}>
          {(rows) => (
            <ul className={shop.goods} style={{ maxBlockSize: 'none' }}>
              {rows.map((item) => (
                <GoodRow key={item.sku} item={item} />
              ))}
            </ul>
          )}
        </PagedRows>
      </div>
    </>
  );
}

function GoodRow({ item: { title, category, sku, price, isAvailable } }: { item: CatalogueItem }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <li className={shop.good}>
      <Text size="sm">{title}</Text>
      <Text size="sm">{format.money(price)}</Text>
      <Text size="xs" c="dimmed">
        {[category, sku].filter(Boolean).join(' · ')}
      </Text>
      <Text size="xs" c={isAvailable ? 'dimmed' : 'attention'}>
        {!isAvailable && t('flower_shop:sold_out')}
      </Text>
    </li>
  );
}
