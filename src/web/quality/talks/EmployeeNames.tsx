import { Badge } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';

/** A person or bot that speaks for the business. */
export function EmployeeName({ name, isBot }: { name: string; isBot: boolean }) {
  const t = useTexts();
  const shown = name || t('quality:unnamed_employee');
  if (!isBot) return shown;
  return (
    <>
      {shown}{' '}
      <Badge color="gray" size="sm" leftSection={<IconRobot size={13} aria-hidden />}>
        {t('quality:bot')}
      </Badge>
    </>
  );
}

export function EmployeeNames({ employees }: { employees: readonly { name: string; isBot: boolean }[] }) {
  if (employees.length === 0) return '–';
  return employees.map(({ name, isBot }, index) => (
    <span key={`${name}.${isBot}`}>
      {index > 0 && ', '}
      <EmployeeName name={name} isBot={isBot} />
    </span>
  ));
}
