import { Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { TemplateLimits } from '#contract/channels/kind.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useUpload } from '#web/texts/message/use-upload.ts';

const ACCEPTED = { image: 'image/png,image/jpeg', document: '.pdf', video: 'video/mp4' } as const;
const UPLOADS = { image: 'image', document: 'document', video: 'media' } as const;
const TYPES = ['none', 'text', 'image', 'document', 'video'] as const;

type Props = {
  header: TemplateParts['header'];
  limits: TemplateLimits;
  errorOf: (field: string) => string | undefined;
  /** The address of the picture that was chosen, for the phone. */
  onUpload: (url: string | undefined) => void;
  onChange: (header: TemplateParts['header']) => void;
};

/** The heading: none, a line of text, a picture, a document or a video. */
export function HeaderField({ header, limits, errorOf, onUpload, onChange }: Props) {
  const t = useTexts();
  const offered = TYPES.filter((type) => {
    if (type === 'none') return true;
    return type === 'text' ? limits.maxHeaderLength > 0 : limits.headerMedia.includes(type);
  });
  const choose = (value: string) => {
    const type = wordIn(TYPES, value) ?? 'none';
    onUpload(undefined);
    if (type === 'none') onChange(null);
    else onChange(type === 'text' ? { type, text: '' } : { type, fileId: null });
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('templates:header.label')}
        description={t('templates:header.help')}
        data={offered.map((value) => ({ value, label: t(`templates:header.${value}`) }))}
        value={header?.type ?? 'none'}
        error={errorOf('header')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {header?.type === 'text' && (
        <TextInput
          label={t('templates:header.words')}
          description={t('templates:header.words_help', { limit: limits.maxHeaderLength })}
          value={header.text}
          error={errorOf('header.text')}
          onChange={({ currentTarget }) => onChange({ type: 'text', text: currentTarget.value })}
        />
      )}
      {header && header.type !== 'text' && (
        <Example
          header={header}
          error={errorOf('header.fileId')}
          onChosen={(fileId, url) => {
            onUpload(header.type === 'image' ? url : undefined);
            onChange({ ...header, fileId });
          }}
        />
      )}
    </Stack>
  );
}

type Media = Exclude<NonNullable<TemplateParts['header']>, { type: 'text' }>;

type ExampleProps = {
  header: Media;
  error: string | undefined;
  onChosen: (fileId: Media['fileId'], url: string) => void;
};

/** An example of the file, for those who review the template; each message has its own. */
function Example({ header: { type, fileId }, error, onChosen }: ExampleProps) {
  const t = useTexts();
  const upload = useUpload();
  const take = (file: File | null) => {
    if (!file) return;
    upload.mutate({ file, kind: UPLOADS[type] }, { onSuccess: ({ id }) => onChosen(id, URL.createObjectURL(file)) });
  };
  const trouble = upload.isError ? problemText(upload.error, t) : error;
  return (
    <div>
      <Group gap="xs">
        <FileButton accept={ACCEPTED[type]} onChange={take}>
          {({ onClick }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={16} />}
              loading={upload.isPending}
              onClick={onClick}
            >
              {t(fileId ? 'templates:header.replace' : 'templates:header.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t(fileId ? 'templates:header.chosen' : 'templates:header.example')}
        </Text>
      </Group>
      {trouble && (
        <Text size="sm" c="bad" mt={4} role="alert">
          {trouble}
        </Text>
      )}
    </div>
  );
}
