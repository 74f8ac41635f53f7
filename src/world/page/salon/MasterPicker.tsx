import { UnstyledButton } from '@mantine/core';
import type { StaffMember } from '../types.ts';
import classes from './Journal.module.css';

type Props = { staff: StaffMember[]; chosen: number; onChoose(id: number): void };

/** On a small screen one master is shown at a time. */
export function MasterPicker({ staff, chosen, onChoose }: Props) {
  return (
    <div className={classes.masters}>
      {staff.map((member) => (
        <UnstyledButton
          key={member.id}
          className={classes.master}
          data-chosen={member.id === chosen || undefined}
          onClick={() => onChoose(member.id)}
        >
          {member.name.split(' ')[0]}
        </UnstyledButton>
      ))}
    </div>
  );
}
