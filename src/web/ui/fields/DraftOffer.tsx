import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useWords } from '#web/ui/words.tsx';

type Props = { draft: { restore: () => void; discard: () => void } | undefined; className?: string };

/** Offers what was typed before the page was left. */
export function DraftOffer({ draft, className }: Props) {
  const words = useWords();
  if (!draft) return null;
  return (
    <Alert color="information" icon={<IconHistory size={20} />} title={words('draft_found')} className={className}>
      <Group gap="xs">
        <Button size="xs" onClick={draft.restore}>
          {words('draft_restore')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={draft.discard}>
          {words('draft_discard')}
        </Button>
      </Group>
    </Alert>
  );
}
