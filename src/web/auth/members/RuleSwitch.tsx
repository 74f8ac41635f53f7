import { Card, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useRefreshMembers } from './use-members.ts';

/** Requires a second factor of all members. */
export function RuleSwitch({ isRequired }: { isRequired: boolean }) {
  const t = useTexts();
  const refresh = useRefreshMembers();
  const change = useMutation({
    mutationFn: (wanted: boolean) => call('PUT /api/v1/Account/SecondFactor/Rule', { body: { isRequired: wanted } }),
    onSuccess: (_reply, wanted) =>
      void toast.success({ title: t(wanted ? 'members:factor.rule_on' : 'members:factor.rule_off') }),
    onError: (error) => void toast.error({ title: problemText(error, t) }),
    onSettled: refresh,
  });
  return (
    <Card component="section" mt="lg">
      <Switch
        label={t('members:factor.rule')}
        description={t('members:factor.rule_help')}
        checked={change.isPending ? change.variables : isRequired}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Card>
  );
}
