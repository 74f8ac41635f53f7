import type { Service } from '../sim/service.ts';
import { AMO } from '../amo/service.ts';
import { CHATWOOT } from '../chatwoot/service.ts';
import { EVOLUTION } from '../evolution/service.ts';
import { GREEN_API } from '../green-api/service.ts';
import { GREEN_TELEGRAM } from '../green-api/telegram/service.ts';
import { MAX } from '../max/service.ts';
import { MEDFLEX } from '../medflex/service.ts';
import { MODEL } from '../model/service.ts';
import { SHOPIFY } from '../shopify/service.ts';
import { SIGMA } from '../sigma/service.ts';
import { TWILIO } from '../twilio/service.ts';
import { YOOKASSA } from '../yookassa/service.ts';

/** Services that bring all of theirs along; a new one is added here, and by its name in `journal.ts`. */
export const SERVICES: readonly Service[] = [
  TWILIO,
  SIGMA,
  GREEN_API,
  GREEN_TELEGRAM,
  EVOLUTION,
  MAX,
  MEDFLEX,
  AMO,
  CHATWOOT,
  SHOPIFY,
  MODEL,
  YOOKASSA,
];
