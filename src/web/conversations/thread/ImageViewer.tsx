import { Modal } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useBackCloses } from '#web/ui/layout/use-back-closes.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import classes from './media.module.css';

type Props = { image: { url: string; alt: string }; onClose: () => void };

/** A picture over the whole screen; Esc, the cross, Back and a press beside it close it. */
export function ImageViewer({ image, onClose }: Props) {
  const t = useTexts();
  useFocusBack(true);
  useBackCloses(true, onClose);
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={image.alt}
      closeButtonProps={{ 'aria-label': t('conversations:file.close') }}
      classNames={{ content: classes.viewer, header: classes.viewerHead, body: classes.viewerBody }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- Esc and the cross do the same by the keyboard */}
      <div className={classes.viewerPlace} onClick={onClose}>
        <img src={image.url} alt={image.alt} />
      </div>
    </Modal>
  );
}
