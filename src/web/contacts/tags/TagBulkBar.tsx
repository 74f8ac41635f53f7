import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { BulkBar } from '#web/ui/lists/BulkBar.tsx';
import { TagsDialog } from './TagsDialog.tsx';
import { useChangeTags } from './use-tags.ts';

export type TagChange = { add?: string[]; remove?: string[] };

type Props = {
  contactIds: ContactId[];
  onClear: () => void;
  /** All that a filter finds are chosen, beyond the rows that are loaded. */
  whole?: {
    label: string;
    /** Changes the tags of them all; returns how many contacts changed. */
    apply: (change: TagChange) => Promise<{ changed: number }>;
    isBusy: boolean;
  };
  /** The way to choose all that a filter finds. */
  more?: ReactNode;
};

/** Adds tags to all selected contacts, or takes them off. */
export function TagBulkBar({ contactIds, onClear, whole, more }: Props) {
  const t = useTexts();
  const changeTags = useChangeTags();
  const [change, setChange] = useState<'add' | 'remove' | null>(null);
  const close = () => setChange(null);
  const apply = whole?.apply ?? ((tags: TagChange) => changeTags.mutateAsync({ contactIds, ...tags }));
  return (
    <>
      <BulkBar count={contactIds.length} label={whole?.label} onClear={onClear} more={more}>
        <Button onClick={() => setChange('add')}>{t('contacts:list.add_tag')}</Button>
        <Button variant="default" onClick={() => setChange('remove')}>
          {t('contacts:list.remove_tag')}
        </Button>
      </BulkBar>
      {change && (
        <TagsDialog
          change={change}
          apply={apply}
          isBusy={whole?.isBusy ?? changeTags.isPending}
          onClose={close}
          onDone={onClear}
        />
      )}
    </>
  );
}
