import { Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import { useNow } from '../use-world.ts';
import { bodyOf, type Person } from './body.ts';
import { FormFields } from './FormFields.tsx';
import { firstValues, type Kind, KIND_TEXTS, KINDS, type Values } from './kinds.ts';
import classes from './Programs.module.css';
import { type Call, type NewCall, newKey } from './use-programs.ts';

type Props = {
  hasToken: boolean;
  isBusy: boolean;
  onSend(order: Omit<NewCall, 'token'>): Promise<Call | undefined>;
};

/** Composer of a post: a form, or JSON written by hand. */
export function PostForm({ hasToken, isBusy, onSend }: Props) {
  const { t } = useTexts();
  const now = useNow(60_000);
  const [kind, setKind] = useState<Kind>('contacts');
  const [values, setValues] = useState<Values>(() => firstValues('contacts'));
  const [person, setPerson] = useState<Person>({ name: '', phone: '' });
  const [json, setJson] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);
  const [keepsKey, setKeepsKey] = useState(false);

  const choose = (next: Kind) => {
    setKind(next);
    setValues(firstValues(next));
    setJson(null);
  };
  const complete = kind === 'visits' && !values['startsAt'] ? { ...values, startsAt: tomorrow(now) } : values;
  const made = JSON.stringify(bodyOf(kind, complete, person), null, 2);
  const body = json ?? made;
  const externalId = externalIdIn(body);
  const path = `/api/v1/events/${kind}`;
  const send = async () => {
    const called = await onSend({ method: 'POST', path, key, body });
    if (called && !keepsKey) setKey(newKey());
  };
  const readBack = () => externalId && onSend({ method: 'GET', path: `${path}/${encodeURIComponent(externalId)}` });

  return (
    <Stack gap="sm">
      <Select kind={kind} onKind={choose} />
      <SegmentedControl
        aria-label={t('programsWay')}
        value={json === null ? 'form' : 'json'}
        onChange={(way) => setJson(way === 'json' ? made : null)}
        data={[
          { value: 'form', label: t('byForm') },
          { value: 'json', label: t('byJson') },
        ]}
      />
      {json === null ? (
        <FormFields kind={kind} values={complete} person={person} onValues={setValues} onPerson={setPerson} />
      ) : (
        <Textarea
          label={t('programsBody')}
          classNames={{ input: classes.json }}
          autosize
          minRows={10}
          maxRows={24}
          spellCheck={false}
          value={json}
          onChange={(event) => setJson(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t('programsKey')}
        description={t('programsKeyHint')}
        classNames={{ input: classes.json }}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={t('programsKeepKey')}
          checked={keepsKey}
          onChange={(event) => setKeepsKey(event.currentTarget.checked)}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconRefresh size={14} />}
          onClick={() => setKey(newKey())}
        >
          {t('programsNewKey')}
        </Button>
      </Group>
      <Group gap="xs">
        <Button leftSection={<IconSend size={16} />} loading={isBusy} disabled={!hasToken} onClick={() => void send()}>
          {t('programsSend')}
        </Button>
        <Button
          variant="default"
          disabled={!hasToken || isBusy || externalId === undefined}
          onClick={() => void readBack()}
        >
          {t('programsRead')}
        </Button>
      </Group>
      {(!hasToken || externalId === undefined) && (
        <Text fz={12.5} c="var(--page-quiet)">
          {t(hasToken ? 'programsReadNeedsId' : 'programsTokenMissing')}
        </Text>
      )}
    </Stack>
  );
}

function Select({ kind, onKind }: { kind: Kind; onKind(kind: Kind): void }) {
  const { t } = useTexts();
  return (
    <Group gap={6} role="group" aria-label={t('programsWhat')}>
      {KINDS.map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === kind ? 'filled' : 'default'}
          aria-pressed={one === kind}
          onClick={() => onKind(one)}
        >
          {t(KIND_TEXTS[one])}
        </Button>
      ))}
    </Group>
  );
}

const DAY_MS = 86_400_000;

/** The wall clock of this screen, a day ahead at half past three. */
function tomorrow(now: Date | undefined): string {
  const day = new Date((now ?? new Date()).getTime() + DAY_MS);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}T15:30`;
}

/** The contact of the first item, where the body can be parsed. */
function externalIdIn(body: string): string | undefined {
  try {
    const id: unknown = JSON.parse(body)?.items?.[0]?.externalId;
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}
