import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';

const TopUpDialog = lazyPart({
  load: () => import('#web/assistants/TopUpDialog.tsx').then((m) => m.TopUpDialog),
  texts: ['assistants'],
});

/** Opens the balance of money for models. */
export function TopUp() {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
        {t('quality:top_up')}
      </Button>
      {isOpen && (
        <Suspense>
          <TopUpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
