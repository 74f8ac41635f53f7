import { z } from 'zod';

export const OnlineBookingId = z.uuid().brand<'OnlineBookingId'>();
export type OnlineBookingId = z.infer<typeof OnlineBookingId>;
