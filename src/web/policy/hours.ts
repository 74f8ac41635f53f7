/** `08:00` */
export const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

export const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour) }));
