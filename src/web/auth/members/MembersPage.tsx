import { Badge, Button, Group, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CabinetMember } from '#contract/auth/members.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RuleSwitch } from './RuleSwitch.tsx';
import { type Person, useMemberChanges, useMembers } from './use-members.ts';

type Opened = { what: 'owner' | 'hand_over' | 'reset' | 'remove'; member: CabinetMember };

/** Route: /account/members */
export function MembersPage() {
  const t = useTexts();
  const members = useMembers();
  const changes = useMemberChanges();
  const columns = useColumns();
  const [isInviting, setInviting] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const rows: Person[] = [
    ...(members.data?.members ?? []).map((member) => ({ kind: 'member' as const, ...member })),
    ...(members.data?.invitations ?? []).map((invitation) => ({ kind: 'invitation' as const, ...invitation })),
  ];
  const leaver = opened?.what === 'remove' ? opened.member : null;

  return (
    <>
      <PageHead
        title={t('members:title')}
        state={t('members:state')}
        action={
          <Group gap="xs">
            <Button component={Link} to="/account/audit" variant="default">
              {t('members:to_log')}
            </Button>
            <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
              {t('members:invite')}
            </Button>
          </Group>
        }
      />
      <DataList
        label={t('members:label')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={nameOf}
        columns={columns}
        paging={{
          ...members,
          isFetchingNextPage: false,
          hasNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage: () => undefined,
        }}
        rowMenu={(row) =>
          row.kind === 'member' ? (
            <MemberItems member={row} onOpen={(what) => setOpened({ what, member: row })} changes={changes} />
          ) : (
            <>
              <MenuItem onClick={() => changes.resend.mutate(row)}>{t('members:resend')}</MenuItem>
              <MenuItem onClick={() => changes.withdraw.mutate(row)}>{t('members:withdraw')}</MenuItem>
            </>
          )
        }
        empty={null}
      />
      {rows.length === 1 && (
        <Text c="dimmed" mt="md">
          {t('members:alone')}
        </Text>
      )}
      {members.data && <RuleSwitch isRequired={members.data.requiresSecondFactor} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {opened && opened.what !== 'remove' && (
        <PasswordDialog member={opened.member} what={opened.what} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={leaver !== null}
        title={
          leaver?.isYou ? t('members:leave_title') : t('members:remove_title', { name: leaver ? nameOf(leaver) : '' })
        }
        text={t(leaver?.isYou ? 'members:leave_text' : 'members:remove_text')}
        confirmLabel={t(leaver?.isYou ? 'members:leave' : 'members:remove')}
        isDangerous
        isBusy={changes.remove.isPending}
        onConfirm={() => leaver && changes.remove.mutate(leaver, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}

/** The name as others read it. */
function nameOf(person: Person | CabinetMember): string {
  return ('name' in person && person.name) || person.email;
}

type ItemsProps = {
  member: CabinetMember;
  onOpen: (what: Opened['what']) => void;
  changes: ReturnType<typeof useMemberChanges>;
};

function MemberItems({ member, onOpen, changes }: ItemsProps) {
  const t = useTexts();
  return (
    <>
      {member.role === 'owner' && !member.isYou && (
        <MenuItem onClick={() => changes.makeStaff.mutate(member)}>{t('members:make_staff')}</MenuItem>
      )}
      {member.role === 'staff' && <MenuItem onClick={() => onOpen('owner')}>{t('members:make_owner')}</MenuItem>}
      {!member.isYou && <MenuItem onClick={() => onOpen('hand_over')}>{t('members:hand_over')}</MenuItem>}
      {member.hasSecondFactor && !member.isYou && (
        <MenuItem onClick={() => onOpen('reset')}>{t('members:factor.reset')}</MenuItem>
      )}
      <MenuItem color="bad" onClick={() => onOpen('remove')}>
        {t(member.isYou ? 'members:leave' : 'members:remove')}
      </MenuItem>
    </>
  );
}

function useColumns(): Column<Person>[] {
  const t = useTexts();
  return [
    { key: 'name', title: t('members:column.name'), isMain: true, cell: (row) => <NameCell person={row} /> },
    { key: 'role', title: t('members:column.role'), isBrief: true, cell: ({ role }) => t(`members:role.${role}`) },
    { key: 'seen', title: t('members:column.seen'), isBrief: true, cell: (row) => <Seen person={row} /> },
  ];
}

function NameCell({ person }: { person: Person }) {
  const t = useTexts();
  const hasName = person.kind === 'member' && person.name !== '';
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {nameOf(person)}{' '}
        {person.kind === 'member' && person.isYou && (
          <Badge color="gray" component="span">
            {t('members:you')}
          </Badge>
        )}{' '}
        {person.kind === 'member' && person.hasSecondFactor && (
          <Badge color="good" component="span">
            {t('members:factor.has')}
          </Badge>
        )}
      </Text>
      {hasName && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {person.email}
        </Text>
      )}
    </div>
  );
}

function Seen({ person }: { person: Person }) {
  const t = useTexts();
  const format = useFormat();
  if (person.kind === 'member')
    return person.lastSeenAt === null ? t('members:never_seen') : <Moment at={person.lastSeenAt} as="ago" />;
  if (person.isExpired) {
    return (
      <Text span size="sm" c="attention">
        {t('members:expired')}
      </Text>
    );
  }
  return (
    <Text span size="sm" c="dimmed">
      {t('members:invited', { date: format.date(person.expiresAt) })}
    </Text>
  );
}
