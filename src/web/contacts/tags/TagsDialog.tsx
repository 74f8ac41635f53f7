import { Button } from '@mantine/core';
import { useState } from 'react';
import { LONGEST_TAG } from '#contract/contacts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { TagChange } from './TagBulkBar.tsx';
import { useTagChoices } from './use-tags.ts';

type Props = {
  change: 'add' | 'remove';
  /** Changes the tags; returns how many contacts changed. */
  apply: (change: TagChange) => Promise<{ changed: number }>;
  isBusy: boolean;
  onClose: () => void;
  onDone: () => void;
};

/** Chooses tags to add to contacts, or to take off them. */
export function TagsDialog({ change, apply, isBusy, onClose, onDone }: Props) {
  const t = useTexts();
  const choices = useTagChoices();
  const [tags, setTags] = useState<string[]>([]);
  const title = t(change === 'add' ? 'contacts:list.tag_dialog_add' : 'contacts:list.tag_dialog_remove');
  const save = async () => {
    const { changed } = await apply({ [change]: tags });
    toast.success({ title: t('contacts:list.tags_changed', { count: changed }) });
    onClose();
    onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <TagsField
        label={t('contacts:list.tags')}
        placeholder={t('contacts:list.tags_placeholder')}
        data={choices}
        value={tags}
        onChange={(next) => setTags(next.map((tag) => tag.trim().slice(0, LONGEST_TAG)))}
      />
      <FormActions isDialog>
        <Button disabled={tags.length === 0} loading={isBusy} onClick={() => void save().catch(() => undefined)}>
          {title}
        </Button>
      </FormActions>
    </Dialog>
  );
}
