import { Card, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Lets support enter the cabinet, or forbids it. */
export function SupportSwitch() {
  const t = useTexts();
  const queryClient = useQueryClient();
  const rule = useQuery({
    queryKey: ['auth', 'support-rule'],
    queryFn: () => call('GET /api/v1/Account/SupportRule'),
  });
  const change = useMutation({
    mutationFn: (isAllowed: boolean) => call('PUT /api/v1/Account/SupportRule', { body: { isAllowed } }),
    onSuccess: ({ isAllowed }) =>
      void toast.success({ title: t(isAllowed ? 'audit:support.rule_on' : 'audit:support.rule_off') }),
    onError: (error) => void toast.error({ title: problemText(error, t) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['auth'] }),
  });
  if (!rule.data) return null;
  return (
    <Card component="section" mt="lg">
      <Switch
        label={t('audit:support.rule')}
        description={t('audit:support.rule_help')}
        checked={change.isPending ? change.variables : rule.data.isAllowed}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Card>
  );
}
