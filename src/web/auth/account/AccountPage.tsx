import { Button, Card, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isPathOffered } from '#web/lib/pages/brand.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useTimeZones } from './time-zones.ts';
import { useProfile } from './use-profile.ts';
import { WeeklyLetterCard } from './WeeklyLetterCard.tsx';

/** Route: /account/update */
export function AccountPage() {
  const t = useTexts();
  const user = useCurrentUser();
  return (
    <>
      <PageHead title={t('auth:account.title')} state={t('auth:account.state')} />
      <Stack maw={640} gap="lg">
        {user.memberRole === 'owner' ? <SettingsForm /> : <Text c="dimmed">{t('auth:account.owner_only')}</Text>}
        <WeeklyLetterCard />
        <PublicPages />
        <SetUpRequest />
      </Stack>
    </>
  );
}

function SettingsForm() {
  const t = useTexts();
  const { tenantName, timeZone, notSendWeeklyYclientsReports, notSendWeeklyIikoReports } = useCurrentUser();
  const profile = useProfile();
  const settings = useContractForm({
    schema: async () => (await import('#contract/auth/calls.ts')).changeSettings.body,
    initial: {
      tenantName,
      timeZone,
      sendsYclientsReports: !notSendWeeklyYclientsReports,
      sendsIikoReports: !notSendWeeklyIikoReports,
    },
    draftKey: 'account',
    submit: async ({ sendsYclientsReports, sendsIikoReports, ...values }) => {
      await profile.changeSettings({
        ...values,
        notSendWeeklyYclientsReports: !sendsYclientsReports,
        notSendWeeklyIikoReports: !sendsIikoReports,
      });
      settings.form.resetDirty();
      toast.success({ title: t('auth:account.saved') });
    },
  });
  const zones = useTimeZones(timeZone);
  const isOfReports = settings.form.isDirty('sendsYclientsReports') || settings.form.isDirty('sendsIikoReports');
  const settingsFailed = isOfReports ? 'auth:failed.reports' : 'auth:failed.settings';
  return (
    <Card component="section">
      <FormBody form={settings} submit={t('auth:account.submit')} failed={t(settingsFailed)}>
        <TextInput
          label={t('auth:account.name')}
          description={t('auth:account.name_help')}
          {...settings.field('tenantName')}
        />
        <SearchSelect
          label={t('auth:account.time_zone')}
          description={t('auth:account.time_zone_help')}
          data={zones}
          {...settings.field('timeZone')}
        />
        {isPathOffered('/flows') && (
          <>
            <div>
              <Title order={2} fz="md" mt="xs">
                {t('auth:account.reports_heading')}
              </Title>
              <Text size="sm" c="dimmed" mt={4}>
                {t('auth:account.reports_help')}
              </Text>
            </div>
            <Switch label={t('auth:account.report_yclients')} {...settings.field('sendsYclientsReports', 'checkbox')} />
            <Switch label={t('auth:account.report_iiko')} {...settings.field('sendsIikoReports', 'checkbox')} />
          </>
        )}
      </FormBody>
    </Card>
  );
}

/** Leads to the design of the pages that customers open. */
function PublicPages() {
  const t = useTexts();
  return (
    <Card component="section">
      <Title order={2}>{t('auth:account.pages_heading')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('auth:account.pages_text')}
      </Text>
      <Button
        variant="light"
        style={{ alignSelf: 'start' }}
        renderRoot={(props) => <Link to="/widgets/appearance" {...props} />}
      >
        {t('auth:account.pages_open')}
      </Button>
    </Card>
  );
}

/** Asks the operator to set the cabinet up together. */
function SetUpRequest() {
  const t = useTexts();
  const profile = useProfile();
  const request = useContractForm({
    schema: async () => (await import('#contract/auth/calls.ts')).requestSetUp.body,
    initial: { comment: '' },
    draftKey: 'set-up',
    restoresQuietly: true,
    submit: async ({ comment }) => {
      try {
        await profile.requestSetUp(comment.trim());
      } catch (error) {
        toast.error({ title: t('auth:account.help_failed') });
        throw error;
      }
      toast.success({ title: t('auth:account.help_sent') });
      request.form.setValues({ comment: '' });
    },
  });
  return (
    <Card component="section">
      <Title order={2}>{t('auth:account.help_heading')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('auth:account.help_text')}
      </Text>
      <FormBody form={request} isSecondary submit={t('auth:account.help_submit')}>
        <Textarea label={t('auth:account.help_comment')} autosize minRows={3} {...request.field('comment')} />
      </FormBody>
    </Card>
  );
}
