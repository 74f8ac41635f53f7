import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { PublicAppearance } from '#contract/texts/appearance.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import classes from '#web/texts/appearance.module.css';
import { useUpload } from '#web/texts/message/use-upload.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

type Logo = PublicAppearance['logo'];

/** The logo: uploaded at once, used when the form is saved. */
export function LogoField({ logo, onChange }: { logo: Logo; onChange: (logo: Logo) => void }) {
  const t = useTexts();
  const upload = useUpload();
  const megabytes = clientConfig()?.maxFileMegabytes ?? 5;
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(file: File | null): void {
    if (!file) return;
    const tooBig = t('flows:editor.image_too_big', { megabytes });
    if (file.size > megabytes * BYTES_PER_MEGABYTE) return setRefusal(tooBig);
    setRefusal(null);
    upload.mutate(
      { file, kind: 'image' },
      {
        onSuccess: ({ id, url }) => onChange({ id, url }),
        onError: (error) => {
          if (isRefused(error, 'file.too_big')) setRefusal(tooBig);
          else setRefusal(isRefused(error, 'file.wrong_type') ? t('flows:editor.wrong_image') : problemText(error, t));
        },
      },
    );
  }
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('texts:appearance.logo')}
      </Text>
      <Text size="sm" c="dimmed" mb={8}>
        {t('texts:appearance.logo_help', { megabytes })}
      </Text>
      <Group gap="xs">
        {logo && <img src={logo.url} alt={t('texts:appearance.logo')} className={classes.logo} />}
        <FileButton accept="image/png,image/jpeg" onChange={take}>
          {({ onClick }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPhoto size={16} />}
              loading={upload.isPending}
              onClick={onClick}
            >
              {t('texts:appearance.logo_choose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} />}
            onClick={() => onChange(null)}
          >
            {t('texts:appearance.logo_remove')}
          </Button>
        )}
      </Group>
      {refusal && (
        <Text size="sm" c="bad" mt={6} role="alert">
          {refusal}
        </Text>
      )}
    </div>
  );
}
