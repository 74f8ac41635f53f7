import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSegments } from '#web/audiences/segments/use-segments.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';

type Props = { segmentId: string | null; error: string | undefined; onChange: (segmentId: string) => void };

/** A saved segment; they are made on their own page. */
export function SegmentChoice({ segmentId, error, onChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const segments = useSegments(undefined);
  const page = (
    <Anchor component={Link} to="/segments" size="sm">
      {t('mailings:who.segments')}
    </Anchor>
  );
  if (segments.isError && !segments.data) return <Failure error={segments.error} onRetry={segments.refetch} />;
  if (segments.data?.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('mailings:who.no_segments')} {page}
      </Text>
    );
  }
  return (
    <div>
      <SearchSelect
        label={t('mailings:who.segment')}
        placeholder={t('audiences:choose')}
        data={(segments.data ?? []).map(({ id, title, size }) => ({
          value: id,
          label: `${title} · ${format.number(size)}`,
        }))}
        value={segmentId || null}
        error={error}
        onChange={(value) => value && onChange(value)}
      />
      <Text size="sm" mt={6}>
        {page}
      </Text>
    </div>
  );
}
