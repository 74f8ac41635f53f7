import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportId } from '#contract/imports/calls.ts';
import { MIN_PASTED_ROWS } from '#contract/imports/values.ts';
import { useImports } from '#web/imports/use-imports.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';

type Props = { importId: ImportId | null; error: string | undefined; onChange: (importId: ImportId) => void };

/** A list from a file or of pasted numbers; further ones are imported on their own page. */
export function ListChoice({ importId, error, onChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const imports = useImports();
  const lists = (imports.data ?? []).filter(({ status }) => status === 'done' || status === 'running');
  const upload = (
    <Anchor component={Link} to="/contacts/import" size="sm">
      {t('mailings:who.upload')}
    </Anchor>
  );
  if (imports.isError && !imports.data) return <Failure error={imports.error} onRetry={imports.refetch} />;
  if (imports.data && lists.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('mailings:who.no_lists', { count: MIN_PASTED_ROWS })} {upload}
      </Text>
    );
  }
  return (
    <div>
      <SearchSelect
        label={t('mailings:who.list')}
        placeholder={t('audiences:choose')}
        data={lists.map(({ id, title, created, updated, unchanged }) => ({
          value: id,
          label: `${title} · ${format.number(created + updated + unchanged)}`,
        }))}
        value={importId}
        error={error}
        onChange={(value) => {
          const chosen = lists.find(({ id }) => id === value);
          if (chosen) onChange(chosen.id);
        }}
      />
      <Text size="sm" mt={6}>
        {upload}
      </Text>
    </div>
  );
}
