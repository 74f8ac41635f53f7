import { Button, Group, Pill } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import { TagsDialog } from '#web/contacts/tags/TagsDialog.tsx';
import { useChangeTags } from '#web/contacts/tags/use-tags.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Tags of the contact, to add and to take off. */
export function ContactTags({ contactId, tags }: { contactId: ContactId; tags: readonly string[] }) {
  const t = useTexts();
  const changeTags = useChangeTags();
  const [isAdding, setAdding] = useState(false);
  return (
    <Group gap={6}>
      {tags.map((tag) => (
        <Pill
          key={tag}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `${t('contacts:list.remove_tag')}: ${tag}` }}
          onRemove={() => changeTags.mutate({ contactIds: [contactId], remove: [tag] })}
        >
          {tag}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
        {t('contacts:list.add_tag')}
      </Button>
      {isAdding && (
        <TagsDialog
          change="add"
          apply={(change) => changeTags.mutateAsync({ contactIds: [contactId], ...change })}
          isBusy={changeTags.isPending}
          onClose={() => setAdding(false)}
          onDone={() => setAdding(false)}
        />
      )}
    </Group>
  );
}
