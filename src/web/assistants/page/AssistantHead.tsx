import { Button, Group } from '@mantine/core';
import { IconCopy, IconHistory, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Assistant } from '#contract/assistants/calls.ts';
import { AssistantBadge } from '#web/assistants/AssistantBadge.tsx';
import { useDeleteAssistant, useDuplicateAssistant, useSwitchAssistant } from '#web/assistants/use-assistants.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useLayer } from '#web/ui/layout/use-layer.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { type FormState, PUBLISH, SETTINGS_FORM } from './SettingsForm.tsx';

const VersionsDrawer = lazyPart({
  texts: ['cases'],
  load: () => import('#web/assistants/versions/VersionsDrawer.tsx').then((m) => m.VersionsDrawer),
});

type Props = { assistant: Assistant; form: FormState };

/** The name of an assistant, whether it answers and by which save, and what can be done with it. */
export function AssistantHead({ assistant, form }: Props) {
  const t = useTexts();
  const turn = useSwitchAssistant();
  const versions = useLayer('versions');
  const { id, title, status, silentReason, version, publishedVersion } = assistant;
  const canPublish = publishedVersion !== version || form.isDirty;
  return (
    <>
      <PageHead
        backTo="/flowCopilotBots"
        title={title}
        state={
          <Group gap={8}>
            <AssistantBadge status={status} silentReason={silentReason} />
            <StateInWords assistant={assistant} isDirty={form.isDirty} />
          </Group>
        }
        action={
          <Group gap="xs">
            {publishedVersion !== null && (
              <Button
                variant={canPublish ? 'default' : 'light'}
                loading={turn.isPending}
                onClick={() => turn.mutate({ id, isOn: status !== 'on' })}
              >
                {t(status === 'on' ? 'assistants:menu.off' : 'assistants:menu.on')}
              </Button>
            )}
            {canPublish && (
              <Button type="submit" form={SETTINGS_FORM} name={PUBLISH} loading={form.isBusy}>
                {t(form.isDirty ? 'assistants:head.save_and_publish' : 'assistants:head.publish')}
              </Button>
            )}
            <HeadMenu assistant={assistant} onVersions={versions.open} />
          </Group>
        }
      />
      {versions.isOpen && (
        <Suspense>
          <VersionsDrawer assistant={assistant} onClose={versions.close} />
        </Suspense>
      )}
    </>
  );
}

/** "On. Your changes are not published: clients are answered by version 3." */
function StateInWords({ assistant, isDirty }: { assistant: Assistant; isDirty: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const { status, silentReason, version, publishedVersion, publishedAt } = assistant;
  if (publishedVersion === null) return t('assistants:head.never_published');
  const differs = isDirty || publishedVersion !== version;
  if (status === 'off') return t(differs ? 'assistants:head.off_differs' : 'assistants:head.off');
  if (silentReason) return t('assistants:head.silent', { version: publishedVersion });
  if (differs) return t('assistants:head.differs', { version: publishedVersion });
  return t('assistants:head.same', {
    version: publishedVersion,
    when: format.dateTime(publishedAt ?? assistant.updatedAt),
  });
}

function HeadMenu({ assistant, onVersions }: { assistant: Assistant; onVersions: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const duplicate = useDuplicateAssistant();
  const remove = useDeleteAssistant(() => void navigate({ to: '/flowCopilotBots' }));
  return (
    <RowMenu name={assistant.title}>
      <MenuItem leftSection={<IconHistory size={18} />} onClick={onVersions}>
        {t('assistants:versions.title')}
      </MenuItem>
      <MenuItem leftSection={<IconCopy size={18} />} onClick={() => duplicate.mutate(assistant.id)}>
        {t('assistants:menu.duplicate')}
      </MenuItem>
      <MenuDivider />
      <MenuItem leftSection={<IconTrash size={18} />} onClick={() => remove.mutate(assistant)}>
        {t('assistants:menu.delete')}
      </MenuItem>
    </RowMenu>
  );
}
