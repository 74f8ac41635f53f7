import { ActionIcon, Button, FileButton, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileUpload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import type { SentFile } from '#contract/assistants/settings.ts';
import { MAX_SENT_FILES } from '#contract/assistants/values.ts';
import { DOCUMENT_EXTENSIONS, LARGEST_DOCUMENT_MEGABYTES } from '#contract/channels/limits.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUpload } from '#web/texts/message/use-upload.ts';
import type { PluginProps } from './PluginsPart.tsx';
import classes from './plugins.module.css';

const IMAGE_TYPES = ['image/png', 'image/jpeg'];
const ACCEPTED = [...IMAGE_TYPES, ...DOCUMENT_EXTENSIONS.map((one) => `.${one}`)].join(',');
const LONGEST_TITLE = 120;
const BYTES_PER_MEGABYTE = 1_048_576;

type Sent = z.infer<typeof SentFile>;

/** Files that the assistant may send, each with its occasion. */
export function FilesFields({ plugin, onChange, errorOf }: PluginProps<'send_file'>) {
  const t = useTexts();
  const files = plugin?.files ?? [];
  const set = (changed: Sent[]) => onChange({ files: changed });
  return (
    <div className={classes.plugin}>
      <Switch
        label={t('assistants:files.title')}
        description={t('assistants:files.what')}
        checked={plugin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { files: [] } : null)}
      />
      {plugin && (
        <Stack className={classes.inner}>
          {files.map((file, index) => (
            <FileCard
              key={file.fileId}
              file={file}
              errorOf={(path) => errorOf(`files.${index}.${path}`)}
              onChange={(changed) => set(files.map((one, place) => (place === index ? changed : one)))}
              onRemove={() => set(files.filter((_one, place) => place !== index))}
            />
          ))}
          {files.length < MAX_SENT_FILES && <AddFile onAdd={(file) => set([...files, file])} />}
        </Stack>
      )}
    </div>
  );
}

type CardProps = {
  file: Sent;
  errorOf: (path: string) => string | undefined;
  onChange: (file: Sent) => void;
  onRemove: () => void;
};

function FileCard({ file, errorOf, onChange, onRemove }: CardProps) {
  const t = useTexts();
  return (
    <div className={classes.card} role="group" aria-label={file.title}>
      <Group align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('assistants:files.name')}
          maxLength={LONGEST_TITLE}
          value={file.title}
          error={errorOf('title') ?? errorOf('fileId')}
          onChange={({ currentTarget }) => onChange({ ...file, title: currentTarget.value })}
        />
        <ActionIcon aria-label={t('assistants:files.remove', { title: file.title })} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Textarea
        label={t('assistants:files.when')}
        placeholder={t('assistants:files.when_example')}
        autosize
        minRows={1}
        value={file.when}
        error={errorOf('when')}
        onChange={({ currentTarget }) => onChange({ ...file, when: currentTarget.value })}
      />
    </div>
  );
}

/** Uploads a picture or a document. */
function AddFile({ onAdd }: { onAdd: (file: Sent) => void }) {
  const t = useTexts();
  const upload = useUpload();
  const [refusal, setRefusal] = useState<string | null>(null);
  const limits = { image: clientConfig()?.maxFileMegabytes ?? 5, document: LARGEST_DOCUMENT_MEGABYTES };

  function take(file: File | null): void {
    if (!file) return;
    const kind = IMAGE_TYPES.includes(file.type) ? 'image' : 'document';
    const tooBig = t('assistants:files.too_big', { megabytes: limits[kind] });
    setRefusal(null);
    if (file.size > limits[kind] * BYTES_PER_MEGABYTE) return setRefusal(tooBig);
    const title = file.name.replace(/\.[^.]+$/, '').slice(0, LONGEST_TITLE);
    upload.mutate(
      { file, kind },
      {
        onSuccess: ({ id }) => onAdd({ fileId: id, title, when: '' }),
        onError: (error) => {
          if (isRefused(error, 'file.too_big')) return setRefusal(tooBig);
          setRefusal(isRefused(error, 'file.wrong_type') ? t('assistants:files.wrong_type') : problemText(error, t));
        },
      },
    );
  }
  return (
    <div>
      <FileButton accept={ACCEPTED} onChange={take}>
        {({ onClick }) => (
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} />}
            loading={upload.isPending}
            onClick={onClick}
          >
            {t('assistants:files.add')}
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Text size="sm" c="bad" mt={6} role="alert">
          {refusal}
        </Text>
      )}
    </div>
  );
}
