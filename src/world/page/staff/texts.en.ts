/** The words of the staff's page. */
export const staff = {
  tabStaff: 'Staff',
  staffTitle: 'What the staff sees',
  staffHint:
    'Records in the systems of the business. What is changed here reaches Frontdesk as it would from the real system.',
  staffTable: 'Table',
  staffNone: 'No system has tables yet',
  staffEmpty: 'Nothing here yet',
  staffActions: 'Actions',
  staffShown: 'Shown: {shown} of {total}',
  staffMore: 'Show more',
  staffDo: 'Done',
  staffRun: 'Save',
} as const;
