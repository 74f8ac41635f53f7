import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { saveFile } from '#web/lib/pages/table-file.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { shortAddress } from '#web/links/link-words.ts';
import classes from './qr.module.css';
import { useQr } from './use-qr.ts';

type Props = { title: string; url: string; printTo: string; onClose: () => void };

/** The QR code of an address, to save or to print. */
export function QrDialog({ title, url, printTo, onClose }: Props) {
  const t = useTexts();
  const { files, error, retry } = useQr(url);
  const name = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'qr';
  return (
    <Dialog title={t('links:qr')} onClose={onClose}>
      <Stack align="center">
        {error ? (
          <Failure error={error} onRetry={retry} />
        ) : (
          <div className={classes.frame}>
            {files && <img className={classes.code} src={files.pngUrl} alt={t('links:qr_of', { title })} />}
          </div>
        )}
        <Text size="sm" c="dimmed">
          {shortAddress(url)}
        </Text>
        <Group justify="center">
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            disabled={!files}
            onClick={() => files && saveFile(`${name}.png`, files.png)}
          >
            PNG
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            disabled={!files}
            onClick={() => files && saveFile(`${name}.svg`, new Blob([files.svg], { type: 'image/svg+xml' }))}
          >
            SVG
          </Button>
          <Button leftSection={<IconPrinter size={18} />} component={Link} to={printTo}>
            {t('links:print')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
