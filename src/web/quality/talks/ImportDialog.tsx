import { Alert, Button, FileButton, List, NativeSelect, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportedChats } from '#contract/quality/talks.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import classes from '#web/quality/quality.module.css';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { base64Of } from './base64.ts';
import { useImportChats } from './use-talks.ts';

const ACCEPTED = '.json,.txt,.zip,.csv,text/plain,application/json,application/zip';
/** Bytes; as text it is a third longer. */
const LARGEST_FILE = 10 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** Where it is left to: the page under it, or a report about what was taken over. */
type Leaving = { onClose: () => void; onOrder: () => void };

type Role = 'client' | 'employee' | 'bot';
type Read = { fileName: string; content: string; found: ImportedChats };
type Speaker = ImportedChats['speakers'][number];

/** Chats of a file: the file, then who of its speakers is of the business, then what was taken over. */
export function ImportDialog({ onClose, onOrder }: Leaving) {
  const t = useTexts();
  const [read, setRead] = useState<Read | null>(null);
  const [done, setDone] = useState<ImportedChats | null>(null);
  return (
    <Dialog title={t('quality:import.title')} onClose={onClose}>
      {done && <Result result={done} onClose={onClose} onOrder={onOrder} />}
      {!done && !read && <FileStep onRead={setRead} />}
      {!done && read && <SpeakersStep read={read} onDone={setDone} onBack={() => setRead(null)} />}
    </Dialog>
  );
}

function FileStep({ onRead }: { onRead: (read: Read) => void }) {
  const t = useTexts();
  const preview = useImportChats();
  const [isTooLarge, setTooLarge] = useState(false);

  async function take(file: File): Promise<void> {
    setTooLarge(file.size > LARGEST_FILE);
    if (file.size > LARGEST_FILE) return;
    const content = await base64Of(file);
    const found = await preview.mutateAsync({ fileName: file.name, content, employees: [] });
    onRead({ fileName: file.name, content, found });
  }

  return (
    <Stack>
      <Text>{t('quality:import.lead')}</Text>
      <List size="sm" c="dimmed">
        <List.Item>{t('quality:import.whatsapp')}</List.Item>
        <List.Item>{t('quality:import.text')}</List.Item>
        <List.Item>{t('quality:import.json')}</List.Item>
      </List>
      <div>
        <FileButton
          accept={ACCEPTED}
          onChange={(file) => file && void take(file).catch(() => undefined)} // NOTE: the failure is drawn from the mutation
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload size={18} />} loading={preview.isPending}>
              {t('quality:import.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {isTooLarge && (
        <Alert color="bad" role="alert">
          {t('quality:import.too_large', { megabytes: LARGEST_FILE / MEGABYTE })}
        </Alert>
      )}
      <FormFailure error={preview.error} />
    </Stack>
  );
}

type SpeakersProps = { read: Read; onDone: (result: ImportedChats) => void; onBack: () => void };

function SpeakersStep({ read: { fileName, content, found }, onDone, onBack }: SpeakersProps) {
  const t = useTexts();
  const save = useImportChats();
  const [roles, setRoles] = useState<Readonly<Record<string, Role>>>(() =>
    Object.fromEntries(found.speakers.map(({ name, isEmployee }) => [name, isEmployee ? 'employee' : 'client'])),
  );
  const named = (...wanted: Role[]) =>
    found.speakers.map(({ name }) => name).filter((name) => wanted.some((role) => roles[name] === role));
  const employees = named('employee', 'bot');
  const isMissing = employees.length === 0;

  async function take(): Promise<void> {
    onDone(await save.mutateAsync({ fileName, content, employees, bots: named('bot') }));
  }

  return (
    <Stack>
      <Text fw={550}>{t('quality:import.who')}</Text>
      <Text size="sm" c="dimmed">
        {t('quality:import.who_help')}
      </Text>
      <ul className={classes.list}>
        {found.speakers.map((speaker) => (
          <SpeakerRow
            key={speaker.name}
            speaker={speaker}
            role={roles[speaker.name] ?? 'client'}
            onChange={(role) => setRoles((before) => ({ ...before, [speaker.name]: role }))}
          />
        ))}
      </ul>
      <Unreadable result={found} />
      <FormFailure error={save.error} />
      {isMissing && (
        <Text size="sm" c="attention" role="status">
          {t('quality:import.nobody')}
        </Text>
      )}
      <FormActions isDialog>
        <Button variant="default" onClick={onBack}>
          {t('quality:import.other_file')}
        </Button>
        <Button
          loading={save.isPending}
          disabled={isMissing}
          onClick={() => void take().catch(() => undefined)} // NOTE: the failure is drawn from the mutation
        >
          {t('quality:import.submit')}
        </Button>
      </FormActions>
    </Stack>
  );
}

type RowProps = { speaker: Speaker; role: Role; onChange: (role: Role) => void };

function SpeakerRow({ speaker: { name, lines }, role, onChange }: RowProps) {
  const t = useTexts();
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <Text span fw={550} display="block">
          {name || t('quality:nameless')}
        </Text>
        <Text span size="sm" c="dimmed">
          {t('quality:import.lines', { count: lines })}
        </Text>
      </span>
      <NativeSelect
        aria-label={t('quality:import.role', { name })}
        value={role}
        data={(['client', 'employee', 'bot'] as const).map((one) => ({
          value: one,
          label: t(`quality:side.${one}`),
        }))}
        onChange={({ currentTarget }) => onChange(roleIn(currentTarget.value))}
      />
    </li>
  );
}

const roleIn = (value: string): Role => (value === 'employee' || value === 'bot' ? value : 'client');

function Result({ result, onClose, onOrder }: Leaving & { result: ImportedChats }) {
  const t = useTexts();
  return (
    <Stack>
      <Alert color={result.added > 0 ? 'good' : 'gray'} role="status">
        <Text fw={550}>{t('quality:import.added', { count: result.added })}</Text>
        {result.repeated > 0 && <Text size="sm">{t('quality:import.repeated', { count: result.repeated })}</Text>}
      </Alert>
      <Unreadable result={result} />
      <FormActions isDialog>
        <Button variant="default" onClick={onClose}>
          {t('ui:done')}
        </Button>
        <Button onClick={onOrder}>{t('quality:import.order')}</Button>
      </FormActions>
    </Stack>
  );
}

/** The lines that were left out, so that a person sees whether they matter. */
function Unreadable({ result: { unreadable } }: { result: ImportedChats }) {
  const t = useTexts();
  if (unreadable.length === 0) return null;
  return (
    <Alert color="attention" title={t('quality:import.unreadable')}>
      <List size="sm" type="ordered" listStyleType="none" withPadding={false}>
        {unreadable.map(({ line, text }) => (
          <List.Item key={line}>{t('quality:import.line', { line, text })}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
