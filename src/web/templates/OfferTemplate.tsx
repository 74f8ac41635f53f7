import { Button } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { Channel } from '#contract/channels/calls.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import type { OfferProps } from './OfferDialog.tsx';

const OfferDialog = lazy(async () => {
  const [{ OfferDialog: dialog }] = await Promise.all([import('./OfferDialog.tsx'), loadTexts(['templates'])]);
  return { default: dialog };
});

type Props = Omit<OfferProps, 'onClose' | 'channel'> & { channel: Channel };

/** Offers to make a template of a message's own text; nothing where the channel has none, or nothing is written yet. */
export function OfferTemplate(props: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { channel, content } = props;
  if (!traitsOf(channel.kind).templates || content.texts.default.trim() === '') return null;
  return (
    <>
      <div>
        <Button size="xs" variant="default" leftSection={<IconTemplate size={16} />} onClick={() => setOpen(true)}>
          {t('texts:make_template')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <OfferDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
